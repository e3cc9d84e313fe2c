// How far from 1970 an event may be.
#pragma once

#include "core/base/time.h"

namespace lanescope {

/// Events further from 1970 than this (146 years) are set aside: no difference of two times that
/// are kept overflows.
inline constexpr Ns kLargestTime = kMaxNs / 2;

}  // namespace lanescope
