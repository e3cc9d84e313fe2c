#include "tests/app/lanes/ink.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <doctest/doctest.h>

#include "app/shell/theme/theme.h"
#include "core/view/lanes/layout.h"
#include "core/view/overview/breakdown_model.h"

namespace lanescope {
namespace {

constexpr double kPoints = 0.02;  // what rounding to pixels may change

bool is_opaque(ImU32 color) {
  return color >> IM_COL32_A_SHIFT == 255;
}

float alpha_of(ImU32 color) {
  return static_cast<float>(color >> IM_COL32_A_SHIFT) / 255.0F;
}

/// Twice the signed area.
float turn(ImVec2 a, ImVec2 b, ImVec2 c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// Time within a range that the slices of a track's first row take.
double busy_ns(const Track& track, TimeRange range) {
  double sum_ns = 0;
  for (const auto& chunk : track.chunks) {
    if (chunk->rows.empty()) continue;
    const RowSlices slices = chunk->slices_of(chunk->rows.front());
    for (std::uint32_t i = 0; i < slices.size(); ++i) {
      const Ns begin_ns = std::max(slices.start_ns[i], range.begin_ns);
      const Ns end_ns = std::min(slices.start_ns[i] + slices.dur_ns[i], range.end_ns);
      if (end_ns > begin_ns) sum_ns += static_cast<double>(end_ns - begin_ns);
    }
  }
  return sum_ns;
}

/// nullopt if Overview says nothing about the device: its work is of no kind that counts as busy.
std::optional<double> overview_busy_ns(UiDriver& ui, std::int64_t device) {
  const auto ask = [&] {
    return ui.view().insights.ask<Breakdown>(InsightScope::Whole, &breakdown_insight);
  };
  ui.frames_until([&] { return ask().current; });
  std::optional<double> sum_ns;
  for (const BreakdownBar& bar : ask().value->bars) {
    if (bar.device != device) continue;
    sum_ns = 0;
    for (const BreakdownPart& part : bar.parts) {
      if (!part.idle) *sum_ns += static_cast<double>(part.ns);
    }
  }
  return sum_ns;
}

}  // namespace

SeenPixels::SeenPixels(Rect area)
    : area_{std::round(area.x0), std::round(area.y0), std::round(area.x1), std::round(area.y1)},
      width_(static_cast<int>(area_.width())),
      height_(static_cast<int>(area_.height())),
      colors_(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_)) {
  const ImDrawData& data = *ImGui::GetDrawData();
  for (int i = 0; i < data.CmdListsCount; ++i) {
    const ImDrawList& list = *data.CmdLists[i];
    for (const ImDrawCmd& command : list.CmdBuffer) {
      if (command.UserCallback != nullptr) continue;
      const ImDrawVert* corners = list.VtxBuffer.Data + command.VtxOffset;
      const ImDrawIdx* indices = list.IdxBuffer.Data + command.IdxOffset;
      const Rect clip{command.ClipRect.x, command.ClipRect.y, command.ClipRect.z,
                      command.ClipRect.w};
      for (unsigned int at = 0; at + 2 < command.ElemCount; at += 3)
        paint(corners[indices[at]], corners[indices[at + 1]], corners[indices[at + 2]], clip);
    }
  }
}

void SeenPixels::paint(const ImDrawVert& a, const ImDrawVert& b, const ImDrawVert& c, Rect clip) {
  constexpr ImU32 kRgb = ~IM_COL32_A_MASK;
  const bool one_color = ((a.col ^ b.col) & kRgb) == 0 && ((b.col ^ c.col) & kRgb) == 0;
  const bool textured = a.uv.x != b.uv.x || a.uv.x != c.uv.x || a.uv.y != c.uv.y;
  if (!one_color || textured || !(is_opaque(a.col) || is_opaque(b.col) || is_opaque(c.col))) return;
  const auto [left, right] = std::minmax({a.pos.x, b.pos.x, c.pos.x});
  const auto [top, bottom] = std::minmax({a.pos.y, b.pos.y, c.pos.y});
  const Rect box{std::max({left, clip.x0, area_.x0}), std::max({top, clip.y0, area_.y0}),
                 std::min({right, clip.x1, area_.x1}), std::min({bottom, clip.y1, area_.y1})};
  if (box.empty()) return;
  const float all = turn(a.pos, b.pos, c.pos);
  if (all == 0) return;
  constexpr float kSlack = -0.001F;  // the middle of a pixel may lie on a diagonal
  for (float y = std::floor(box.y0) + 0.5F; y < box.y1; ++y) {
    for (float x = std::floor(box.x0) + 0.5F; x < box.x1; ++x) {
      const ImVec2 p{x, y};
      const float of_a = turn(b.pos, c.pos, p) / all, of_b = turn(c.pos, a.pos, p) / all,
                  of_c = turn(a.pos, b.pos, p) / all;
      if (x < box.x0 || y < box.y0 || std::min({of_a, of_b, of_c}) < kSlack) continue;
      // Smoothed edges count from half on.
      const float alpha = of_a * alpha_of(a.col) + of_b * alpha_of(b.col) + of_c * alpha_of(c.col);
      if (alpha < 0.5F) continue;
      const auto column = static_cast<std::size_t>(x - area_.x0);
      const auto line = static_cast<std::size_t>(y - area_.y0);
      colors_[line * static_cast<std::size_t>(width_) + column] = a.col | IM_COL32_A_MASK;
    }
  }
}

bool SeenPixels::is_ink(int x, int y) const {
  return at(x, y) != 0 && at(x, y) != theme_colors(ThemeKind::Dark).background;
}

double SeenPixels::ink() const {
  int painted = 0;
  for (int y = 0; y < height_; ++y) {
    for (int x = 0; x < width_; ++x) painted += is_ink(x, y) ? 1 : 0;
  }
  return static_cast<double>(painted) / std::max(1, width_ * height_);
}

Rect row_on_screen(UiDriver& ui, const std::string& lane_key, std::uint32_t row) {
  const LaneMetrics metrics;
  const Rect lane = ui.mark("lane." + lane_key);
  const float pitch = metrics.slice_px + metrics.gap_px;
  const float y0 = std::floor(lane.y0 + metrics.margin_px + static_cast<float>(row) * pitch);
  return {lane.x0, y0, lane.x1, y0 + metrics.slice_px};
}

std::vector<LaneInk> measure_ink(UiDriver& ui) {
  std::vector<LaneInk> out;
  ui.view().viewport.fit();
  ui.settle();
  const TimeRange range = ui.view().viewport.range();
  const auto span_ns = static_cast<double>(range.length_ns());
  const auto snapshot = ui.view().snapshot();
  std::vector<Lane> lanes;
  for (const LaneGroup& group : ui.view().lanes.tree().groups)
    lanes.insert(lanes.end(), group.lanes.begin(), group.lanes.end());
  for (const Lane& lane : lanes) {
    const std::size_t track = index_of(lane.track);
    const bool stream = lane.kind == LaneKind::Slices && track < snapshot->tracks.size() &&
                        snapshot->tracks[track].kind == TrackKind::GpuStream;
    if (lane.kind != LaneKind::Idle && !stream) continue;
    ui.view().lanes.reveal(lane.key);
    ui.settle();
    const std::optional<double> busy = overview_busy_ns(ui, lane.device);
    if (!stream && !busy) continue;
    const double due_ns = stream ? busy_ns(snapshot->tracks[track], range) : span_ns - *busy;
    ui.settle();
    out.push_back({lane.key, SeenPixels(row_on_screen(ui, lane.key)).ink(), due_ns / span_ns});
  }
  return out;
}

std::size_t check_ink(const std::string& file, float width_px) {
  UiDriver ui(width_px, 900);
  ui.open(file);
  const std::vector<LaneInk> lanes = measure_ink(ui);
  for (const LaneInk& lane : lanes) {
    CAPTURE(file);
    CAPTURE(width_px);
    CAPTURE(lane.lane);
    CAPTURE(lane.painted);
    CAPTURE(lane.due);
    CHECK(std::abs(lane.painted - lane.due) < kPoints);
  }
  return lanes.size();
}

}  // namespace lanescope
