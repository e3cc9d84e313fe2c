// What an eye would see of the last frame: the words and where they stand, and how much there is of
// each colour. Read out of what ImGui would hand to the GPU, so nothing in the program knows of it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "imgui.h"

#include "app/widgets/draw/rect.h"

namespace lanescope {

/// Letters that stand side by side, with the blanks between them.
struct SeenWords {
  std::string text;
  ImVec2 at;       // where the first one begins, at the top of its line
  float size = 0;  // the first one's, and its colour
  ImU32 color = 0;
};

class SeenScreen {
 public:
  /// Of the context's last frame, with the fonts it has now.
  SeenScreen();

  /// The words that begin in a rectangle as on a page: a line for each height, in columns of eight
  /// pixels from the rectangle's left edge.
  [[nodiscard]] std::string page(Rect where) const;
  /// "#4e79a7 1240 px² 16–220, 40–56": what is painted within a rectangle, colour by colour, with
  /// the box around it. Smooth edges and colours that blend are left out.
  [[nodiscard]] std::string colors(Rect where) const;
  /// Both, each line with a mark that changes when a word or a shape of it moves by a pixel, or
  /// gets another size or colour.
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
    float advance = 0;  // to where the next one begins
    ImU32 color = 0;
  };

  void read_list(const ImDrawList& list);
  void read_command(const ImDrawList& list, const ImDrawCmd& command);
  [[nodiscard]] static Letter letter_of(const ImDrawVert* corners);
  void add_letter(const Letter& letter);
  [[nodiscard]] std::vector<Line> lines_in(Rect where) const;
  /// A hash of where each corner is takes longer than all else, and few want it.
  [[nodiscard]] std::map<ImU32, Paint> paints_in(Rect where, bool with_places) const;

  std::vector<SeenWords> words_;
  float words_end_x_ = 0;
  std::vector<Triangle> triangles_;
};

}  // namespace lanescope
