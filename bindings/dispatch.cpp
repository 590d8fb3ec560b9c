// A wheel for x86-64 has the core twice: `_core` runs on any processor, `_core_avx2` is faster on those since 2013.
//
// Python loads `_core`. This is its entry point, which hands over to the faster one if the processor supports what that
// was compiled for. They are two libraries, because in one the linker would keep a single copy of an inline function
// that both have, and it could be the one that an old processor cannot run.
#include <nanobind/nanobind.h>

#include <filesystem>

#ifdef _WIN32
#include <windows.h>
#else
#include <dlfcn.h>
#endif

extern "C" NB_EXPORT PyObject* PyInit__core();
extern "C" PyObject* PyInit__core_any();

namespace {

using Entry = PyObject* (*)();

// The options in CMakeLists.txt, one by one.
bool has_avx2() {
  __builtin_cpu_init();
  return __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
         __builtin_cpu_supports("avx2");
}

// The file next to this one: `_core.abi3.so` has `_core_avx2.abi3.so`.
std::filesystem::path avx2_module(const std::filesystem::path& own) {
  const std::string name = own.filename().string();
  return own.parent_path() / ("_core_avx2" + name.substr(name.find('.')));
}

#ifdef _WIN32
Entry entry_of_avx2() {
  HMODULE module;
  wchar_t own[32768];
  const auto flags = GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT;
  if (!GetModuleHandleExW(flags, reinterpret_cast<LPCWSTR>(&PyInit__core), &module)) return nullptr;
  if (!GetModuleFileNameW(module, own, static_cast<DWORD>(std::size(own)))) return nullptr;
  HMODULE faster = LoadLibraryW(avx2_module(own).c_str());
  return faster ? reinterpret_cast<Entry>(reinterpret_cast<void*>(GetProcAddress(faster, "PyInit__core"))) : nullptr;
}
#else
Entry entry_of_avx2() {
  Dl_info own;
  if (!dladdr(reinterpret_cast<void*>(&PyInit__core), &own)) return nullptr;
  void* faster = dlopen(avx2_module(own.dli_fname).c_str(), RTLD_NOW | RTLD_LOCAL);
  return faster ? reinterpret_cast<Entry>(dlsym(faster, "PyInit__core")) : nullptr;
}
#endif

}  // namespace

PyObject* PyInit__core() {
  const Entry faster = has_avx2() ? entry_of_avx2() : nullptr;
  return faster ? faster() : PyInit__core_any();
}
