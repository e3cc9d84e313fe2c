// A user who does anything in the window, in any order, tirelessly.
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
  /// What it can play with.
  struct Toys {
    std::vector<std::string> files;
    std::string ranks;    // a folder with ranks
    std::string program;  // a command to record that ends by itself; empty: none
    std::string program_environment;
    std::string recordings;  // the folder for recordings
  };
  Monkey(UiDriver& ui, Toys toys, std::uint64_t seed);

  /// Performs one action: a click, a drag, a key, a command, some typing, another file, a pause.
  /// Returns a description for a report.
  std::string act();
  /// Closes everything and waits until nothing is left. Returns what is wrong, if anything.
  [[nodiscard]] std::string close_all();
  /// How often each action was performed, as text.
  [[nodiscard]] std::string tally() const;

 private:
  struct Action {
    std::string_view name;
    int weight;
    std::string (Monkey::*run)();
    bool in_popup;  // possible while a dialog or menu is open
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
  int in_popup_ = 0;  // actions since a popup opened
  int recordings_ = 0;
};

}  // namespace lanescope
