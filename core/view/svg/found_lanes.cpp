// The lanes of SvgLanes that show analysis results.
#include <algorithm>
#include <array>
#include <iterator>

#include <fmt/format.h>

#include "core/view/colors/path_words.h"
#include "core/view/lanes/memory_stack.h"
#include "core/view/svg/lanes.h"
#include "core/view/text/idle_text.h"

namespace lanescope {
namespace {

constexpr float kLeastPartPx = 0.5F;
constexpr double kUnknownShare = 0.4;  // opacity of the faint color, where nothing is known

/// The stacked parts of memory at one moment; `area` is as wide as the moment.
void add_column(const MemoryStack& stack, const StackBytes& bytes, SvgBox area,
                std::array<std::string, kStackParts>& shapes) {
  double sum = 0;
  float bottom = area.y1;
  for (std::size_t part = 0; part < kStackParts; ++part) {
    if (bytes[part] <= 0) continue;
    sum += static_cast<double>(bytes[part]);
    const auto share = static_cast<float>(std::min(1.0, sum / static_cast<double>(stack.most)));
    const float top = area.y1 - share * (area.y1 - area.y0);
    fmt::format_to(std::back_inserter(shapes[part]), "M{:.1f} {:.1f}H{:.1f}V{:.1f}H{:.1f}z",
                   area.x0, bottom, area.x1, top, area.x0);
    bottom = top;
  }
}

}  // namespace

void SvgLanes::draw_part(float x0, float x1, float y, Rgb fill, Rgb text, float share,
                         std::string_view words) {
  const float height = picture_.layout.metrics.slice_px;
  const float end = std::max(x1, x0 + kLeastPartPx);
  out_.box({x0, y + height * (1 - share), end, y + height}, fill);
  const float pad = kLabelPadPx * picture_.scale;
  const float left = std::max(x0, 0.0F) + pad;
  const FittedLabel label = labels_.fit(words, end - left - pad);
  if (words.empty() || label.text.empty() || end - x0 < kLabelFromPx * picture_.scale) return;
  out_.words(left, y + height * 0.5F + kSlicePx * 0.36F * picture_.scale, "slice", text,
             label.shown());
}

void SvgLanes::draw_idle(const Lane& lane, const LayoutItem& item, float y) {
  const IdleLane* idle = picture_.found.idle ? picture_.found.idle->of(lane.device) : nullptr;
  if (idle == nullptr) return;
  std::vector<StripRun> runs;
  std::vector<IdleRect> rects;
  idle->rects(picture_.viewport, runs, rects);
  const float top = y + picture_.layout.row_y_px(item, 0);
  for (const IdleRect& rect : rects) {
    if (out_.full()) return;
    const IdleColor color = idle_color(palette_, rect.what);
    causes_[static_cast<std::size_t>(rect.what)] = true;
    draw_part(rect.x0_px, rect.x1_px, top, color.fill, color.text, rect.idle,
              rect.count == 1 ? idle_class_title(rect.what) : "");
  }
}

void SvgLanes::draw_loader(const Lane& lane, const LayoutItem& item, float y) {
  const LoaderLane* const loader =
      picture_.found.loader ? picture_.found.loader->of(TrackId{lane.index}) : nullptr;
  if (loader == nullptr) return;
  std::vector<StripRun> runs;
  std::vector<LoaderRect> rects;
  loader->rects(picture_.viewport, runs, rects);
  const float top = y + picture_.layout.row_y_px(item, 0);
  for (const LoaderRect& rect : rects) {
    if (out_.full()) return;
    const ColorRole role = loader_phase_role(rect.phase);
    used_[static_cast<std::size_t>(role)] = true;
    const float end = rect.x1_px - rect.x0_px > kThinPx ? rect.x1_px - 1 : rect.x1_px;
    draw_part(rect.x0_px, end, top, svg_color(palette_.fill_of(role, 0)),
              svg_color(palette_.text_of(role, 0)), 1,
              rect.count == 1 ? loader_phase_title(rect.phase) : "");
  }
  std::vector<float> marks;
  loader->marks(picture_.viewport, marks);
  for (const float x : marks)
    out_.box({x, top, x + 1, top + picture_.layout.metrics.slice_px}, picture_.color.text);
}

void SvgLanes::draw_path(const LayoutItem& item, float y) {
  const PathLane* path = picture_.found.path.get();
  if (path == nullptr || path->empty()) return;
  std::vector<StripRun> runs;
  std::vector<PathRect> rects;
  path->rects(picture_.viewport, runs, rects);
  const float top = y + picture_.layout.row_y_px(item, 0);
  for (const PathRect& rect : rects) {
    if (out_.full()) return;
    const PathSegment& segment = path->path().segments[rect.segment];
    const auto slice = picture_.snapshot->find_slice(segment.event);
    std::string_view words;
    if (is_waiting(segment.what) || !slice) {
      words = path_class_title(segment.what);
    } else {
      words = names_.of(slice->chunk->name[slice->slice]);
    }
    const PathLook look = look_of(rect.what);
    if (look.role) used_[static_cast<std::size_t>(*look.role)] = true;
    const Rgb fill = look.role
                         ? svg_color(palette_.fill_of(*look.role, look.shade))
                         : blended(picture_.color.background, picture_.color.faint, kUnknownShare);
    const Rgb text =
        look.role ? svg_color(palette_.text_of(*look.role, look.shade)) : picture_.color.dim;
    const float end = rect.x1_px - rect.x0_px > kThinPx ? rect.x1_px - 1 : rect.x1_px;
    draw_part(rect.x0_px, end, top, fill, text, 1, rect.count == 1 ? words : "");
  }
}

void SvgLanes::draw_metric(const Lane& lane, const LayoutItem& item, float y) {
  const auto metric = static_cast<DeviceMetric>(lane.index);
  const DeviceCurve source(picture_.found, metric, lane.device);
  if (source.empty()) return;
  Curve curve;
  source.points(picture_.viewport, curve);
  const Rgb color = svg_color(palette_.fill_of(metric_role(metric), 0));
  const Rgb under = picture_.color.background;
  draw_curve(curve, curve_box(item, y, true), blended(under, color, 0.26),
             blended(under, color, 0.9), false);
  note(metric_text(metric, curve.scale_max), y);
}

void SvgLanes::draw_categories(const Lane& lane, const LayoutItem& item, float y) {
  MemoryStack stack;
  const auto counters = category_counters(*picture_.snapshot);
  const bool blocks = picture_.found.memory && lane.index < picture_.found.memory->size();
  const bool known = picture_.found.owners && lane.index < picture_.found.owners->size();
  const OwnedBlocks none;
  const OwnedBlocks& owned = known && !counters ? (*picture_.found.owners)[lane.index] : none;
  if (counters) {
    stack.most = most_of(*counters);
    memory_stack(*counters, picture_.viewport, stack);
  } else if (blocks) {
    memory_stack((*picture_.found.memory)[lane.index], owned, picture_.viewport, stack);
  }
  const SvgBox area = curve_box(item, y, true);
  std::array<std::string, kStackParts> shapes;
  for (std::size_t i = 0; i < stack.points.size(); ++i) {
    const float x0 = std::max(stack.points[i].x_px, area.x0);
    const bool last = i + 1 == stack.points.size();
    const float x1 = last ? area.x1 : std::min(area.x1, stack.points[i + 1].x_px);
    if (x1 > x0) add_column(stack, stack.points[i].bytes, {x0, area.y0, x1, area.y1}, shapes);
  }
  for (std::size_t part = 0; part < kStackParts; ++part) {
    if (shapes[part].empty()) continue;
    const std::optional<ColorRole> role = stack_part(owned, part).role;
    const Rgb fill = role ? svg_color(palette_.fill_of(*role, 0))
                          : blended(picture_.color.background, picture_.color.faint, 0.35);
    out_.path(shapes[part], fmt::format("fill=\"{}\"", hex(fill)));
  }
}

}  // namespace lanescope
