// Draws characters that the atlas did not start with, in the background.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "app/shell/theme/raster.h"
#include "core/base/threads/task_pool.h"

namespace lanescope {

/// A character of a face: drawn from the face's font, else from one of `others`, else from a system
/// font.
struct GlyphOrder {
  unsigned atlas = 0;    // which atlas it is for
  std::size_t face = 0;  // index in kAllFaces
  char32_t character = 0;
  std::string own_file;
  float em_px = 0;
};

struct PaintedGlyph {
  GlyphOrder order;
  std::unique_ptr<GlyphPicture> picture;  // null: no font has it
};

class GlyphPainter {
 public:
  /// `others`: font files that are tried before the system's fonts. `done` is called on another
  /// thread; it may only wake the event loop.
  GlyphPainter(std::vector<std::string> others, std::function<void()> done);
  ~GlyphPainter();
  GlyphPainter(const GlyphPainter&) = delete;
  GlyphPainter& operator=(const GlyphPainter&) = delete;

  void order(GlyphOrder order);
  /// Drops all orders and results.
  void forget();
  /// Up to `most` results, in the order requested.
  std::vector<PaintedGlyph> take(std::size_t most);
  /// There are results to take.
  [[nodiscard]] bool ready() const;
  /// There are orders in progress or results to take.
  [[nodiscard]] bool busy() const;

 private:
  class Fonts;
  void work();

  std::vector<std::string> others_;
  std::function<void()> done_;
  mutable std::mutex mutex_;
  std::deque<GlyphOrder> orders_;
  std::deque<PaintedGlyph> painted_;
  bool painting_ = false;  // a task is running or queued
  std::shared_ptr<Fonts> fonts_;
  TaskGroup tasks_{file_pool()};  // last: they use the members above
};

}  // namespace lanescope
