// Progress on a terminal.
#pragma once

#include <string_view>

namespace lanescope {

/// A line on stderr that is overwritten, and cleared at the end. Draws nothing unless stderr is a
/// terminal that is wide enough. One thread.
class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  [[nodiscard]] bool shown() const { return shown_; }
  /// `share` is from 0 to 1; `what` says what is in progress.
  void draw(double share, std::string_view what);
  /// Progress with an unknown end.
  void draw(std::string_view what);

 private:
  bool shown_;
  bool drawn_ = false;
};

}  // namespace lanescope
