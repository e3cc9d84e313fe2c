// One chart of a history: a metric over the runs, from left to right in order of time.
#pragma once

#include <cstddef>
#include <optional>

#include "app/panes/history/frame.h"

namespace lanescope {

/// Draws a panel into a cell, and handles the mouse over it.
class MetricChart {
 public:
  MetricChart(const HistoryFrame& frame, const HistoryPanel& panel, Rect cell);

  /// The least height at which it can be read, in pixels of a design.
  static constexpr float kLeastPx = 126;

  void draw();
  /// The run that is under the mouse; nullopt: none.
  [[nodiscard]] std::optional<std::size_t> pointed() const { return pointed_; }
  /// What is known of that run, beside the mouse.
  void draw_hover() const;

 private:
  void draw_head() const;
  void draw_scale() const;
  void draw_dates() const;
  void draw_runs() const;
  void draw_levels() const;
  void draw_marks() const;
  void draw_mark(const HistoryMark& mark, float& free_x) const;
  void draw_highlight(std::size_t run, ImU32 color) const;
  void handle_mouse();

  [[nodiscard]] float column_px() const;
  /// The left edge of a run's column.
  [[nodiscard]] float left_of(std::size_t run) const;
  [[nodiscard]] float middle_of(std::size_t run) const { return left_of(run) + column_px() / 2; }
  [[nodiscard]] float y_of(double value) const;
  [[nodiscard]] bool is_beyond(double value) const;
  [[nodiscard]] ImU32 color() const;

  const HistoryFrame& frame_;
  const Ui& ui_;
  const HistoryPanel& panel_;
  Rect head_, plot_, dates_;
  std::optional<std::size_t> pointed_;
};

}  // namespace lanescope
