// Which Python function called native code that was sampled between two samples of Python.
//
// The two kinds of samples are taken at different moments. Where the Python stack changes from one
// sample to the next, a native sample in between belongs to either. Its own frames tell more than
// its time: code that has been seen in one of the functions and hardly ever in the other was called
// by the former. What has been seen is learned only where the samples before and after agree: what
// was learned from guesses would confirm them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/readers/rows/sample_lane.h"

namespace lanescope {

/// The Python functions of a stack, which may end with the line of the innermost one.
std::size_t functions_in(std::span<const SampleItem> stack);

/// Costs a few look-ups for each sample, and memory for the first 2^16 pieces of native code.
class NativeCallers {
 public:
  /// The Python stacks of the samples before and after a native one, outermost first; neither is
  /// empty.
  struct Between {
    std::span<const SampleItem> before, after;
    double before_share = 1;  // how likely the former is, by what else is known
  };
  /// How likely native code belongs to the Python stack before rather than to the one after, from 0
  /// to 1. `frames`: below Python, outermost first.
  double share_of_before(std::span<const SampleItem> frames, const Between& between);

  /// The samples before and after are of this stack.
  void learn(std::span<const SampleItem> frames, std::span<const SampleItem> stack);

 private:
  /// So many of the frames next to Python tell code apart.
  static constexpr std::size_t kMostFrames = 12;
  static constexpr std::size_t kMostCallers = 64;
  static constexpr std::size_t kMostKept = 1U << 16U;

  /// A function of Python, and the line that it was at; where one is compared, the other is not.
  struct Caller {
    LocalId function = kNoLocal, line = kNoLocal;
  };
  struct Count {
    LocalId caller = kNoLocal;
    double samples = 0;
  };
  /// The samples whose native frames begin alike.
  struct Code {
    double samples = 0;
    std::vector<Count> by_caller;  // functions and lines

    [[nodiscard]] double of(LocalId caller) const;
    void add(LocalId caller);
  };

  static Caller caller_in(std::span<const SampleItem> stack);
  /// The keys of a sample's code, from that of its first frame to that of the most.
  void note_keys(std::span<const SampleItem> frames);
  /// How much more likely this code is in one caller than in another.
  [[nodiscard]] double ratio(LocalId caller, LocalId other) const;

  std::unordered_map<std::uint64_t, Code> codes_;
  double samples_ = 0;
  std::unordered_map<LocalId, double> samples_of_;  // by caller, of any code
  std::vector<std::uint64_t> keys_;
};

}  // namespace lanescope
