#include "core/view/svg/lanes.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "core/base/clamped.h"
#include "core/base/text/utf8.h"
#include "core/view/colors/color_title.h"
#include "core/view/lanes/hover_text.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr float kSmallPx = 12;
constexpr float kLeastInkPx = 0.5F;
constexpr std::size_t kLongestHint = 400;

std::string hint_of(const Snapshot& snapshot, const LaneRect& rect) {
  std::string hint = utf8_head(snapshot.text(rect.name), kLongestHint);
  if (const auto slice = snapshot.find_slice(rect.event)) {
    hint += "\n" + format_duration(slice->chunk->dur_ns[slice->slice]);
  }
  return hint;
}

std::optional<CategoryKind> sampled_kind(TrackKind kind) {
  if (kind == TrackKind::ThreadSamples) return CategoryKind::SampledFrame;
  return kind == TrackKind::ThreadState ? std::optional(CategoryKind::ThreadState) : std::nullopt;
}

float y_of(SvgBox area, const Curve& curve, double value) {
  const double share = (value - curve.scale_min) / (curve.scale_max - curve.scale_min);
  return area.y1 - static_cast<float>(clamped(share, 0.0, 1.0)) * (area.y1 - area.y0);
}

}  // namespace

Rgb svg_color(std::uint32_t packed) {
  return {static_cast<std::uint8_t>(packed), static_cast<std::uint8_t>(packed >> 8U),
          static_cast<std::uint8_t>(packed >> 16U)};
}

SvgLanes::SvgLanes(const SvgTimeline& picture, SvgWriter& out)
    : picture_(picture),
      out_(out),
      palette_(role_palette(picture.theme)),
      roles_(picture.snapshot->strings),
      names_(picture.snapshot->strings),
      frames_(picture.snapshot->strings),
      labels_(svg_labels(kSlicePx * picture.scale)) {}

void SvgLanes::draw(const Lane& lane, const LayoutItem& item, float y) {
  const Snapshot& snapshot = *picture_.snapshot;
  switch (lane.kind) {
    case LaneKind::Steps:
      draw_slices(model_.steps(snapshot, picture_.viewport), item, y);
      break;
    case LaneKind::Slices:
      draw_track(lane.track, item, y);
      break;
    case LaneKind::Counter:
      draw_counter(lane, item, y);
      break;
    case LaneKind::Memory:
      draw_memory(lane, item, y);
      break;
    case LaneKind::MemoryByCategory:
      draw_categories(lane, item, y);
      break;
    case LaneKind::Idle:
      draw_idle(lane, item, y);
      break;
    case LaneKind::LoaderBatches:
      draw_loader(lane, item, y);
      break;
    case LaneKind::Metrics:
      draw_metric(lane, item, y);
      break;
    case LaneKind::CriticalPath:
      draw_path(item, y);
      break;
  }
  draw_selected(lane, item, y);
}

void SvgLanes::draw_track(TrackId track, const LayoutItem& item, float y) {
  const Snapshot& snapshot = *picture_.snapshot;
  const auto sampled = sampled_kind(snapshot.tracks[index_of(track)].kind);
  state_labels_.reset();
  if (sampled == CategoryKind::ThreadState) state_labels_.emplace(snapshot, track);
  draw_slices(
      model_.slices(snapshot, track, item.rows_shown, picture_.viewport, roles_, item.first_row),
      item, y, sampled);
  draw_instants(track, y);
}

void SvgLanes::draw_slices(std::span<const LaneRect> rects, const LayoutItem& item, float y,
                           std::optional<CategoryKind> sampled) {
  for (const LaneRect& rect : rects) {
    if (out_.full()) return;
    const float row_y = y + picture_.layout.row_y_px(item, rect.row);
    const bool seen = row_y < clip_bottom_ && row_y + picture_.layout.metrics.slice_px > clip_top_;
    if (!item.shows(rect.row) || !seen) continue;
    if (sampled) {
      note_sampled(*sampled, rect);
    } else {
      used_[static_cast<std::size_t>(rect.role)] = true;
    }
    draw_slice(rect, row_y, sampled);
  }
  flush_thin();
}

