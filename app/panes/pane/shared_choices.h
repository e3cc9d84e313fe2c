// What two runs show together is chosen once, whichever of them is in front.
#pragma once

namespace lanescope {

class Pane;

/// Implemented by panes about two runs, of which each run has its own. UI thread only.
class SharedChoices {
 public:
  SharedChoices() = default;
  virtual ~SharedChoices() = default;
  SharedChoices(const SharedChoices&) = delete;
  SharedChoices& operator=(const SharedChoices&) = delete;

  /// Shows the same rows in the same order as the pane of the other run; ignores other kinds of
  /// panes. Cost: negligible if nothing was chosen since.
  virtual void take_choices(const Pane& of_other_run) = 0;
};

}  // namespace lanescope
