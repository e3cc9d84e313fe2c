#include "app/shell/window/signal_wish.h"

#include <utility>

#include "app/workspace/record/recording.h"
#include "app/shell/window/main_window.h"

namespace lanescope {

SignalWish::Answer SignalWish::take(MainWindow& window, int signal) {
  if (signal == 0) return Answer::None;
  const bool first = heard_ == 0;
  if (first) {
    heard_ = signal;
    window.quit(signal_text(signal));
  }
  if (window.wants_close() || signal != heard_) return Answer::Ends;
  if (!window.quit_dialog_open()) {
    heard_ = 0;
    return Answer::Stays;
  }
  if (!first) return Answer::None;
  (void)window.save_settings();  // told of at the end
  return Answer::Asks;
}

}  // namespace lanescope
