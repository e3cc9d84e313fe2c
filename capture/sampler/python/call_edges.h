// Which function was seen to be called at which place. Two copies of a stack that changes may, once
// in a hundred thousand samples, agree on a caller and a callee that were never there together:
// when the copying was interrupted, or goes in step with a loop of the program. So a call is
// believed after it was seen a few times, which at a place that calls always the same takes a few
// samples, and for a stack that stands still a few looks.
#pragma once

#include <cstdint>
#include <unordered_map>

namespace lanescope {

class CallEdges {
 public:
  /// Identifies a call: numbers of code objects, and the caller's instruction.
  static std::uint64_t key(std::uint32_t caller, std::int32_t instruction, std::uint32_t callee);

  [[nodiscard]] bool is_known(std::uint64_t call) const;
  /// It was seen, the same in both copies.
  void see(std::uint64_t call);
  /// What was seen too rarely is forgotten from time to time, so that chance does not add up.
  void start_sample();

 private:
  std::unordered_map<std::uint64_t, std::uint8_t> seen_;
  std::uint64_t samples_ = 0;
};

}  // namespace lanescope
