// Bugs and peculiarities of CUPTI versions.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lanescope::agent {

struct Quirk {
  std::uint32_t from, before;  // cuptiGetVersion values, [from, before)
  const char* text;            // for the user
};

/// The n-th quirk of `version`; null if there are no more.
const Quirk* quirk_of(std::uint32_t version, std::size_t n);

/// Whether the receiver must free device names and the data of overhead records. True for the
/// versions whose records are known; in others these pointers could be anything, so they are not
/// freed.
constexpr bool leaves_texts_to_us(std::uint32_t version) {
  return (version >= 18 && version <= 28) || (version >= 130000 && version < 130600);
}

/// Whether the kinds for GPU work can be disabled while the program runs. In earlier versions,
/// disabling kernels can deadlock with threads that launch; NVIDIA mentions no other kind, but
/// copies are left enabled too, since a hung program is worse than one that pays for unread
/// records.
constexpr bool may_disable(std::uint32_t version) {
  return version >= 130001;
}

}  // namespace lanescope::agent
