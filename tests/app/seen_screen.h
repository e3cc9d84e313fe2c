// What a user would see in the last frame: the words and their positions, and how much there is of
// each color. Read from the data that ImGui would send to the GPU, so the program itself needs no
// support for it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "imgui.h"

#include "app/widgets/draw/rect.h"

namespace lanescope {

/// Adjacent letters, with the spaces between them.
struct SeenWords {
  std::string text;
  ImVec2 at;        // start of the first letter, at the top of its line
  float end_x = 0;  // end of the last letter
  float size = 0;   // size and color of the first letter
  ImU32 color = 0;
};

class SeenScreen {
 public:
  /// Reads the context's last frame, with its current fonts.
  SeenScreen();

  /// The words that start within a rectangle, laid out as on a page: a line for each height, in
  /// columns of eight pixels from the rectangle's left edge.
  [[nodiscard]] std::string page(Rect where) const;
  /// "6 under 30.16 GFLOP": words in a line that start within a rectangle and are printed over each
  /// other.
  [[nodiscard]] std::vector<std::string> overprints(Rect where) const;
  /// "#4e79a7 1240 px² 16–220, 40–56": what is painted within a rectangle, color by color, with its
  /// bounding box. Antialiased edges and gradients are left out.
  [[nodiscard]] std::string colors(Rect where) const;
  /// Both, each line with a hash that changes if a word or shape in it moves by a pixel, or changes
  /// in size or color.
  [[nodiscard]] std::vector<std::string> exact(Rect where) const;

 private:
  using Line = std::vector<SeenWords>;
  struct Paint {
    double area = 0;
    float x0 = 1e9F, y0 = 1e9F, x1 = -1e9F, y1 = -1e9F;
    std::uint64_t places;
    Paint();
  };
  struct Triangle {
    ImVec2 corners[3];
    ImU32 color;
    ImVec4 clip;
  };
  struct Letter {
    const ImFontGlyph* glyph = nullptr;
    ImVec2 at;          // the top left of its line
    float size = 0;     // the height of its line
    float advance = 0;  // to the start of the next letter
    ImU32 color = 0;
  };

  void read_list(const ImDrawList& list);
  void read_command(const ImDrawList& list, const ImDrawCmd& command);
  [[nodiscard]] static Letter letter_of(const ImDrawVert* corners);
  void add_letter(const Letter& letter);
  [[nodiscard]] std::vector<Line> lines_in(Rect where) const;
  /// Hashing the position of every corner takes longer than everything else, and few callers need
  /// it.
  [[nodiscard]] std::map<ImU32, Paint> paints_in(Rect where, bool with_places) const;

  std::vector<SeenWords> words_;
  float words_end_x_ = 0;
  std::vector<Triangle> triangles_;
};

}  // namespace lanescope
