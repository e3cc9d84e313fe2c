// How far something is, on a terminal.
#pragma once

#include <string_view>

namespace lanescope {

/// One line on stderr that is written over and cleared at the end; nothing where stderr is no
/// terminal wide enough. One thread.
class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  [[nodiscard]] bool shown() const { return shown_; }
  /// `share` from 0 to 1, and what that is of.
  void draw(double share, std::string_view what);
  /// Of what nobody knows the end.
  void draw(std::string_view what);

 private:
  bool shown_;
  bool drawn_ = false;
};

}  // namespace lanescope
