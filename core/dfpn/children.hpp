// Children: the moves of one node, on a stack shared by the nodes of a path.
//
// Only the last node of the path may use its children, because they are on top of the stack.
#pragma once
#include <cassert>
#include <cstddef>
#include <vector>

namespace kinrow {

template <class Child>
class Children {
 public:
  explicit Children(std::vector<Child>& stack) : stack_(stack), base_(stack.size()) {}
  ~Children() { stack_.resize(base_); }
  Children(const Children&) = delete;
  Children& operator=(const Children&) = delete;

  std::size_t size() const { return stack_.size() - base_; }
  Child& operator[](std::size_t i) {
    assert(i < size());
    return stack_[base_ + i];
  }
  const Child& operator[](std::size_t i) const {
    assert(i < size());
    return stack_[base_ + i];
  }
  Child& back() { return stack_.back(); }
  void push_back(const Child& child) { stack_.push_back(child); }

 private:
  std::vector<Child>& stack_;
  const std::size_t base_;
};

}  // namespace kinrow
