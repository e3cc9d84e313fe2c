// The critical path lane: what determined the duration of the window at each moment, and below it
// the time of each class.
#include <cmath>

#include <fmt/format.h>

#include "app/lanes/lane_view.h"
#include "app/lanes/slice_painter.h"
#include "app/lanes/strip_block.h"
#include "app/widgets/draw/paint.h"
#include "core/view/lanes/path_lane.h"
#include "core/view/text/time_text.h"
#include "core/view/text/window_words.h"

namespace lanescope {
namespace {

constexpr float kLegendGapPx = 16;
constexpr float kSwatchPx = 9;
constexpr float kUntracedShare = 0.4F;  // of the faint color

class CriticalPathLane final : public LaneView {
 public:
  void draw(const LaneScene& scene, const LanePlace& place) override {
    refresh(scene, place);
    entries_.clear();
    const Rect row = row_rect(scene, place, 0);
    if (path_ == nullptr || path_->empty()) return draw_note(scene, row);
    for (const PathRect& rect : rects_) paint(scene, row, rect);
    for (const PathRect& rect : rects_) {
      const PathSegment& segment = path_->path().segments[rect.segment];
      if (rect.count == 1 && segment.event != EventId::None &&
          scene.selection.contains(segment.event))
        outline_slice(scene, row, segment.range);
    }
    draw_legend(scene, {place.rect.x0, row.y1, place.rect.x1, place.rect.y1});
  }

  std::optional<LaneHit> hit(const LaneScene& scene, const LanePlace& place, ImVec2 at) override {
    const auto found = segment_at(scene, place, at);
    if (!found) return std::nullopt;
    const PathSegment& segment = path_->path().segments[found->segment];
    if (segment.event == EventId::None) return std::nullopt;
    LaneHit hit;
    hit.event = segment.event;
    hit.count = found->count;
    hit.range = segment.range;
    hit.busy_ns = found->total_ns;
    return hit;
  }

  LaneWords reading(const LaneScene& scene, const LanePlace& place, ImVec2 at) override {
    if (const auto found = segment_at(scene, place, at)) {
      return found->count > 1 ? reading_of_block(scene, *found)
                              : reading_of_segment(scene, path_->path().segments[found->segment]);
    }
    for (const Entry& entry : entries_) {
      if (at.y >= entry.y0 && at.x >= entry.x0 && at.x < entry.x1)
        return reading_of_class(scene, entry);
    }
    return {};
  }

 private:
  /// A class in the legend, as drawn in the last frame.
  struct Entry {
    PathShare share;
    float x0 = 0, x1 = 0, y0 = 0;
  };

  void refresh(const LaneScene& scene, const LanePlace& place) {
    const LaneQueryKey key = query_key(scene, place);
    if (path_ == scene.path && key == key_) return;
    path_ = scene.path;
    key_ = key;
    rects_.clear();
    if (path_ != nullptr && !path_->empty()) path_->rects(scene.viewport, runs_, rects_);
  }

  std::optional<PathLane::Hit> segment_at(const LaneScene& scene, const LanePlace& place,
                                          ImVec2 at) {
    refresh(scene, place);
    if (path_ == nullptr || path_->empty() || at.y >= row_rect(scene, place, 0).y1) {
      return std::nullopt;
    }
    return path_->hit(scene.viewport, at.x - place.rect.x0);
  }

  void draw_note(const LaneScene& scene, Rect row) const {
    const bool waits = path_ == nullptr;
    const std::string_view text = !waits ? "No events with a duration in this window"
                                  : scene.snapshot.complete ? "Computing the critical path…"
                                                            : "Waiting for the trace to load…";
    draw_text(scene.list, scene.ui.face().small,
              {row.x0 + scene.ui.px(8), centered_y(scene.ui.face().small, row)},
              scene.ui.color().faint, text);
  }

  static ImU32 color_of(const LaneScene& scene, PathClass what) {
    const PathLook look = look_of(what);
    return look.role ? scene.palette.fill_of(*look.role, look.shade)
                     : mixed(scene.ui.color().background, scene.ui.color().faint, kUntracedShare);
  }

  void paint(const LaneScene& scene, Rect row, const PathRect& rect) const {
    const auto at =
        paint_block(scene, row, {rect.x0_px, rect.x1_px, rect.count}, color_of(scene, rect.what));
    if (at) label(scene, *at, path_->path().segments[rect.segment]);
  }

  static std::string_view name_of(const LaneScene& scene, EventId event) {
    const auto slice = scene.snapshot.find_slice(event);
    return slice ? scene.names.of(slice->chunk->name[slice->slice]) : std::string_view();
  }

