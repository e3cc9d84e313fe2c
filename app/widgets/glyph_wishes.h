// Names come in any script, the atlas holds a few: what a face was asked to draw and could not is
// noted here, and the next atlas has it.
#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <set>
#include <string_view>

#include "imgui.h"

namespace lanescope {

/// Characters that one face was asked for and has no glyph of. Main thread.
class GlyphWishes {
 public:
  /// That one face has in addition. Enough for all that a language uses daily, and a bound for what
  /// no language does; what comes later stays the sign of a missing glyph.
  static constexpr std::size_t kMost = 4096;

  /// Cost: O(text), next to nothing where all of it is ASCII.
  void note(const ImFont& font, std::string_view text);
  /// Something was noted since take().
  [[nodiscard]] bool waiting() const { return waiting_; }
  /// All that was ever noted, for an atlas that is built now.
  const std::set<ImWchar>& take();
  /// After that: what its fonts lack too is not asked for again, and takes no place.
  void forget_missing(const ImFont& font);

 private:
  std::set<ImWchar> wanted_;
  std::bitset<IM_UNICODE_CODEPOINT_MAX + 1> noted_;
  bool waiting_ = false;
};

/// What all faces could not draw yet, one after the other as in Faces. Must outlive them. Main
/// thread.
struct GlyphSupply {
  std::array<GlyphWishes, 12> wishes;
  unsigned atlases = 0;  // built so far

  [[nodiscard]] bool waiting() const;
};

}  // namespace lanescope
