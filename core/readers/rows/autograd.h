// AutogradPairs: which forward operator a backward one belongs to, in one process. The texts of
// emit_nvtx carry autograd's sequence numbers, but unlike torch.profiler no arrows, and no thread
// of the forward operator.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/build/tracks/worker_tables.h"
#include "core/store/place.h"

namespace lanescope {

class AutogradPairs {
 public:
  /// Unless it is `wanted`, nothing is kept.
  explicit AutogradPairs(bool wanted) : wanted_(wanted) {}

  /// An operator with a sequence number.
  struct Op {
    std::int64_t sequence = 0;
    LocalId track = 0;
    Ns begin_ns = 0;
    Place place;
  };
  void forward(const Op& op) {
    if (wanted_) forward_.push_back(op);
  }
  /// One that the engine called.
  void backward(const Op& op) {
    if (wanted_) backward_.push_back(op);
  }

  /// Every backward operator with its forward one: the last before it with its number, which is
  /// also the innermost. Numbers are counted in each thread, so there is no pair if operators of
  /// several threads have the number. Forgets the operators. Cost: a sort.
  std::vector<std::pair<Op, Op>> take();

 private:
  bool wanted_;
  std::vector<Op> forward_, backward_;
};

}  // namespace lanescope