  /// The event's name; for waiting, the title of the class.
  static std::string_view words_of(const LaneScene& scene, const PathSegment& segment) {
    return is_waiting(segment.what) ? path_class_title(segment.what)
                                    : name_of(scene, segment.event);
  }

  static void label(const LaneScene& scene, Rect at, const PathSegment& segment) {
    const Face& face = scene.ui.face().slice;
    const FittedLabel fitted = scene.labels.fit(words_of(scene, segment), at.x1 - at.x0);
    if (fitted.text.empty()) return;
    const PathLook look = look_of(segment.what);
    const ImU32 color =
        look.role ? scene.palette.text_of(*look.role, look.shade) : scene.ui.color().dim;
    const ImVec2 from{at.x0, centered_y(face, at)};
    draw_text(scene.list, face, from, color, fitted.text);
    if (fitted.ellipsis)
      draw_text(scene.list, face, {from.x + scene.labels.width_px(fitted.text), from.y}, color,
                "…");
  }

  /// As many classes as fit, largest first, and the number of the others.
  void draw_legend(const LaneScene& scene, Rect line) {
    const Ui& ui = scene.ui;
    const Face& face = ui.face().small;
    const float y = centered_y(face, line);
    const float side = ui.px(kSwatchPx);
    float x = line.x0 + ui.px(8);
    const auto shares = path_->shares();
    for (std::size_t i = 0; i < shares.size(); ++i) {
      const PathShare& share = shares[i];
      const std::string_view title = path_class_title(share.what);
      const std::string figures =
          format_share(share.share) + "  " + format_duration(share.total_ns);
      const float title_px = text_width(face, title);
      const float end = x + side + ui.px(5) + title_px + ui.px(5) + text_width(face, figures);
      const float room = i + 1 == shares.size() ? 0 : ui.px(50);
      if (end + room > line.x1) {
        draw_text(scene.list, face, {x, y}, ui.color().faint,
                  fmt::format("+{}", shares.size() - i));
        return;
      }
      const float top = std::floor((line.y0 + line.y1 - side) / 2);
      scene.list.AddRectFilled({x, top}, {x + side, top + side}, color_of(scene, share.what),
                               ui.px(2));
      draw_text(scene.list, face, {x + side + ui.px(5), y}, ui.color().dim, title);
      draw_text(scene.list, face, {x + side + ui.px(10) + title_px, y}, ui.color().text, figures);
      ui.mark({"path.", title}, {x, line.y0, end, line.y1});
      entries_.push_back({share, x, end, line.y0});
      x = end + ui.px(kLegendGapPx);
    }
  }

  [[nodiscard]] std::string of_window() const {
    return "% of " + std::string(window_phrase(path_->window()));
  }

  [[nodiscard]] LaneWords reading_of_segment(const LaneScene& scene,
                                             const PathSegment& segment) const {
    LaneWords reading;
    reading.title = path_class_title(segment.what);
    reading.sentence = path_class_meaning(segment.what);
    reading.swatch = color_of(scene, segment.what);
    const std::string_view name = name_of(scene, segment.event);
    if (!name.empty()) reading.facts.emplace_back("Event", name);
    reading.facts.emplace_back("Duration", format_duration(segment.range.length_ns()));
    reading.facts.emplace_back(of_window(),
                               format_share(path_->share_of(segment.range.length_ns())));
    return reading;
  }

  [[nodiscard]] LaneWords reading_of_block(const LaneScene& scene, const PathLane::Hit& hit) const {
    const PathSegment& longest = path_->path().segments[hit.segment];
    LaneWords reading =
        words_of_block(hit.count, "segment", hit.total_ns, color_of(scene, longest.what));
    reading.facts.emplace_back("Longest", format_duration(longest.range.length_ns()));
    reading.facts.emplace_back("Class of longest", path_class_title(longest.what));
    return reading;
  }

  [[nodiscard]] LaneWords reading_of_class(const LaneScene& scene, const Entry& entry) const {
    LaneWords reading;
    reading.title = path_class_title(entry.share.what);
    reading.sentence = path_class_meaning(entry.share.what);
    reading.swatch = color_of(scene, entry.share.what);
    reading.facts.emplace_back("Total", format_duration(entry.share.total_ns));
    reading.facts.emplace_back(of_window(), format_share(entry.share.share));
    return reading;
  }

  const PathLane* path_ = nullptr;
  LaneQueryKey key_;
  std::vector<StripRun> runs_;
  std::vector<PathRect> rects_;
  std::vector<Entry> entries_;
};

}  // namespace

std::unique_ptr<LaneView> make_critical_path_lane() {
  return std::make_unique<CriticalPathLane>();
}

}  // namespace lanescope
