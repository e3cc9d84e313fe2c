// The bar at the top: name, menus, and the state of the load.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "app/shell/start/recent_menu.h"
#include "app/widgets/draw/ui.h"
#include "app/widgets/menu.h"
#include "app/widgets/text_field.h"
#include "app/workspace/traces/load_state.h"

namespace lanescope {

class MainWindow;

class TopBar {
 public:
  /// `wake` requests a frame, from any thread.
  explicit TopBar(const std::function<void()>& wake) : recent_(wake) {}

  void draw(const Ui& ui, Rect bar, MainWindow& window);
  /// Gives the search field the keyboard focus in the next frame.
  void focus_search() { take_focus_ = true; }
  /// The trace's name, as drawn last.
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  /// In the trace in view, in the unfolded ranks, or among the ranks of the wall.
  void draw_search(const Ui& ui, Rect room, MainWindow& window);
  void draw_ranks_search(const Ui& ui, Rect room, MainWindow& window);
  void draw_wall_search(const Ui& ui, Rect room, MainWindow& window);
  struct SearchWords {
    std::string_view facts = {}, problem = {};
    bool bad = false, current = true;
    const char* hint = "Search name, /regex/, cat:kernel dur>1ms · > commands";
  };
  /// nullopt if there is no room for it.
  std::optional<FieldEvents> draw_search_field(const Ui& ui, Rect room, std::string& text,
                                               const SearchWords& words);
  /// The button that returns from the trace of a rank to the ranks; returns its right edge.
  float draw_way_back(const Ui& ui, Rect bar, float from_x, MainWindow& window);
  void draw_recent(const Ui& ui, MainWindow& window);
  /// Returns the right edge of the last title.
  float draw_menus(const Ui& ui, Rect bar, MainWindow& window);
  void draw_menu_rows(const Ui& ui, std::string_view title, MainWindow& window);
  /// Returns the left edge of what it drew.
  float draw_load_state(const Ui& ui, Rect bar, float from_x, MainWindow& window);
  float draw_recording(const Ui& ui, Rect bar, float from_x, MainWindow& window);
  void refresh_words(const Session& session, const LoadFacts& facts);

  MenuBarState menus_;
  RecentMenu recent_;
  bool take_focus_ = false;
  // The text on the right, updated as the load progresses.
  std::string words_of_;  // a file
  LoadFacts words_facts_;
  std::string name_, words_;
};

}  // namespace lanescope
