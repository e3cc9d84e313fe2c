// What versions of CUPTI do otherwise than they should.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lanescope::agent {

struct Quirk {
  std::uint32_t from, before;  // versions of cuptiGetVersion, [from, before)
  const char* text;            // for the user
};

/// The n-th that concerns `version`; null: no more.
const Quirk* quirk_of(std::uint32_t version, std::size_t n);

/// The names of devices and what overheads have to say are the receiver's to free in versions whose
/// records are known. In others they may be anything, and stay.
constexpr bool leaves_texts_to_us(std::uint32_t version) {
  return (version >= 18 && version <= 28) || (version >= 130000 && version < 130500);
}

/// The kinds of what the GPU does may be disabled while the program runs. Before, disabling kernels
/// may lock up with threads that launch; NVIDIA names no other kind, and copies are left alone too,
/// since a program that hangs is worse than one that pays for records that nobody reads.
constexpr bool may_disable(std::uint32_t version) {
  return version >= 130001;
}

}  // namespace lanescope::agent
