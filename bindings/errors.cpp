// C++ errors become the exceptions that kinrow.rules defines.
#include <new>
#include <system_error>

#include "bindings.hpp"

void bind_errors(nb::module_&) {
  nb::register_exception_translator([](const std::exception_ptr& error, void*) {
    try {
      std::rethrow_exception(error);
    } catch (const std::bad_alloc&) {
      const nb::object type = nb::module_::import_("kinrow.rules").attr("MemoryLimit");
      PyErr_SetString(type.ptr(), "not enough memory for this search: ask for less, or free some");
    } catch (const std::system_error& e) {
      const int number = e.code().default_error_condition().value();  // errno's, for Windows' own codes, too
      PyErr_SetObject(PyExc_OSError, nb::make_tuple(number, e.what()).ptr());
    }
  });
}
