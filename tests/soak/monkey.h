// Somebody who does anything at the window, in any order, and never gets tired.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "tests/app/ui_driver.h"

namespace lanescope {

class Monkey {
 public:
  /// Opens these files, and `folder` as the ranks of a run.
  Monkey(UiDriver& ui, std::vector<std::string> files, std::string folder, std::uint64_t seed);

  /// Does one thing: a click, a drag, a key, a command, some typing, another file, a pause. Returns
  /// what, for a report.
  std::string act();
  /// Closes whatever is open, and waits until nothing is left of it.
  void close_all();

 private:
  struct Action {
    const char* name;
    int weight;
    std::string (Monkey::*run)();
  };
  static const std::vector<Action>& actions();

  std::string open_file();
  std::string open_ranks();
  std::string compare();
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
  [[nodiscard]] const std::string& any_file();

  UiDriver& ui_;
  std::vector<std::string> files_;
  std::string folder_;
  std::mt19937_64 random_;
};

}  // namespace lanescope
