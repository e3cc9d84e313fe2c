// What stands above a comparison of two runs: the sentence, warnings, and on demand what differs in
// the recordings.
#pragma once

#include <memory>
#include <vector>

#include "app/panes/pane/pane.h"
#include "app/widgets/table.h"

namespace lanescope {

/// Instead of a comparison.
void draw_no_second_run(const PaneFrame& frame, Rect area);
void draw_not_compared(const PaneFrame& frame, Rect area, const Comparison& comparison);

/// Lives from frame to frame.
class CompareHead {
 public:
  /// Takes its part off the top of `area`; all of it for the recordings. There must be a value.
  void draw(const PaneFrame& frame, const Comparison& comparison, Rect& area);
  /// Lets go of the runs.
  void forget() { pair_.reset(); }
  [[nodiscard]] bool shows_recordings() const { return shows_recordings_; }

 private:
  void take(const Comparison& comparison);
  float draw_sentence(const Ui& ui, Rect line, float most_px) const;
  void draw_switch(const Ui& ui, Rect& line);
  [[nodiscard]] float warnings_height(const Ui& ui, float width) const;
  void draw_warnings(const Ui& ui, Rect rect);
  void draw_many_warnings(const Ui& ui, Rect line);
  void draw_recordings(const Ui& ui, Rect area);

  bool shows_recordings_ = false;
  TableState recordings_;
  std::shared_ptr<const ComparedPair> pair_;  // that the rest is about
  std::vector<std::string> warnings_;
  std::vector<EnvironmentDiff> facts_;
  std::string switch_;
};

}  // namespace lanescope
