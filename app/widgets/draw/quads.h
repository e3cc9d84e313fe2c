// Many filled rectangles in a draw list, without what ImGui does for each.
#pragma once

#include "app/widgets/draw/rect.h"

namespace lanescope {

/// Appends filled rectangles to a draw list. Reserves room for many at once, so nothing else may be
/// drawn in the list before flush(). Not owned: the list. UI thread only.
class QuadWriter {
 public:
  explicit QuadWriter(ImDrawList& list) : list_(list), uv_(ImGui::GetFontTexUvWhitePixel()) {}
  ~QuadWriter() { flush(); }
  QuadWriter(const QuadWriter&) = delete;
  QuadWriter& operator=(const QuadWriter&) = delete;

  /// Inline: a frame draws a hundred thousand.
  void fill(Rect at, ImU32 color) {
    if (reserved_ == 0) {
      list_.PrimReserve(kBatch * kIndices, kBatch * kCorners);
      reserved_ = kBatch;
    }
    --reserved_;
    ImDrawVert* const corner = list_._VtxWritePtr;
    corner[0] = {{at.x0, at.y0}, uv_, color};
    corner[1] = {{at.x1, at.y0}, uv_, color};
    corner[2] = {{at.x1, at.y1}, uv_, color};
    corner[3] = {{at.x0, at.y1}, uv_, color};
    ImDrawIdx* const index = list_._IdxWritePtr;
    const unsigned int first = list_._VtxCurrentIdx;
    const unsigned int order[kIndices] = {0, 1, 2, 0, 2, 3};  // two triangles
    for (int i = 0; i < kIndices; ++i) index[i] = static_cast<ImDrawIdx>(first + order[i]);
    list_._VtxWritePtr = corner + kCorners;
    list_._IdxWritePtr = index + kIndices;
    list_._VtxCurrentIdx = first + kCorners;
  }

  /// Gives back the room that was not used.
  void flush() {
    if (reserved_ > 0) list_.PrimUnreserve(reserved_ * kIndices, reserved_ * kCorners);
    reserved_ = 0;
  }

 private:
  static constexpr int kBatch = 64;
  static constexpr int kCorners = 4;
  static constexpr int kIndices = 6;

  ImDrawList& list_;
  ImVec2 uv_;         // of a white pixel in the texture
  int reserved_ = 0;  // rectangles that the list has room for
};

}  // namespace lanescope
