#include "app/shell/window/quit/quit_signal.h"

#include "app/shell/window/main_window.h"
#include "core/base/text/signal_text.h"

namespace lanescope {

QuitSignal::Answer QuitSignal::take(MainWindow& window, int signal) {
  if (signal == 0) return Answer::None;
  const bool first = heard_ == 0;
  if (first) {
    heard_ = signal;
    window.quit(signal_text(signal));
  }
  if (window.quitting().wants_close() || signal != heard_) return Answer::Ends;
  if (!window.dialogs().is_open<QuitDialog>()) {
    heard_ = 0;
    return Answer::Stays;
  }
  if (!first) return Answer::None;
  (void)window.save_settings();  // an error is reported at the end
  return Answer::Asks;
}

}  // namespace lanescope
