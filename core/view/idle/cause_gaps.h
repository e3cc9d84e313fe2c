// For each cause of idle time, the gap that it cost the most time in.
#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "core/analysis/idle/idle.h"
#include "core/view/events/event_ref.h"

namespace lanescope {

/// A gap, clipped to the window, and how much of it is due to the cause.
struct CauseGap {
  GapRef gap;
  Ns ns = 0;
};
/// By IdleClass; nullopt for causes that do not occur.
using CauseGaps = std::array<std::optional<CauseGap>, kIdleClasses>;

/// Of one device. Cost: a pass over its gaps.
CauseGaps cause_gaps(const IdleDevice& device);

/// Keeps the longer of both for each cause.
void keep_longer(CauseGaps& of, const CauseGaps& other);

}  // namespace lanescope
