// Top-level members of a trace that only this program writes: what a reader could not tell from the
// events.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "core/base/text/json_value.h"
#include "core/base/time.h"

namespace lanescope {

/// How the names of steps begin, if they are not torch.profiler's.
inline constexpr std::string_view kStepPrefixMember = "lanescopeStepPrefix";
/// The names of the ranges that the user took for steps, with `*` for any text.
inline constexpr std::string_view kStepsMember = "lanescopeSteps";
/// Whether the times were written in whole µs, in a file that has them in ns.
inline constexpr std::string_view kWholeMicrosecondsMember = "lanescopeWholeMicroseconds";
/// Whether threads count as running in their samples, as the profile that these are from does not
/// say.
inline constexpr std::string_view kAssumedRunningMember = "lanescopeAssumedRunning";
/// Whether slices of one lane with the same times stand parent first, as they did where these are
/// from. In what torch.profiler writes, ids and names tell which is the parent.
inline constexpr std::string_view kParentsFirstMember = "lanescopeParentsFirst";
/// Whether no time is a mistake, however far it is from the others: they were examined when what
/// these are from was read, or follow from weights.
inline constexpr std::string_view kTimesAreRightMember = "lanescopeTimesAreRight";
/// Times of a trace that is not longer are not examined: nothing in it can be far away.
inline constexpr Ns kShortestExamined = 60'000'000'000;
/// The format of the file that these events are from, if it was not JSON: which tool recorded them.
inline constexpr std::string_view kRecordedAsMember = "lanescopeRecordedAs";
/// What was wrong with that file, see source_issues(): by kind of the load report, how often; and
/// "truncated" or "damaged" if it was not complete.
inline constexpr std::string_view kSourceIssuesMember = "lanescopeSourceIssues";
/// In a Perfetto trace: what each of its tracks was.
inline constexpr std::string_view kTracksMember = "lanescopeTracks";
/// In a Perfetto trace: how the descriptor of a track says that its slices are async ranges, which
/// must be known before the first of them.
inline constexpr std::string_view kSpansDescription = "Lanescope: async ranges";
/// The same of a track that would be taken for one of rocprofv3's streams, which repeat its queues.
inline constexpr std::string_view kSlicesDescription = "Lanescope: slices";
inline constexpr std::string_view kStreamNames = "STREAM";
/// In a Perfetto trace, whose flows have ids only: the categories and names of them.
inline constexpr std::string_view kFlowsMember = "lanescopeFlows";
/// Where in such an id the position in that list is. Below it is the id in the trace, unless the
/// uppermost bit tells that it did not fit: then a number of its own.
inline constexpr unsigned kFlowKindShift = 32;
inline constexpr std::uint64_t kNumberedFlow = std::uint64_t{1} << 63U;

/// The instant of a Perfetto trace whose arguments are the top-level members of the trace.
inline constexpr std::string_view kMembersEvent = "Lanescope: about this trace";
inline constexpr std::string_view kMembersCategory = "__metadata";
/// Of that category: an instant that is only the end of an arrow where no slice begins.
inline constexpr std::string_view kArrowEvent = "Lanescope: end of an arrow";

inline bool is_own_member(std::string_view key) {
  return key == kStepPrefixMember || key == kStepsMember || key == kWholeMicrosecondsMember ||
         key == kAssumedRunningMember || key == kParentsFirstMember ||
         key == kTimesAreRightMember || key == kRecordedAsMember || key == kTracksMember ||
         key == kFlowsMember || key == kSourceIssuesMember;
}

inline bool is_true_member(const JsonValue& metadata, std::string_view key) {
  const JsonValue* member = metadata.find(key);
  const bool* is_it = member == nullptr ? nullptr : std::get_if<bool>(&member->data);
  return is_it != nullptr && *is_it;
}

inline bool is_assumed_running(const JsonValue& metadata) {
  return is_true_member(metadata, kAssumedRunningMember);
}
inline bool has_parents_first(const JsonValue& metadata) {
  return is_true_member(metadata, kParentsFirstMember);
}
inline bool has_right_times(const JsonValue& metadata) {
  return is_true_member(metadata, kTimesAreRightMember);
}

inline std::string text_member(const JsonValue& metadata, std::string_view key) {
  const JsonValue* member = metadata.find(key);
  return member != nullptr && member->string() != nullptr ? *member->string() : std::string();
}

/// Empty if the steps are torch.profiler's.
inline std::string step_prefix_of(const JsonValue& metadata) {
  return text_member(metadata, kStepPrefixMember);
}

/// Of names of steps in a file: all names are compared with it, at a cost that grows with both.
inline constexpr std::size_t kMostStepsPattern = 1024;

/// Empty if steps are those that are found.
inline std::string chosen_steps_of(const JsonValue& metadata) {
  std::string steps = text_member(metadata, kStepsMember);
  return steps.size() <= kMostStepsPattern ? steps : std::string();
}

/// Empty if it was not converted.
inline std::string recorded_as(const JsonValue& metadata) {
  return text_member(metadata, kRecordedAsMember);
}

}  // namespace lanescope
