// Names may be in any script, but the atlas starts with few glyphs. Characters that a face could
// not draw are noted here and are added a moment later.
#pragma once

#include <array>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "imgui.h"

namespace lanescope {

/// Characters that one face was asked to draw but has no glyph for. Main thread.
class GlyphRequests {
 public:
  /// Notes each missing character once. Cost: O(text), very little if all of it is ASCII.
  void note(const ImFont& font, std::string_view text);
  /// What was noted since the last call.
  std::vector<char32_t> take() { return std::exchange(fresh_, {}); }
  [[nodiscard]] bool waiting() const { return !fresh_.empty(); }
  /// Lets all characters be noted again.
  void forget();

 private:
  std::vector<char32_t> fresh_;
  std::unordered_set<char32_t> noted_;
};

/// What the faces could not draw yet, in the order of Faces. Must outlive them. Main thread.
struct GlyphSupply {
  std::array<GlyphRequests, 12> requests;
  unsigned generation = 0;  // changes with the set of glyphs

  [[nodiscard]] bool waiting() const;
};

}  // namespace lanescope
