// StripView: the view state of the strip of process groups above the wall. It draws nothing itself.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/panes/fleet/cell_axis.h"
#include "core/view/fleet/fleet_contents.h"
#include "core/view/results/background.h"
#include "core/view/timeline/viewport.h"

namespace lanescope {

/// UI thread only. Its rows are an axis as cell_axis.h has them.
class StripView {
 public:
  /// `wake` requests a frame, from any thread. Shows the first of the contents' group_kinds.
  StripView(std::shared_ptr<const FleetContents> contents, const std::function<void()>& wake);

  /// False: the run has no process groups to tell apart.
  [[nodiscard]] bool offered() const { return !kind_.empty(); }
  [[nodiscard]] const std::string& kind() const { return kind_; }
  void set_kind(std::string kind) { kind_ = std::move(kind); }
  /// Of the chosen kind, or while that is computed of the one before; null before the first.
  [[nodiscard]] const GroupStrip* strip() const { return strip_.get(); }

  /// Call once at the start of a frame.
  void refresh(double delta_s);
  [[nodiscard]] bool animating() const { return rows.gliding() || (offered() && !current_); }

  /// The height of the strip on the screen.
  void set_height(float height_px);
  /// Those in view, also in part.
  [[nodiscard]] WallSpan groups_in_view() const;
  /// The group at a pixel from the top; nullopt outside.
  [[nodiscard]] std::optional<std::size_t> group_at(double y_px) const;
  /// `factor` > 1 zooms in, until rows are `most_px` high.
  void zoom(double factor, double y_px, double most_px);

  Viewport rows;

 private:
  [[nodiscard]] std::size_t count() const { return strip_ ? strip_->groups.size() : 0; }

  std::shared_ptr<const FleetContents> contents_;
  std::string kind_;
  std::shared_ptr<const GroupStrip> strip_;
  bool current_ = false;
  Background<std::string, GroupStrip> strips_;
};

}  // namespace lanescope
