#include "system/threads.hpp"

#include <exception>
#include <system_error>

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

// A thread's first exception needs a little memory of its own; if there is none, the C library ends the process. So
// each thread allocates it when it starts, and no thread starts unless the heap has some left. Throws std::bad_alloc.
void check_heap() {
  constexpr std::size_t bytes = std::size_t{64} << 10;  // stays in the heap when it is freed
  const std::vector<char> spare(bytes);
}
void prepare_exceptions() { [[maybe_unused]] volatile int count = std::uncaught_exceptions(); }

}  // namespace

Thread::Thread(std::function<void()> work, std::size_t stack) : task_(new Task{std::move(work), nullptr, pthread_t{}}) {
  const Attributes attributes(stack);
  check_heap();
  check(pthread_create(&task_->thread, &attributes.value, &Thread::enter, task_.get()), "no more threads");
}

void* Thread::enter(void* task) noexcept {
  Task& mine = *static_cast<Task*>(task);
  prepare_exceptions();
  try {
    mine.work();
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
    for (int i = 1; i <= count; ++i) threads_.emplace_back([help, i] { help(i); }, stack);
  } catch (const std::exception&) {  // continue with those that started
  }
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
