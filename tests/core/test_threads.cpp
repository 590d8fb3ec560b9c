// Threads, pools and jobs: what they compute, and what an exception in one of them does.
#ifndef _WIN32
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

#include <atomic>
#include <cstdlib>
#include <new>
#include <system_error>

#include "check.hpp"
#include "system/job.hpp"
#include "system/pieces.hpp"
#include "system/threads.hpp"
#include "system/waitable.hpp"

using namespace kinrow;

namespace {

[[maybe_unused]] constexpr std::size_t absurd = std::size_t{1} << 60;  // no system has such a stack to give

// Calls itself so often that all calls together hold `bytes` bytes.
[[gnu::noinline]] int deep(std::size_t bytes) {
  volatile char frame[4096];
  frame[0] = static_cast<char>(bytes);
  return bytes < sizeof frame ? frame[0] : deep(bytes - sizeof frame) + frame[0];
}

// Until only pieces below 4 KiB are left in the heap of this thread.
[[maybe_unused]] void take_all_memory() {
  for (std::size_t bytes = std::size_t{1} << 20; bytes >= std::size_t{1} << 12;) {
    void* volatile taken = std::malloc(bytes);
    if (taken == nullptr) bytes /= 2;
  }
}

}  // namespace

TEST(a_thread_pool_runs_each_job_on_every_thread) {
  for (const int threads : {1, 2, 5}) {
    ThreadPool pool(threads);
    std::vector<int> count(static_cast<std::size_t>(threads));
    for (int round = 0; round < 50; ++round) pool.run([&](int i) { ++count[static_cast<std::size_t>(i)]; });
    CHECK(pool.size() == threads && count == std::vector<int>(static_cast<std::size_t>(threads), 50));
  }
}

TEST(an_exception_in_a_worker_stops_the_others_and_reaches_the_caller) {
  ThreadPool pool(3);
  for (int guilty = 0; guilty < 3; ++guilty) {
    std::atomic<bool> stop{false};
    bool caught = false;
    try {
      pool.run(
          [&](int i) {
            if (i == guilty) throw std::bad_alloc();
            while (!stop) {
            }
          },
          [&] { stop = true; });
    } catch (const std::bad_alloc&) {
      caught = true;
    }
    CHECK(caught);
    std::atomic<int> done{0};
    pool.run([&](int) { ++done; });  // as if nothing had happened
    CHECK(done == 3);
  }
}

TEST(one_of_several_exceptions_is_rethrown_once) {
  ThreadPool pool(4);
  int caught = 0;
  try {
    pool.run([](int i) { throw std::system_error(i, std::generic_category()); });
  } catch (const std::system_error&) {
    ++caught;
  }
  pool.run([](int) {});
  CHECK(caught == 1);
}

#if !defined(_WIN32)  // which does not take such a stack size as a request
TEST(a_pool_works_with_fewer_threads_if_the_system_has_no_more) {
  ThreadPool pool(4, absurd);
  int done = 0;
  pool.run([&](int i) { done += i + 1; });
  CHECK(pool.size() == 1 && done == 1);
  CHECK_THROWS(Thread([](bool) {}, absurd));
}
#endif

TEST(threads_have_the_stack_they_request) {
  constexpr std::size_t most = Thread::stack_bytes / 4 * 3;
  bool came_back = false;
  Thread thread([&](bool) { came_back = deep(most) == deep(most); });
  thread.join();
  CHECK(came_back);
  came_back = false;
  ThreadPool pool(2);
  pool.run([&](int i) {
    if (i == 1) came_back = deep(most) == deep(most);
  });
  CHECK(came_back);
}

TEST(join_rethrows_the_exception_of_a_thread) {
  Thread thread([](bool) { throw std::bad_alloc(); });
  CHECK_THROWS(thread.join());
  CHECK(!thread.joinable());
  thread = Thread([](bool) { throw std::bad_alloc(); });  // nobody joins this one
}

#if !defined(_WIN32) && !defined(__SANITIZE_THREAD__)  // which does not allow threads in such a child
TEST(a_pool_works_in_a_child_process) {
  ThreadPool pool(2);
  std::atomic<int> done{0};
  pool.run([&](int) { ++done; });
  const pid_t child = fork();
  if (child == 0) {
    pool.run([&](int) { ++done; });
    _exit(done == 4 ? 0 : 1);
  }
  int status = -1;
  CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
  pool.run([&](int) { ++done; });
  CHECK(done == 4);
}
#endif

