// Somebody who does anything at the window, in any order, and never gets tired.
#pragma once

#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "tests/app/ui_driver.h"

namespace lanescope {

class Monkey {
 public:
  /// What it has to play with.
  struct Toys {
    std::vector<std::string> files;
    std::string ranks;    // a folder of them
    std::string program;  // a command that can be recorded and ends by itself; empty: none
    std::string program_environment;
    std::string recordings;  // the folder they go to
  };
  Monkey(UiDriver& ui, Toys toys, std::uint64_t seed);

  /// Does one thing: a click, a drag, a key, a command, some typing, another file, a pause. Returns
  /// what, for a report.
  std::string act();
  /// Closes whatever is open, and waits until nothing is left of it. What should be, and is not.
  [[nodiscard]] std::string close_all();
  /// How often each thing was done, as text.
  [[nodiscard]] std::string tally() const;

 private:
  struct Action {
    std::string_view name;
    int weight;
    std::string (Monkey::*run)();
    bool in_popup;  // a hand can do it while a dialog or menu is open
  };
  static const std::vector<Action>& actions();
  [[nodiscard]] const Action& next_action();
  std::string unrest();

  std::string open_file();
  std::string open_ranks();
  std::string compare();
  std::string record();
  std::string stop();
  std::string leave();
  std::string show_tab();
  std::string search();
  std::string on_lane();
  std::string click_mark();
  std::string click_anywhere();
  std::string drag();
  std::string wheel();
  std::string key();
  std::string command();
  std::string type();
  std::string resize();
  std::string wait();

  [[nodiscard]] std::size_t below(std::size_t end);
  [[nodiscard]] ImVec2 anywhere();
  [[nodiscard]] ImVec2 within(Rect rect);
  [[nodiscard]] const std::string& any_file();
  void click_somehow(ImVec2 at);

  UiDriver& ui_;
  Toys toys_;
  std::mt19937_64 random_;
  std::map<std::string_view, std::uint64_t> done_;
  int in_popup_ = 0;  // actions since there was none
  int recordings_ = 0;
};

}  // namespace lanescope
