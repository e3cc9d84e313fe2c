// Top-level members of a trace that only this program writes: what a reader could not tell from the
// events.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "core/base/text/json_value.h"

namespace lanescope {

/// How the names of steps begin, if they are not torch.profiler's.
inline constexpr std::string_view kStepPrefixMember = "lanescopeStepPrefix";
/// Whether the times were written in whole µs, in a file that has them in ns.
inline constexpr std::string_view kWholeMicrosecondsMember = "lanescopeWholeMicroseconds";
/// Whether threads count as running in their samples, as the profile that these are from does not
/// say.
inline constexpr std::string_view kAssumedRunningMember = "lanescopeAssumedRunning";
/// Whether slices of one lane with the same times stand parent first, as they did where these are
/// from. In what torch.profiler writes, ids and names tell which is the parent.
inline constexpr std::string_view kParentsFirstMember = "lanescopeParentsFirst";
/// In a Perfetto trace: what each of its tracks was.
inline constexpr std::string_view kTracksMember = "lanescopeTracks";

/// The instant of a Perfetto trace whose arguments are the top-level members of the trace.
inline constexpr std::string_view kMembersEvent = "Lanescope: about this trace";
inline constexpr std::string_view kMembersCategory = "__metadata";

inline bool is_own_member(std::string_view key) {
  return key == kStepPrefixMember || key == kWholeMicrosecondsMember ||
         key == kAssumedRunningMember || key == kParentsFirstMember || key == kTracksMember;
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

/// Empty if the steps are torch.profiler's.
inline std::string step_prefix_of(const JsonValue& metadata) {
  const JsonValue* prefix = metadata.find(kStepPrefixMember);
  return prefix != nullptr && prefix->string() != nullptr ? *prefix->string() : std::string();
}

}  // namespace lanescope