void SvgLanes::note_sampled(CategoryKind kind, const LaneRect& rect) {
  const Snapshot& snapshot = *picture_.snapshot;
  const auto [at, fresh] = sampled_.try_emplace(std::pair(kind, rect.role));
  if (!fresh) return;
  // Functions of Python and of machine code share a track.
  const auto slice = snapshot.find_slice(rect.event);
  if (slice) kind = snapshot.kind_of(slice->chunk->category[slice->slice]);
  at->second = color_title(kind, snapshot.text(rect.name));
}

/// As on the screen.
std::string_view SvgLanes::name_of(const LaneRect& rect, std::optional<CategoryKind> sampled) {
  if (sampled == CategoryKind::SampledFrame) return frames_.of(rect.name);
  const std::string_view label =
      sampled == CategoryKind::ThreadState ? state_labels_->of(rect.event) : std::string_view();
  return label.empty() ? names_.of(rect.name) : label;
}

void SvgLanes::draw_slice(const LaneRect& rect, float y, std::optional<CategoryKind> sampled) {
  const float width = rect.x1_px - rect.x0_px;
  const float x1 = width > kThinPx ? rect.x1_px - 1 : rect.x1_px;  // a gap between neighbors
  const Rgb fill = svg_color(palette_.fill_of(rect.role, rect.shade));
  if (rect.count > 1 || width <= kThinPx) {
    add_thin(rect, x1, y, fill);
    return;
  }
  const float height = picture_.layout.metrics.slice_px;
  out_.box({rect.x0_px, y, x1, y + height}, fill, 2 * picture_.scale,
           hint_of(*picture_.snapshot, rect));
  if (width < kLabelFromPx * picture_.scale) return;
  const float pad = kLabelPadPx * picture_.scale;
  const float x = std::max(rect.x0_px, 0.0F) + pad;
  const FittedLabel label = labels_.fit(name_of(rect, sampled), x1 - x - pad);
  if (label.text.empty()) return;
  out_.words(x, y + height * 0.5F + kSlicePx * 0.36F * picture_.scale, "slice",
             svg_color(palette_.text_of(rect.role, rect.shade)), label.shown());
}

void SvgLanes::add_thin(const LaneRect& rect, float x1, float y, Rgb fill) {
  // As high as the share of its width that is covered, but never invisible.
  const float width = std::max(x1 - rect.x0_px, 0.5F);
  const float row = picture_.layout.metrics.slice_px;
  const float height = std::max(row * clamped(rect.busy, 0.0F, 1.0F), kLeastInkPx);
  fmt::format_to(std::back_inserter(thin_[packed(fill)]), "M{:.1f} {:.1f}h{:.1f}v{:.1f}h-{:.1f}z",
                 rect.x0_px, y + row - height, width, height, width);
}

void SvgLanes::flush_thin() {
  for (const auto& [color, data] : thin_) {
    out_.path(data, fmt::format("fill=\"{}\"", hex(svg_color(color))));
  }
  thin_.clear();
}

void SvgLanes::draw_instants(TrackId track, float y) {
  const float y1 = y + picture_.layout.metrics.margin_px - 1;
  std::string data;
  for (const LaneMark& mark : model_.instants(*picture_.snapshot, track, picture_.viewport)) {
    fmt::format_to(std::back_inserter(data), "M{:.1f} {:.1f}h1v3h-1z", mark.x_px, y1 - 3);
  }
  out_.path(data, fmt::format("fill=\"{}\" fill-opacity=\"0.75\"", hex(picture_.color.dim)));
}

void SvgLanes::draw_selected(const Lane& lane, const LayoutItem& item, float y) {
  if (lane.kind != LaneKind::Slices) return;
  for (const EventId event : picture_.selected) {
    const std::optional<SlicePlace> place = slice_place(*picture_.snapshot, event);
    if (!place || place->track != lane.track || !item.shows(place->row)) continue;
    const double width = picture_.viewport.width_px();
    const double x0 = clamped(picture_.viewport.x_of(place->range.begin_ns), -100.0, width + 100);
    const double x1 = clamped(picture_.viewport.x_of(place->range.end_ns), x0 + 3, width + 103);
    const float top = y + picture_.layout.row_y_px(item, place->row);
    out_.path(fmt::format("M{:.1f} {:.1f}H{:.1f}v{:.1f}H{:.1f}z", x0 - 1, top - 1, x1 + 1,
                          picture_.layout.metrics.slice_px + 2, x0 - 1),
              fmt::format("fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\"",
                          hex(picture_.color.selection)));
  }
}

