// A tour of two minutes over an example: what to do stands on a card, and each step waits until the
// hand has done it.
#pragma once

#include <cstddef>
#include <cstdint>
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
  std::uint64_t picks = 0;  // grows with every selection
  bool on_gpu = false;      // the selected event
  std::string search;
  bool matches = false;  // the search found something, and the selected event is one
  std::string tab;
  bool two_runs = false;
  const void* arranged_by = nullptr;  // what of two runs sets the time in view; null: one run
  std::string path;
};

struct TourStep {
  const char* title;
  /// "{zoom_in}" stands for the keys of that command.
  const char* words;
  const char* brief;  // the same in half a line
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
  /// Whether that file has just been opened, alone. Call once per frame.
  bool meets(const Workspace& workspace, std::string_view path);
  /// Whether its step asks for a click on the launch call of the selected kernel.
  [[nodiscard]] bool asks_for_launch() const;
  /// Draws the card into `area`, which tour_card_room() gives.
  TourChoice draw(const Ui& ui, Rect area, const KeyTexts& keys);
  /// Skips a step.
  void next();

 private:
  /// The search that a step asked for dims the lanes, so it ends once the hand has left its field.
  void clear_search(const Workspace& workspace);
  void leave_step();
  void judge(TourView now);

  std::optional<std::size_t> step_;
  std::optional<TourView> before_;  // when the step began
  int settling_ = 0;                // frames in which the time in view is not the hand's doing
  std::string asked_search_;        // that a step has asked for; empty: none, or cleared
  std::string met_;                 // the file of A in the last frame
};

}  // namespace lanescope
