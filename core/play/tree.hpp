// Tree: the nodes of a search in one block of fixed size; several threads add nodes without locks.
//
// The children of a node are consecutive. Between searches the part that is still needed is copied to a second block of
// the same size, which takes no memory until it is first written.
#pragma once
#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

namespace kinrow {

// A move, and the statistics of the position after it. Results and bounds are for the side that made the move.
struct Node {
  static constexpr int one_result = 1 << 10;  // what a win counts in a sum

  std::atomic<std::uint32_t> children{0};  // index of the first; Tree::none, or Tree::busy while a thread adds them
  std::atomic<std::uint32_t> visits{0};
  std::atomic<std::int64_t> sum{0};  // of results, -one_result to one_result
  std::atomic<std::int8_t> lower{-1}, upper{1};
  std::int8_t skipped = -1;  // moves without a child are worth this at most, for the side to move in this position
  bool same = false;         // the side that made the move moves again: its turn continues
  std::uint16_t count = 0;   // of children
  std::int16_t cell = -1;
  float prior = 0;

  bool proven() const { return lower.load(std::memory_order_relaxed) == upper.load(std::memory_order_relaxed); }
  // True if either bound became tighter. If two threads race, the looser bound may stay, which is still correct.
  bool tighten(int low, int high) {
    const bool up = low > lower.load(std::memory_order_relaxed), down = high < upper.load(std::memory_order_relaxed);
    if (up) lower.store(static_cast<std::int8_t>(low), std::memory_order_relaxed);
    if (down) upper.store(static_cast<std::int8_t>(high), std::memory_order_relaxed);
    return up || down;
  }
};

class Tree {
 public:
  static constexpr std::uint32_t none = 0, busy = 1, root = 2;
  static constexpr std::uint32_t least_capacity = 512;  // enough for a root and its children

  explicit Tree(std::uint64_t memory)
      : capacity_(static_cast<std::uint32_t>(std::min<std::uint64_t>(memory / 2 / sizeof(Node), 1U << 31))) {
    for (Block& block : blocks_) block.reset(static_cast<Node*>(std::malloc(sizeof(Node) * capacity_)));
    if (capacity_ < least_capacity || !blocks_[0] || !blocks_[1]) throw std::bad_alloc();
    clear();
  }
  Node& operator[](std::uint32_t i) {
    assert(root <= i && i < next_.load(std::memory_order_relaxed));
    return blocks_[0].get()[i];
  }
  std::uint32_t size() const { return next_.load(std::memory_order_relaxed); }

  void clear() {
    next_ = root + 1;
    new (&(*this)[root]) Node();
    (*this)[root].same = true;
  }
  // Space for n nodes; `none` once the tree is full.
  [[nodiscard]] std::uint32_t take(int n) {
    const auto wanted = static_cast<std::uint32_t>(n);
    std::uint32_t at = next_.load(std::memory_order_relaxed);
    do
      if (wanted > capacity_ - at) return none;
    while (!next_.compare_exchange_weak(at, at + wanted, std::memory_order_relaxed));
    for (std::uint32_t i = at; i < at + wanted; ++i) new (&(*this)[i]) Node();
    return at;
  }
  // Makes a node the root and drops everything that is not below it. Must not be called during a search.
  void keep(std::uint32_t chosen) {
    std::swap(blocks_[0], blocks_[1]);
    clear();
    const Node* old = blocks_[1].get();
    Node& top = (*this)[root];
    copy(old[chosen], top);
    if (!top.same) {  // the root's bounds are for the side to move
      const std::int8_t lower = top.lower, upper = top.upper;
      top.lower = static_cast<std::int8_t>(-upper);
      top.upper = static_cast<std::int8_t>(-lower);
      top.sum = -top.sum;
      top.same = true;
    }
    for (std::uint32_t i = root; i < next_; ++i) {
      Node& node = (*this)[i];
      if (node.children < root) continue;
      const Node* from = &old[node.children];
      const std::uint32_t to = take(node.count);
      for (int c = 0; c < node.count; ++c) copy(from[c], (*this)[to + c]);
      node.children = to;
    }
  }
  static void copy(const Node& from, Node& to) {
    to.children = from.children.load();
    to.visits = from.visits.load();
    to.sum = from.sum.load();
    to.lower = from.lower.load();
    to.upper = from.upper.load();
    to.skipped = from.skipped;
    to.same = from.same;
    to.count = from.count;
    to.cell = from.cell;
    to.prior = from.prior;
  }

 private:
  struct Free {
    void operator()(Node* nodes) const { std::free(nodes); }
  };
  using Block = std::unique_ptr<Node, Free>;

  std::uint32_t capacity_;
  std::atomic<std::uint32_t> next_{0};
  Block blocks_[2];
};

}  // namespace kinrow
