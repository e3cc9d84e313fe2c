#include "app/shell/theme/painter.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "app/shell/theme/font_search.h"

namespace lanescope {
namespace {

/// Characters that only control how others are drawn. Excludes those that change the text
/// direction: a name must not hide them.
bool is_invisible(char32_t c) {
  return c == 0x00AD || c == 0x034F || (c >= 0x200B && c <= 0x200D) || c == 0x2060 ||
         (c >= 0xFE00 && c <= 0xFE0F) || c == 0xFEFF || (c >= 0xE0100 && c <= 0xE01EF);
}

}  // namespace

/// Used by the task only: fonts are opened when their characters are first needed.
class GlyphPainter::Fonts {
 public:
  explicit Fonts(const std::vector<std::string>& others) : others_(others) {}

  std::unique_ptr<GlyphPicture> draw(const GlyphOrder& order) {
    if (is_invisible(order.character)) return std::make_unique<GlyphPicture>();
    if (auto own = raster_.draw({order.own_file, 0}, order.character, order.em_px)) return own;
    for (const std::string& file : others_) {
      if (auto other = raster_.draw({file, 0}, order.character, order.em_px)) return other;
    }
    const std::optional<FontPlace> place = search_.find(order.character);
    return place ? raster_.draw(*place, order.character, order.em_px) : nullptr;
  }

 private:
  const std::vector<std::string>& others_;
  GlyphRaster raster_;
  FontSearch search_;
};

GlyphPainter::GlyphPainter(std::vector<std::string> others, std::function<void()> done)
    : others_(std::move(others)), done_(std::move(done)) {}

GlyphPainter::~GlyphPainter() {
  forget();
}

void GlyphPainter::order(GlyphOrder order) {
  const std::lock_guard lock(mutex_);
  orders_.push_back(std::move(order));
  if (!painting_) painting_ = tasks_.submit(Urgency::Quick, [this] { work(); });
}

void GlyphPainter::forget() {
  const std::lock_guard lock(mutex_);
  orders_.clear();
  painted_.clear();
}

std::vector<PaintedGlyph> GlyphPainter::take(std::size_t most) {
  const std::lock_guard lock(mutex_);
  const auto end = painted_.begin() + static_cast<std::ptrdiff_t>(std::min(most, painted_.size()));
  std::vector<PaintedGlyph> taken(std::make_move_iterator(painted_.begin()),
                                  std::make_move_iterator(end));
  painted_.erase(painted_.begin(), end);
  return taken;
}

bool GlyphPainter::ready() const {
  const std::lock_guard lock(mutex_);
  return !painted_.empty();
}

bool GlyphPainter::busy() const {
  const std::lock_guard lock(mutex_);
  // Without a thread, there is nothing to wait for.
  return painting_ || !painted_.empty();
}

void GlyphPainter::work() {
  if (!fonts_) fonts_ = std::make_shared<Fonts>(others_);
  std::unique_lock lock(mutex_);
  while (!orders_.empty()) {
    GlyphOrder order = std::move(orders_.front());
    orders_.pop_front();
    lock.unlock();
    std::unique_ptr<GlyphPicture> picture = fonts_->draw(order);
    lock.lock();
    painted_.push_back({std::move(order), std::move(picture)});
    // Reports a screenful at once, because each frame with new glyphs measures its labels again.
    if (!orders_.empty() && painted_.size() < 64) continue;
    lock.unlock();
    if (done_) done_();
    lock.lock();
  }
  painting_ = false;
}

}  // namespace lanescope
