// Names come in any script, the atlas begins with a few: what a face was asked to draw and could
// not is noted here, and comes a moment later.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "imgui.h"

namespace lanescope {

/// Characters that one face was asked for and has no glyph of. Main thread.
class GlyphRequests {
 public:
  /// Each character is noted once. Cost: O(text), next to nothing where all of it is ASCII.
  void note(const ImFont& font, std::string_view text);
  /// What was noted since it was asked last.
  std::vector<char32_t> take() { return std::exchange(fresh_, {}); }
  [[nodiscard]] bool waiting() const { return !fresh_.empty(); }
  /// All may be asked for again.
  void forget();

 private:
  std::vector<char32_t> fresh_;
  std::unordered_set<char32_t> noted_;
};

/// What all faces could not draw yet, one after the other as in Faces. Must outlive them. Main
/// thread.
struct GlyphSupply {
  std::array<GlyphRequests, 12> requests;
  unsigned generation = 0;  // of what the faces can draw

  [[nodiscard]] bool waiting() const;
};

}  // namespace lanescope
