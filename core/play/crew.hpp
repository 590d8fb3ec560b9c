// Crew: a few threads that stay and take their share of one short piece of work after another.
#pragma once
#include <barrier>
#include <functional>
#include <thread>
#include <vector>

namespace kinrow {

class Crew {
 public:
  explicit Crew(int threads) : meet_(threads) {
    for (int i = 1; i < threads; ++i)
      hands_.emplace_back([this, i] {
        for (meet_.arrive_and_wait(); !home_; meet_.arrive_and_wait()) {
          work_(i);
          meet_.arrive_and_wait();
        }
      });
  }
  ~Crew() {
    home_ = true;
    if (!hands_.empty()) meet_.arrive_and_wait();
    for (std::thread& t : hands_) t.join();
  }
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  int size() const { return static_cast<int>(hands_.size()) + 1; }
  // work(i) for every i below size(), at the same time; it must not throw.
  template <class Work>
  void run(const Work& work) {
    if (hands_.empty()) return work(0);
    work_ = [&work](int i) { work(i); };
    meet_.arrive_and_wait();
    work(0);
    meet_.arrive_and_wait();
  }

 private:
  std::barrier<> meet_;
  bool home_ = false;
  std::function<void(int)> work_;
  std::vector<std::thread> hands_;
};

}  // namespace kinrow
