#include "core/readers/rows/autograd.h"

#include <algorithm>
#include <iterator>
#include <tuple>

#include "core/base/threads/work.h"

namespace lanescope {

std::vector<std::pair<AutogradPairs::Op, AutogradPairs::Op>> AutogradPairs::take() {
  const auto key = [](const Op& op) { return std::tuple(op.sequence, op.track, op.begin_ns); };
  std::ranges::sort(forward_, {}, key);
  count_work(Work::Events, forward_.size() + backward_.size());
  std::vector<std::pair<Op, Op>> pairs;
  for (const Op& backward : backward_) {
    const auto found = std::ranges::equal_range(forward_, backward.sequence, {}, &Op::sequence);
    if (found.empty() || found.front().track != found.back().track) continue;
    const auto after = std::ranges::lower_bound(found, backward.begin_ns, {}, &Op::begin_ns);
    if (after != found.begin()) pairs.emplace_back(*std::prev(after), backward);
  }
  forward_ = {};
  backward_ = {};
  return pairs;
}

}  // namespace lanescope
