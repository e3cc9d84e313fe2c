// The top of a comparison of two runs: the parts of the change, the warnings, and on request the
// differences between the recordings.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/panes/pane/pane.h"
#include "app/widgets/table.h"

namespace lanescope {

/// Shown instead of a comparison.
void draw_no_second_run(const PaneFrame& frame, Rect area);
void draw_not_compared(const PaneFrame& frame, Rect area, const Comparison& comparison);

/// Kept between frames.
class CompareHead {
 public:
  /// Takes the space it needs off the top of `area`; all of it while showing the recordings. The
  /// comparison must have a value.
  void draw(const PaneFrame& frame, const Comparison& comparison, Rect& area);
  /// Releases the runs.
  void forget() { pair_.reset(); }
  [[nodiscard]] bool shows_recordings() const { return shows_recordings_; }

 private:
  void take(const Comparison& comparison);
  float draw_parts(const Ui& ui, Rect line, bool may_wrap) const;
  void draw_sentence_tooltip(const Ui& ui) const;
  void draw_switch(const Ui& ui, Rect& line);
  [[nodiscard]] std::string warnings_on_one_line() const;
  /// Where the warnings fit to the right of the parts; empty if nowhere.
  [[nodiscard]] Rect room_beside_parts(const Ui& ui, Rect line) const;
  void draw_beside_parts(const Ui& ui, Rect rect);
  [[nodiscard]] float warnings_height(const Ui& ui, float width) const;
  void draw_warnings(const Ui& ui, Rect rect);
  void draw_many_warnings(const Ui& ui, Rect line);
  void draw_recordings(const Ui& ui, Rect area);

  bool shows_recordings_ = false;
  TableState recordings_;
  std::shared_ptr<const ComparedPair> pair_;  // what the following members are about
  std::vector<std::string> warnings_;
  std::vector<EnvironmentDiff> facts_;
  std::pair<std::string, std::string> files_;  // of A and B, without the folders in common
  std::string switch_;
};

}  // namespace lanescope
