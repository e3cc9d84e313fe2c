// Names of track kinds in files.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "core/store/snapshot.h"

namespace lanescope {

inline constexpr std::array<std::pair<std::string_view, TrackKind>, 9> kTrackKindNames = {{
    {"thread", TrackKind::CpuThread},
    {"stream", TrackKind::GpuStream},
    {"stream annotations", TrackKind::GpuAnnotation},
    {"stream synchronization", TrackKind::GpuSync},
    {"async", TrackKind::Async},
    {"profiler", TrackKind::Profiler},
    {"other", TrackKind::Other},
    {"thread samples", TrackKind::ThreadSamples},
    {"thread states", TrackKind::ThreadState},
}};

inline std::string_view track_kind_name(TrackKind kind) {
  for (const auto& [name, one] : kTrackKindNames) {
    if (one == kind) return name;
  }
  return "other";
}

inline std::optional<TrackKind> track_kind_of(std::string_view name) {
  for (const auto& [known, kind] : kTrackKindNames) {
    if (known == name) return kind;
  }
  return std::nullopt;
}

}  // namespace lanescope
