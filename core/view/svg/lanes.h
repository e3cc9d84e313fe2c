// The contents of lanes as SVG: slices, steps, instants and curves.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/view/colors/idle_look.h"
#include "core/view/colors/role.h"
#include "core/view/lanes/model.h"
#include "core/view/lanes/state_labels.h"
#include "core/view/svg/timeline.h"
#include "core/view/svg/writer.h"
#include "core/view/text/frame_label.h"
#include "core/view/text/short_name.h"
#include "core/view/timeline/curve_model.h"

namespace lanescope {

/// From a color packed as in RolePalette.
Rgb svg_color(std::uint32_t packed);

class SvgLanes {
 public:
  SvgLanes(const SvgTimeline& picture, SvgWriter& out);

  /// Rows outside this range are omitted.
  void set_clip(float top, float bottom) {
    clip_top_ = top;
    clip_bottom_ = bottom;
  }
  /// Draws a lane whose top left corner is at (0, y).
  void draw(const Lane& lane, const LayoutItem& item, float y);
  /// Roles drawn so far, but not of sampled slices.
  [[nodiscard]] const std::array<bool, kRoleCount>& roles() const { return used_; }
  /// What the colors of sampled slices drawn so far mean.
  using SampledLegend = std::map<std::pair<CategoryKind, ColorRole>, std::string_view>;
  [[nodiscard]] const SampledLegend& sampled() const { return sampled_; }
  /// Causes of idle time drawn so far, by IdleClass.
  [[nodiscard]] const std::array<bool, kIdleClasses + 1>& idle_causes() const { return causes_; }

 private:
  static constexpr float kSlicePx = 11.5F;
  static constexpr float kThinPx = 3;  // narrower slices have no tooltip
  static constexpr float kLabelFromPx = 22, kLabelPadPx = 5;

  void draw_track(TrackId track, const LayoutItem& item, float y);
  /// `sampled`: the kind of slices that have a legend of their own; their labels begin with the
  /// function.
  void draw_slices(std::span<const LaneRect> rects, const LayoutItem& item, float y,
                   std::optional<CategoryKind> sampled = std::nullopt);
  void note_sampled(CategoryKind kind, const LaneRect& rect);
  void draw_slice(const LaneRect& rect, float y, std::optional<CategoryKind> sampled);
  std::string_view name_of(const LaneRect& rect, std::optional<CategoryKind> sampled);
  void draw_instants(TrackId track, float y);
  void draw_selected(const Lane& lane, const LayoutItem& item, float y);
  void draw_counter(const Lane& lane, const LayoutItem& item, float y);
  void draw_memory(const Lane& lane, const LayoutItem& item, float y);
  // From analyses; implemented in found_lanes.cpp.
  void draw_idle(const Lane& lane, const LayoutItem& item, float y);
  void draw_loader(const Lane& lane, const LayoutItem& item, float y);
  void draw_path(const LayoutItem& item, float y);
  /// A part of a row that is not a slice, filled from below up to `share` of its height.
  void draw_part(float x0, float x1, float y, Rgb fill, Rgb text, float share,
                 std::string_view words);
  void draw_metric(const Lane& lane, const LayoutItem& item, float y);
  void draw_categories(const Lane& lane, const LayoutItem& item, float y);
  void draw_curve(const Curve& curve, SvgBox area, std::optional<Rgb> fill, Rgb edge, bool dashed);
  void note(std::string_view text, float y);
  SvgBox curve_box(const LayoutItem& item, float y, bool has_note) const;
  /// Thin slices of the same color share one path, which keeps a picture of a busy view small.
  void add_thin(const LaneRect& rect, float x1, float y, Rgb fill);
  void flush_thin();

  const SvgTimeline& picture_;
  SvgWriter& out_;
  const RolePalette& palette_;
  RoleTable roles_;
  ShortNames names_;
  FrameLabels frames_;
  std::optional<StateLabels> state_labels_;  // while a track of states is drawn
  LaneModel model_;
  LabelFitter labels_;
  std::map<std::uint32_t, std::string> thin_;  // by color
  std::array<bool, kRoleCount> used_{};
  SampledLegend sampled_;
  std::array<bool, kIdleClasses + 1> causes_{};
  float clip_top_ = 0, clip_bottom_ = 0;
};

}  // namespace lanescope
