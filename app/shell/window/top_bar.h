// The bar at the top: name, menus, and how the load went.
#pragma once

#include <string>

#include "app/widgets/draw/ui.h"
#include "app/widgets/menu.h"
#include "app/workspace/traces/load_state.h"

namespace lanescope {

class MainWindow;

class TopBar {
 public:
  void draw(const Ui& ui, Rect bar, MainWindow& window);
  /// Gives the search box the keyboard in the next frame.
  void focus_search() { take_focus_ = true; }
  /// The trace's, as it was drawn last.
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  void draw_search(const Ui& ui, Rect room, MainWindow& window);
  /// To the ranks, from the trace of one; returns how far right it reaches.
  float draw_way_back(const Ui& ui, Rect bar, float from_x, MainWindow& window);
  float draw_menus(const Ui& ui, Rect bar, MainWindow& window);
  /// Returns how far left it reaches.
  float draw_load_state(const Ui& ui, Rect bar, float from_x, MainWindow& window);
  float draw_recording(const Ui& ui, Rect bar, float from_x, MainWindow& window);
  void refresh_words(const Session& session, const LoadFacts& facts);

  MenuBarState menus_;
  bool take_focus_ = false;
  // What stands at the right, made when the load comes on.
  std::string words_of_;  // a file
  LoadFacts words_facts_;
  std::string name_, words_;
};

}  // namespace lanescope
