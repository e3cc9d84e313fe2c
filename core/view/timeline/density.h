// How full each pixel column of a row is. What is too short to be drawn as a bar becomes columns
// that are only as high as the covered share of their time, so a row shows as much ink as there is
// work in it, at every zoom.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lanescope {

/// A slice, gap or block of a row. Positions are in pixels from the row's left edge, within 32,000
/// of it.
struct DensityPart {
  float x0_px = 0, x1_px = 0;
  float covered = 1;       // share of its width
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
  DensityRow();

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
  /// A part in whole fractions of a pixel.
  struct Piece {
    std::int32_t begin = 0, end = 0;
    std::int32_t density = 0;  // what it covers of a whole pixel
    bool preferred = false;
    std::uint32_t index = 0;
  };
  /// What short parts cover of a pixel column. What is more than the column is drawn in the next.
  struct Cell {
    std::uint64_t best = 0;  // see claim(); 0: no part begins here
    std::int32_t share = 0;
  };
  /// The end of a bar in a pixel that it does not fill.
  struct Tail {
    std::int32_t x_px = 0;
    bool open = false;
    Cell cell;
  };

  void start(std::int32_t height_px);
  void lay_out_shared(std::span<const DensityPart> parts);
  void lay_out_with_gaps(std::span<const DensityPart> parts);
  void add_short(const Piece& piece);
  void add_columns(const Piece& piece, std::int32_t first_px, std::int32_t last_px);
  void make_room(std::int32_t first_px);
  void add_alone(const Piece& piece);
  void add_with_gap(std::int32_t x0_px, std::int32_t x1_px, std::uint32_t index);
  bool takes_edge(std::int32_t share);
  void settle_tail();
  void draw_cells();
  void push(const DensityBar& bar);
  static Piece piece_of(const DensityPart& part, std::int32_t from, std::uint32_t index);
  /// A part's claim to give a column its color; the largest one wins.
  static std::uint64_t claim(const Piece& piece, std::int32_t share);

  std::vector<DensityBar> bars_;  // the first `drawn_` are valid
  std::size_t drawn_ = 0;
  std::vector<Cell> cells_;  // from pixel `cells_x_px_`; empty from `cells_end_px_` on
  std::int32_t cells_x_px_ = 0, cells_end_px_ = 0;
  std::int32_t cells_limit_px_ = 0;  // farther columns have no room
  Tail tail_;
  std::int32_t height_px_ = 0;
  std::int32_t last_ink_px_ = 0;
  // What rounding has not drawn yet, in fractions of a pixel; negative: drawn too much.
  std::int32_t carry_ = 0;  // of the height of columns
  std::int32_t edge_ = 0;   // of the width of bars
};

}  // namespace lanescope
