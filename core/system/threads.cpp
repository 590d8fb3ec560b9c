#include "system/threads.hpp"

#include <cstdlib>
#include <exception>
#include <new>
#include <system_error>

#include "system/waitable.hpp"

namespace kinrow {
namespace {

void check(int code, const char* what) {
  if (code != 0) throw std::system_error(code, std::generic_category(), what);
}

struct Attributes {
  explicit Attributes(std::size_t stack) {
    check(pthread_attr_init(&value), "thread attributes");
    if (const int code = pthread_attr_setstacksize(&value, stack); code != 0) {
      pthread_attr_destroy(&value);
      check(code, "the stack of a thread");
    }
  }
  ~Attributes() { pthread_attr_destroy(&value); }
  Attributes(const Attributes&) = delete;
  Attributes& operator=(const Attributes&) = delete;
  pthread_attr_t value;
};

// Allocates what a thread's first exception needs, a little memory of its own: if there is none then, the C library
// ends the process. False if the heap has none; malloc() says so without an exception.
bool prepare_exceptions() {
  constexpr std::size_t bytes = std::size_t{64} << 10;  // stays in the heap when it is freed
  void* volatile spare = std::malloc(bytes);            // volatile: otherwise a compiler may leave it out
  std::free(spare);
  if (spare == nullptr) return false;
  [[maybe_unused]] volatile int count = std::uncaught_exceptions();
  return true;
}

}  // namespace

Thread::Thread(std::function<void(bool)> work, std::size_t stack)
    : task_(new Task{std::move(work), nullptr, pthread_t{}}) {
  const Attributes attributes(stack);
  check(pthread_create(&task_->thread, &attributes.value, &Thread::enter, task_.get()), "no more threads");
}

void* Thread::enter(void* task) noexcept {
  Task& mine = *static_cast<Task*>(task);
  const bool ready = prepare_exceptions();
  if (!ready) mine.error = std::make_exception_ptr(std::bad_alloc());
  try {
    mine.work(ready);
  } catch (...) {
    mine.error = std::current_exception();
  }
  return nullptr;
}

std::exception_ptr Thread::wait() noexcept {
  if (!task_) return nullptr;
  pthread_join(task_->thread, nullptr);
  return std::exchange(task_, nullptr)->error;
}

void Helpers::start(int count, std::size_t stack, const std::function<void(int)>& help) {
  process_ = getpid();
  try {
    for (int i = 1; i <= count && begin(i, stack, help); ++i) continue;
  } catch (const std::exception&) {  // continue with those that started
  }
}

// One after another: whether there is memory for a thread is known only once those before it have theirs.
bool Helpers::begin(int i, std::size_t stack, const std::function<void(int)>& help) {
  enum { pending, starved, begun };
  const auto state = std::make_shared<Waitable<int>>(pending);
  const auto work = [state, help, i](bool ready) {
    *state = ready ? begun : starved;
    state->notify_all();
    if (ready) help(i);
  };
  threads_.emplace_back(work, stack);
  state->wait(pending);
  if (*state == begun) return true;
  threads_.pop_back();
  return false;
}

void Helpers::end(const std::function<void()>& signal) {
  if (!started()) {
    for (Thread& thread : threads_) thread.forget();
  } else if (!threads_.empty()) {
    signal();
  }
  threads_.clear();
}

void ThreadPool::start() {
  if (helpers_.started()) return;
  dismiss();
  meet_.emplace(wanted_);
  helpers_.start(wanted_ - 1, stack_, [this](int i) { help(i); });
  for (int i = helpers_.size() + 1; i < wanted_; ++i) meet_->arrive_and_drop();
}

void ThreadPool::dismiss() {
  helpers_.end([this] {
    over_ = true;
    meet_->arrive_and_wait();
  });
}

void ThreadPool::help(int i) {
  for (meet_->arrive_and_wait(); !over_; meet_->arrive_and_wait()) {
    work_(i);
    meet_->arrive_and_wait();
  }
}

}  // namespace kinrow
