// Draws characters beside the window, that the atlas did not begin with.
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

/// A character of a face, as the face's font has it, else one of `others`, else any of the
/// system's.
struct GlyphOrder {
  unsigned atlas = 0;    // which one it is for
  std::size_t face = 0;  // of Faces, from the first
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
  /// `others`: font files that come before the system's. `done` is called on another thread;
  /// it must only poke the event loop.
  GlyphPainter(std::vector<std::string> others, std::function<void()> done);
  ~GlyphPainter();
  GlyphPainter(const GlyphPainter&) = delete;
  GlyphPainter& operator=(const GlyphPainter&) = delete;

  void order(GlyphOrder order);
  /// Forgets what is not painted yet.
  void forget();
  /// Some of what is painted, in the order it was asked for.
  std::vector<PaintedGlyph> take(std::size_t most);
  /// Something is painted and not taken yet.
  [[nodiscard]] bool ready() const;
  /// Something was ordered and not taken yet.
  [[nodiscard]] bool busy() const;

 private:
  class Fonts;
  void work();

  std::vector<std::string> others_;
  std::function<void()> done_;
  mutable std::mutex mutex_;
  std::deque<GlyphOrder> orders_;
  std::deque<PaintedGlyph> painted_;
  bool painting_ = false;  // a task does, or is about to
  std::shared_ptr<Fonts> fonts_;
  TaskGroup tasks_{file_pool()};  // last: they use all of the above
};

}  // namespace lanescope
