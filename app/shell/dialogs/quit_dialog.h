// The question before the program quits while something would be lost or left behind.
#pragma once

#include <cstdint>

#include "app/widgets/draw/ui.h"
#include "app/workspace/notices/notices.h"

namespace lanescope {

enum class QuitChoice : std::uint8_t { None, Stay, Quit, EndAndQuit };

class QuitDialog {
 public:
  void open() { open_ = true; }
  [[nodiscard]] bool is_open() const { return open_; }
  /// `ending`: programs have been asked to end, and the window is waiting for them.
  QuitChoice draw(const Ui& ui, const QuitStakes& stakes, bool ending);

 private:
  QuitChoice draw_content(const Ui& ui, Rect box, const QuitStakes& stakes, bool ending);

  bool open_ = false;
};

}  // namespace lanescope
