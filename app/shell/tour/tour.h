// A tour of two minutes over an example: what to do stands on a card, and each step waits until the
// hand has done it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "app/panes/pane/pane.h"
#include "app/widgets/draw/ui.h"
#include "app/workspace/workspace.h"
#include "core/base/time.h"

namespace lanescope {

/// What a step is judged by: how the view was when it began, and how it is now.
struct TourView {
  TimeRange range = {};
  EventId selected = EventId::None;
  bool on_gpu = false;  // the selected event
  std::string search;
  bool matches = false;  // the search found something, and the selected event is one
  std::string tab;
  bool two_runs = false;
};

struct TourStep {
  const char* title;
  /// "{zoom_in}" stands for the keys of that command.
  const char* words;
  bool (*done)(const TourView& before, const TourView& now);
};

/// The examples it is about: the one to look at, and the one to compare it with.
inline constexpr std::string_view kTourExample = "slow", kTourExampleBeside = "fixed";

/// What was clicked on the card.
enum class TourChoice : unsigned char { None, Next, End, Compare };

/// UI thread only.
class Tour {
 public:
  /// Begins with the first step, over the trace that is open.
  void start();
  void end();
  [[nodiscard]] bool running() const { return step_.has_value(); }
  /// Whether its last step was done; it then says so until it is closed.
  [[nodiscard]] bool finished() const;

  /// Call once per frame: goes on if the step was done. Without an open trace, the tour ends.
  void refresh(const Workspace& workspace);
  /// Draws the card into the lower left corner of `area`.
  TourChoice draw(const Ui& ui, Rect area, const KeyTexts& keys);
  /// Skips a step.
  void next();

 private:
  std::optional<std::size_t> step_;
  std::optional<TourView> before_;  // when the step began
};

}  // namespace lanescope
