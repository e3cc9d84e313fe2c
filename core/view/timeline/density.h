// How full each pixel column of a row is. What is too short to be drawn as a bar becomes columns
// that are only as high as the covered share of their time, so a row shows as much ink as there is
// work in it, at every zoom.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace lanescope {

/// A slice, gap or block of a row. Positions are in pixels from the row's left edge.
struct DensityPart {
  float x0_px = 0, x1_px = 0;
  float covered_px = 0;    // of its width
  bool preferred = false;  // gives its columns their color, and is always easy to see
};

/// What to draw from the bottom of the row upwards.
struct DensityBar {
  std::int32_t x0_px = 0, x1_px = 0;
  std::int32_t height_px = 0;  // from 1 to that of the row
  std::uint32_t part = 0;      // whose color it has: the part that covers most of it
  bool alone = false;          // the part as a bar of its own, with room for details
  bool seam = false;           // a pixel between two bars that touch, to be drawn darker
};

/// How bars end next to each other.
enum class BarEdges : std::uint8_t {
  Gap,     // with an empty pixel between neighbors, which keeps nested rows readable
  Shared,  // a pixel that two bars share is drawn as one column, so nothing is lost
};

/// Lays out rows one after another. Owns the buffers so that frames do not allocate.
/// Single-threaded.
class DensityRow {
 public:
  /// `parts` must be in order; where one begins before the last one ends, it is cut. The result is
  /// in order, does not overlap and is valid until the next call. The area of all columns differs
  /// from what is covered by less than a pixel, plus one for every kReachPx columns in which almost
  /// nothing is covered: no part is farther than that from something to see. Bars from kAlonePx on
  /// (with gaps: from four pixels) are rounded to whole pixels. Cost: linear in parts and pixels of
  /// short ones.
  std::span<const DensityBar> lay_out(std::span<const DensityPart> parts, std::int32_t height_px,
                                      BarEdges edges);

  static constexpr std::int32_t kReachPx = 4;
  static constexpr float kAlonePx = 8;

 private:
  /// The column that is being filled.
  struct Column {
    std::int32_t x_px = 0;
    bool open = false;
    bool tail = false;       // begins with the end of a bar
    bool other = false;      // has something else than that
    bool seam = false;       // another bar begins in it
    bool preferred = false;  // `part` is
    float share = 0, most = 0;
    std::uint32_t part = 0;
  };

  void put(std::int32_t x_px, float share, std::uint32_t part, bool preferred);
  void spread(const DensityPart& part, std::uint32_t index);
  void add_alone(const DensityPart& part, std::uint32_t index);
  bool takes_edge(float share);
  void add_with_gap(std::int32_t x0_px, std::int32_t x1_px, std::uint32_t index);
  void flush();
  void push(const DensityBar& bar);

  std::vector<DensityBar> bars_;
  Column column_;
  std::int32_t height_px_ = 0;
  std::int32_t last_ink_px_ = 0;
  // What rounding has not drawn yet; negative: drawn too much.
  float carry_px_ = 0;  // of the height of columns
  float edge_px_ = 0;   // of the width of bars
};

}  // namespace lanescope
