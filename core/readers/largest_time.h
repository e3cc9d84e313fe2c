// How far from 1970 an event may be.
#pragma once

#include "core/base/time.h"

namespace lanescope {

/// Times further from 1970 than this (146 years) are moved there, so that no difference of two
/// overflows.
inline constexpr Ns kLargestTime = kMaxNs / 2;

}  // namespace lanescope
