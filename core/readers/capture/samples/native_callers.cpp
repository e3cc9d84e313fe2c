#include "core/readers/capture/samples/native_callers.h"

#include <algorithm>
#include <ranges>

namespace lanescope {

std::size_t functions_in(std::span<const SampleItem> stack) {
  const bool has_line = stack.size() > 1 && stack.back().category != stack.front().category;
  return stack.size() - (has_line ? 1 : 0);
}

double NativeCallers::Code::of(LocalId caller) const {
  const auto at = std::ranges::find(by_caller, caller, &Count::caller);
  return at == by_caller.end() ? 0 : at->samples;
}

void NativeCallers::Code::add(LocalId caller) {
  if (caller == kNoLocal) return;
  const auto at = std::ranges::find(by_caller, caller, &Count::caller);
  if (at != by_caller.end()) {
    ++at->samples;
  } else if (by_caller.size() < kMostCallers) {
    by_caller.push_back({caller, 1});
  }
}

NativeCallers::Caller NativeCallers::caller_in(std::span<const SampleItem> stack) {
  const std::size_t functions = functions_in(stack);
  const bool has_line = functions < stack.size();
  return {stack[functions - 1].name, has_line ? stack.back().name : kNoLocal};
}

void NativeCallers::note_keys(std::span<const SampleItem> frames) {
  std::uint64_t key = 0;
  keys_.clear();
  for (const SampleItem& frame : frames.first(std::min(frames.size(), kMostFrames))) {
    key = (key ^ (frame.name + 1U)) * 0x9E3779B97F4A7C15ULL;
    key ^= key >> 29U;
    keys_.push_back(key);
  }
}

double NativeCallers::ratio(LocalId caller, LocalId other) const {
  constexpr double kFewSamples = 4;  // of code: what begins alike tells more
  constexpr double kDoubt = 1;       // so many samples of a caller may as well be of any
  if (caller == other || caller == kNoLocal || other == kNoLocal) return 1;
  for (const std::uint64_t key : std::views::reverse(keys_)) {
    const auto code = codes_.find(key);
    if (code == codes_.end() || code->second.samples < kFewSamples) continue;
    if (code->second.by_caller.size() == kMostCallers) return 1;  // all call it
    const double doubt = kDoubt * code->second.samples / samples_;
    const auto share_in = [&](LocalId one) {
      const auto all = samples_of_.find(one);
      const double samples = all == samples_of_.end() ? 0 : all->second;
      return (code->second.of(one) + doubt) / (samples + kDoubt);
    };
    return share_in(caller) / share_in(other);
  }
  return 1;
}

void NativeCallers::learn(std::span<const SampleItem> frames, std::span<const SampleItem> stack) {
  note_keys(frames);
  const Caller caller = caller_in(stack);
  ++samples_;
  ++samples_of_[caller.function];
  if (caller.line != kNoLocal) ++samples_of_[caller.line];
  for (const std::uint64_t key : keys_) {
    if (codes_.size() >= kMostKept && !codes_.contains(key)) return;
    Code& code = codes_[key];
    ++code.samples;
    code.add(caller.function);
    code.add(caller.line);
  }
}

double NativeCallers::share_of_before(std::span<const SampleItem> frames, const Between& between) {
  note_keys(frames);
  const Caller before = caller_in(between.before), after = caller_in(between.after);
  const bool same_function = before.function == after.function;
  const double odds =
      same_function ? ratio(before.line, after.line) : ratio(before.function, after.function);
  const double weight = between.before_share * odds;
  return weight / (weight + 1 - between.before_share);
}

}  // namespace lanescope