SvgBox SvgLanes::curve_box(const LayoutItem& item, float y, bool has_note) const {
  const float margin = picture_.layout.metrics.margin_px;
  const float note_px = has_note ? kSmallPx * picture_.scale + 1 : 0;
  return {0, y + margin + note_px, static_cast<float>(picture_.viewport.width_px()),
          y + item.height_px - margin};
}

void SvgLanes::draw_counter(const Lane& lane, const LayoutItem& item, float y) {
  const auto& tracks = picture_.snapshot->counters;
  if (lane.index >= tracks.size()) return;
  Curve curve;
  counter_curve(*tracks[lane.index], picture_.viewport, curve);
  const Rgb color = svg_color(palette_.fill_of(ColorRole::Compute, shade_of(lane.title)));
  const Rgb under = picture_.color.background;
  draw_curve(curve, curve_box(item, y, true), blended(under, color, 0.26),
             blended(under, color, 0.9), false);
  note(counter_top_text(*picture_.snapshot, *tracks[lane.index]), y);
}

void SvgLanes::draw_memory(const Lane& lane, const LayoutItem& item, float y) {
  const auto& tracks = picture_.snapshot->memory;
  if (lane.index >= tracks.size()) return;
  const MemoryTrack& track = *tracks[lane.index];
  const bool reserves = track.peak_reserved > 0;
  const SvgBox area = curve_box(item, y, reserves);
  const Rgb under = picture_.color.background;
  const Rgb teal = svg_color(palette_.fill_of(ColorRole::Copy, 0));
  Curve curve;
  memory_curve(track, MemorySeries::Allocated, picture_.viewport, curve);
  draw_curve(curve, area, blended(under, teal, 0.28), blended(under, teal, 0.62), false);
  if (!reserves) return;
  memory_curve(track, MemorySeries::Reserved, picture_.viewport, curve);
  draw_curve(curve, area, std::nullopt, picture_.color.dim, true);
  note("reserved " + format_bytes(track.peak_reserved), y);
}

void SvgLanes::note(std::string_view text, float y) {
  const float size_px = kSmallPx * picture_.scale;
  const float x = static_cast<float>(picture_.viewport.width_px()) - 12 * picture_.scale;
  out_.words(x, y + picture_.layout.metrics.margin_px + size_px * 0.8F, "small end",
             picture_.color.dim, text);
}

void SvgLanes::draw_curve(const Curve& curve, SvgBox area, std::optional<Rgb> fill, Rgb edge,
                          bool dashed) {
  if (curve.points.empty()) return;
  std::string line, under_line;
  std::string spread;  // value ranges within a pixel
  std::string piece;   // of the line, from one gap to the next
  float piece_x = 0;
  auto to_line = std::back_inserter(piece);
  const auto end_piece = [&](float x) {
    if (piece.empty()) return;
    fmt::format_to(to_line, "H{:.1f}", x);
    line += piece;
    fmt::format_to(std::back_inserter(under_line), "{}V{:.1f}H{:.1f}z", piece, area.y1, piece_x);
    piece.clear();
  };
  for (const CurvePoint& point : curve.points) {
    const float x = std::max(point.x_px, 0.0F);
    if (point.gap) {
      end_piece(x);
      continue;
    }
    const float last = y_of(area, curve, point.last);
    if (piece.empty()) {
      piece_x = x;
      fmt::format_to(to_line, "M{:.1f} {:.1f}", x, last);
    } else {
      fmt::format_to(to_line, "H{:.1f}V{:.1f}", x, last);
    }
    const float top = y_of(area, curve, point.max);
    const float bottom = y_of(area, curve, point.min);
    if (bottom > top && !dashed)
      fmt::format_to(std::back_inserter(spread), "M{:.1f} {:.1f}V{:.1f}", x + 0.5F, top, bottom);
  }
  end_piece(area.x1);
  if (fill) out_.path(under_line, fmt::format("fill=\"{}\"", hex(*fill)));
  const std::string look = fmt::format("fill=\"none\" stroke=\"{}\"", hex(edge));
  out_.path(line, dashed ? look + " stroke-dasharray=\"4 4\"" : look);
  out_.path(spread, look);
}

}  // namespace lanescope
