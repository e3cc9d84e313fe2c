// How the program quits: by a command, the close button or a signal, and the question before it.
#pragma once

#include <optional>
#include <string>

#include "app/shell/dialogs/quit_dialog.h"
#include "app/workspace/workspace.h"

namespace lanescope {

/// UI thread only.
class Quitting {
 public:
  explicit Quitting(Workspace& workspace) : workspace_(workspace) {}

  /// Quits if nothing is at stake, including `writing`, a file that is being written (empty: none);
  /// else opens the dialog. `why` is for the log.
  void ask(std::string why, const std::string& writing, QuitDialog& dialog);
  void answer(QuitChoice choice, double now_s);
  /// Call once per frame: waits for programs that were asked to end, and kills them after a while.
  void refresh(double now_s);

  [[nodiscard]] QuitStakes stakes(const std::string& writing) const;
  [[nodiscard]] bool waits_for_programs() const { return ends_by_s_.has_value(); }
  [[nodiscard]] bool wants_close() const { return wants_close_; }
  /// Why wants_close().
  [[nodiscard]] const std::string& reason() const { return reason_; }

 private:
  Workspace& workspace_;
  std::optional<double> ends_by_s_;  // programs that are still running are killed then
  bool wants_close_ = false;
  std::string reason_;
};

}  // namespace lanescope
