#include "app/shell/window/quit/quitting.h"

#include <utility>

#include "core/base/files/log.h"

namespace lanescope {
namespace {

constexpr double kPatienceS = 5;  // for programs to end before they are killed

}  // namespace

void Quitting::ask(std::string why, const std::string& writing, QuitDialog& dialog) {
  if (wants_close_ || dialog.is_open()) return;
  reason_ = std::move(why);
  workspace_.run(workspace::RefreshStakes{});
  const QuitStakes at_stake = stakes(writing);
  if (at_stake.empty()) {
    wants_close_ = true;
    return;
  }
  log_line(LogLevel::Info,
           "asking whether to quit (" + reason_ + "): " + at_stake.sentences.front());
  dialog.open();
}

QuitStakes Quitting::stakes(const std::string& writing) const {
  QuitStakes stakes = workspace_.stakes();
  if (!writing.empty()) stakes.sentences.push_back(writing + " is still being written.");
  return stakes;
}

void Quitting::answer(QuitChoice choice, double now_s) {
  switch (choice) {
    case QuitChoice::None:
      break;
    case QuitChoice::Stay:
      log_line(LogLevel::Info, "quit canceled");
      ends_by_s_.reset();
      break;
    case QuitChoice::Quit:
      wants_close_ = true;
      break;
    case QuitChoice::EndAndQuit:
      ends_by_s_ = now_s + kPatienceS;
      workspace_.run(workspace::EndPrograms{});
      break;
  }
}

void Quitting::refresh(double now_s) {
  if (!ends_by_s_) return;
  if (workspace_.recording() == nullptr && !workspace_.recordings().program_runs()) {
    wants_close_ = true;
  } else if (now_s >= *ends_by_s_) {
    ends_by_s_ = now_s + kPatienceS;
    workspace_.run(workspace::EndPrograms{.kill = true});
  }
}

}  // namespace lanescope