#if defined(__GLIBC__) && !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)
// In a child process without memory. A thread still gets a stack, which one before it has left; then the C library
// would end the process at the thread's first exception.
TEST(a_thread_without_the_memory_to_throw_says_so) {
  const pid_t child = fork();
  if (child == 0) {
    Thread([](bool) {}).join();
    const rlimit none{0, RLIM_INFINITY};
    setrlimit(RLIMIT_AS, &none);
    take_all_memory();
    Thread([](bool) { take_all_memory(); }).join();  // of the heap that the next thread gets
    bool ready = true, caught = false;
    Thread thread([&](bool has_memory) { ready = has_memory; });
    try {
      thread.join();
    } catch (const std::bad_alloc&) {
      caught = true;
    }
    int done = 0;
    ThreadPool pool(2);
    pool.run([&](int i) { done += i + 1; });
    _exit(!ready && caught && pool.size() == 1 && done == 1 ? 0 : 1);
  }
  int status = -1;
  CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
}
#endif

TEST(a_piece_pool_runs_every_index_once_per_round) {
  PiecePool pool(3, 4);
  std::vector<std::atomic<int>> done(150);
  for (int round = 1; round <= 2000; ++round) {
    const int n = 1 + round % 150;
    pool.run(n, [&](int from, int to) {
      CHECK(from < to && to - from <= 4);
      for (int i = from; i < to; ++i) ++done[i];
    });
    for (int i = 0; i < n; ++i) CHECK(done[i].exchange(0) == 1);
  }
}

TEST(the_least_index_found_in_any_piece_is_given) {
  PiecePool pool(3, 4);
  for (int n = 1; n < 60; ++n)
    for (int wanted = 0; wanted < 70; ++wanted) {
      const auto every_ninth = [wanted](int from, int to) {
        for (int i = from; i < to; ++i)
          if (i >= wanted && (i - wanted) % 9 == 0) return i;
        return -1;
      };
      CHECK(pool.least(n, every_ninth) == (wanted < n ? wanted : -1));
    }
}

TEST(an_exception_in_a_piece_reaches_the_caller_after_the_other_pieces) {
  PiecePool pool(3, 1);
  for (int guilty = 0; guilty < 50; ++guilty) {
    std::atomic<int> done{0};
    bool caught = false;
    try {
      pool.run(50, [&](int from, int) {
        if (from == guilty) throw std::bad_alloc();
        ++done;
      });
    } catch (const std::bad_alloc&) {
      caught = true;
    }
    CHECK(caught && done == 49);
  }
  std::atomic<int> done{0};
  pool.run(50, [&](int from, int to) { done += to - from; });
  CHECK(done == 50);
}

TEST(waiting_threads_miss_no_change) {
  constexpr unsigned rounds = 5000;
  Waitable<unsigned> turn{0};
  Thread other([&](bool) {
    for (unsigned i = 0; i < rounds; ++i) {
      turn.wait(2 * i);
      turn = 2 * i + 2;
      turn.notify_all();
    }
  });
  for (unsigned i = 0; i < rounds; ++i) {
    for (volatile unsigned busy = i * 2654435761U >> 19; busy > 0;) busy = busy - 1;  // so that the other falls asleep
    turn = 2 * i + 1;
    turn.notify_all();
    turn.wait(2 * i + 1);
  }
  other.join();
  CHECK(turn == 2 * rounds);
}

TEST(a_job_rethrows_an_exception_once) {
  std::atomic<bool> stop{false};
  Job job(stop);
  CHECK(job.wait(0));
  for (int round = 0; round < 2; ++round) {
    job.begin([] { throw std::bad_alloc(); });
    CHECK_THROWS(job.wait(60));
    CHECK(job.wait(0));
  }
  int result = 0;
  job.begin([&] {
    while (!stop) {
    }
    result = 7;
  });
  CHECK(!job.wait(0));
  job.end();
  CHECK(result == 7 && job.wait(0));
}
