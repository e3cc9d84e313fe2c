#include "app/panes/ranks/rows.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include "app/lanes/slice_painter.h"
#include "app/widgets/draw/paint.h"
#include "core/base/clamped.h"
#include "core/view/colors/step_look.h"

namespace lanescope {
namespace {

constexpr float kFaintest = 0.12F;  // share of the color at a measure's smallest value
constexpr std::int32_t kCompactColumnPx = 3;
constexpr float kCellLabelFromPx = 46, kCellLabelPadPx = 5;
constexpr float kDarkFrom = 0.55F;  // above, labels use the palette's text color

ColorRole role_of_measure(RanksMeasure measure) {
  switch (measure) {
    case RanksMeasure::Compute:
      return ColorRole::Compute;
    case RanksMeasure::ExposedComm:
      return ColorRole::Communication;
    case RanksMeasure::WaitCaused:
      return ColorRole::Sync;
    case RanksMeasure::Waited:
      return ColorRole::DataLoading;
    case RanksMeasure::Activity:
      break;
  }
  return ColorRole::Compute;
}

/// The bar of a row, with a gap to its neighbors.
Rect bar_of(const Ui& ui, Rect row) {
  const float pad = ui.px(row.height() > ui.px(30) ? 5 : 3);
  return {row.x0, row.y0 + pad, row.x1, row.y1 - pad};
}

/// Limited to where ImGui's floats are exact.
float x_on(Rect row, const Viewport& axis, Ns time_ns) {
  return row.x0 + static_cast<float>(clamped(axis.x_of(time_ns), -4.0, 1e5));
}

/// Instead of a bar.
void draw_words(const RanksFrame& frame, Rect row, std::string_view words) {
  const Face& face = frame.ui.face().small;
  draw_text(face, {row.x0 + frame.ui.px(8), centered_y(face, row)}, frame.ui.color().faint, words);
}

/// Around what is selected; visible even if that is very narrow.
void outline(const RanksFrame& frame, Rect bar) {
  ImGui::GetWindowDrawList()->AddRect(
      {std::floor(bar.x0) - 1, bar.y0 - 1},
      {std::max(std::ceil(bar.x1), std::floor(bar.x0) + 2) + 1, bar.y1 + 1},
      frame.ui.color().selection, frame.ui.px(2), 0, frame.ui.px(1.5F));
}

}  // namespace

ImU32 ranks_cell_color(const RanksFrame& frame, RanksMeasure measure, float share) {
  const ImU32 full = frame.palette.fill_of(role_of_measure(measure), 0);
  return mixed(frame.ui.color().background, full, kFaintest + (1 - kFaintest) * share);
}

void RanksRowPainter::draw(const RanksFrame& frame, const RanksRowPlace& place,
                           const LabelFitter& labels) {
  switch (place.row.kind) {
    case RanksRowKind::Rank:
      if (frame.view.measure == RanksMeasure::Activity ||
          frame.view.run().ranks[place.row.trace].steps.empty()) {
        draw_activity(frame, place);
      } else {
        draw_cells(frame, place, labels);
      }
      outline_selected(frame, place);
      break;
    case RanksRowKind::Stream:
      draw_stream(frame, place, labels);
      break;
    case RanksRowKind::NoStreams:
      draw_words(frame, place.rect,
                 "The streams of all ranks do not fit in memory; double-click to open this "
                 "rank alone");
      break;
    case RanksRowKind::Heading:
      break;
  }
}

void RanksRowPainter::draw_activity(const RanksFrame& frame, const RanksRowPlace& place) {
  const RanksPicture& run = frame.view.run();
  const RankPicture& rank = run.ranks[place.row.trace];
  if (const std::string_view why = run.no_work(place.row.trace); !why.empty())
    return draw_words(frame, place.rect, why);
  const Viewport own = run.own_view(place.row.trace, frame.view.viewport);
  const Rect bar = bar_of(frame.ui, place.rect);
  const auto x0 = static_cast<float>(std::max(-2.0, own.x_of(rank.extent.begin_ns)));
  const auto x1 = static_cast<float>(std::min(own.width_px() + 2, own.x_of(rank.extent.end_ns)));
  if (x1 > x0) {
    fill_rect({bar.x0 + x0, bar.y0, bar.x0 + x1, bar.y1}, packed(remainder_color(frame.palette)));
  }
  // With many ranks, there is a column only every few pixels; otherwise several hundred thousand
  // would be in view.
  const std::int32_t grain_px = frame.view.layout().compact ? kCompactColumnPx : 1;
  Viewport columns = own;
  columns.set_width_px(own.width_px() / grain_px);
  ColumnPainter painter(*ImGui::GetWindowDrawList(), bar);
  for (DensityBar at : activity_.lay_out(rank, columns, static_cast<std::int32_t>(bar.height()))) {
    const ColorRole role = activity_role(activity_.class_of(at), run.work);
    at.x0_px *= grain_px;
    at.x1_px *= grain_px;
    painter.fill(painter.rect_of(at), frame.palette.fill_of(role, 0));
  }
}

void RanksRowPainter::draw_cells(const RanksFrame& frame, const RanksRowPlace& place,
                                 const LabelFitter& labels) {
  const RanksPicture& run = frame.view.run();
  const RanksMeasure measure = frame.view.measure;
  const bool of_work = measure == RanksMeasure::Compute || measure == RanksMeasure::ExposedComm;
  if (const std::string_view why = run.no_work(place.row.trace); of_work && !why.empty())
    return draw_words(frame, place.rect, why);
  const std::vector<RankStepPicture>& steps = run.ranks[place.row.trace].steps;
  const Viewport own = run.own_view(place.row.trace, frame.view.viewport);
  const auto scale = run.scale(measure);
  const Rect bar = bar_of(frame.ui, place.rect);
  const Face& face = frame.ui.face().slice;
  const TimeRange view = own.range();
  auto step = std::ranges::partition_point(
      steps, [&](const RankStepPicture& one) { return one.range.end_ns <= view.begin_ns; });
  for (; step != steps.end() && step->range.begin_ns < view.end_ns;) {
    // Steps that share a pixel are one cell, with their largest value.
    const double x0 = std::max(-2.0, own.x_of(step->range.begin_ns));
    double x1 = own.x_of(step->range.end_ns);
    Ns most_ns = step_measure(*step, measure);
    for (++step; step != steps.end() && x1 - x0 < 2; ++step) {
      x1 = own.x_of(step->range.end_ns);
      most_ns = std::max(most_ns, step_measure(*step, measure));
    }
    x1 = std::min(x1, own.width_px() + 2);
    const float left = std::floor(bar.x0 + static_cast<float>(x0) + 0.5F);
    const float right = std::floor(bar.x0 + static_cast<float>(x1) + 0.5F);
    const float share = scale ? scale->share(most_ns) : 0;
    const float gap = right - left > 4 ? 1.0F : 0.0F;
    fill_rect({left, bar.y0, std::max(right - gap, left + 1), bar.y1},
              ranks_cell_color(frame, measure, share));
    if (right - left < frame.ui.px(kCellLabelFromPx)) continue;
    const std::string text = format_duration(most_ns);
    const FittedLabel label = labels.fit(text, right - left - 2 * frame.ui.px(kCellLabelPadPx));
    if (label.text.empty() || label.ellipsis) continue;
    const ImU32 color = share > kDarkFrom ? frame.palette.text_of(role_of_measure(measure), 0)
                                          : frame.ui.color().dim;
    draw_text(face, {std::max(left, bar.x0) + frame.ui.px(kCellLabelPadPx), centered_y(face, bar)},
              color, label.text);
  }
}

void RanksRowPainter::draw_stream(const RanksFrame& frame, const RanksRowPlace& place,
                                  const LabelFitter& labels) {
  const RanksPicture& run = frame.view.run();
  const RankPicture& rank = run.ranks[place.row.trace];
  const RankStream& stream = rank.streams[place.row.stream];
  const Viewport own = run.own_view(place.row.trace, frame.view.viewport);
  RanksView::Ink& ink = frame.view.ink(place.row.trace);
  const SliceScene scene{frame.ui,
                         *ImGui::GetWindowDrawList(),
                         frame.view.metrics().streams,
                         frame.palette,
                         labels,
                         ink.names,
                         frame.view.search.matches_of(place.row.trace)};
  slices_.paint(scene, place.rect, 0,
                model_.slices(*rank.snapshot, stream.track, stream.rows, own, ink.roles),
                BarEdges::Shared);
  outline_selected(frame, place);
  outline_event(frame, place);
}

void RanksRowPainter::outline_event(const RanksFrame& frame, const RanksRowPlace& place) {
  const auto event = frame.view.event();
  if (!event || event->trace != place.row.trace) return;
  const RankPicture& rank = frame.view.run().ranks[event->trace];
  const auto at = slice_place(*rank.snapshot, event->event);
  const RankStream& stream = rank.streams[place.row.stream];
  if (!at || at->track != stream.track || at->row >= stream.rows) return;
  const LaneMetrics& metrics = frame.view.metrics().streams;
  const float y0 = place.rect.y0 + metrics.margin_px +
                   static_cast<float>(at->row) * (metrics.slice_px + metrics.gap_px);
  const Viewport own = frame.view.run().own_view(event->trace, frame.view.viewport);
  outline(frame, {x_on(place.rect, own, at->range.begin_ns), y0,
                  x_on(place.rect, own, at->range.end_ns), y0 + metrics.slice_px});
}

void RanksRowPainter::outline_selected(const RanksFrame& frame, const RanksRowPlace& place) {
  const auto selected = frame.view.collective();
  if (!selected) return;
  const RanksPicture& run = frame.view.run();
  const MatchedCollective& one = run.analysis.matched.collectives[*selected];
  const CollectivePart* part = one.part_of(place.row.trace);
  if (part == nullptr) return;
  if (place.row.kind == RanksRowKind::Stream) {
    const RankPicture& rank = run.ranks[place.row.trace];
    const auto at = slice_place(*rank.snapshot, part->event);
    if (!at || at->track != rank.streams[place.row.stream].track) return;
  }
  const Viewport& axis = frame.view.viewport;
  const Rect bar = place.row.kind == RanksRowKind::Rank
                       ? bar_of(frame.ui, place.rect)
                       : place.rect.inset(0, frame.view.metrics().streams.margin_px);
  outline(frame, {x_on(place.rect, axis, part->arrival_ns), bar.y0,
                  x_on(place.rect, axis, part->end_ns), bar.y1});
}

std::optional<LaneHit> RanksRowPainter::hit(const RanksFrame& frame, const RanksRowPlace& place,
                                            ImVec2 at) {
  if (place.row.kind != RanksRowKind::Stream) return std::nullopt;
  const RankPicture& rank = frame.view.run().ranks[place.row.trace];
  const RankStream& stream = rank.streams[place.row.stream];
  const auto row = row_under(frame.view.metrics().streams, at.y - place.rect.y0, stream.rows);
  if (!row) return std::nullopt;
  const Viewport own = frame.view.run().own_view(place.row.trace, frame.view.viewport);
  return model_.hit(*rank.snapshot, stream.track, *row, own, at.x - place.rect.x0);
}

const RankStepPicture* RanksRowPainter::step_at(const RanksFrame& frame, const RanksRowPlace& place,
                                                ImVec2 at) {
  const RanksPicture& run = frame.view.run();
  const auto& steps = run.ranks[place.row.trace].steps;
  const Ns own_ns =
      run.on_own_clock(place.row.trace, frame.view.viewport.time_at(at.x - place.rect.x0));
  const auto step = std::ranges::partition_point(
      steps, [own_ns](const RankStepPicture& one) { return one.range.end_ns <= own_ns; });
  return step == steps.end() || step->range.begin_ns > own_ns ? nullptr : &*step;
}

}  // namespace lanescope
