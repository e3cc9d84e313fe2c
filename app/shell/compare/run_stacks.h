// The lanes of two runs, above each other or side by side, with a line above both that says what
// changed.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "app/panes/pane/pane.h"
#include "app/shell/compare/stack_areas.h"
#include "app/shell/panes/trace_panes.h"
#include "app/workspace/compare/run_pair.h"

namespace lanescope {

/// The letter A or B in a square.
void draw_run_letter(const Ui& ui, ImDrawList& list, ImVec2 at, RunSide side, bool active);

class RunStacks {
 public:
  struct Input {
    const Ui& ui;
    const RolePalette& palette;
    const KeyTexts& keys;
    OpenTrace& a;
    RunPair& runs;
    Rect area;
    float labels_px = 0;
    bool beside = false;
  };
  /// The id of the command that was clicked, or empty.
  std::string_view draw(const Input& in);
  /// Opens the menu of alignments in the next frame.
  void show_alignments() { wants_menu_ = true; }
  /// Whether that menu is open.
  [[nodiscard]] bool menu_open() const { return menu_open_; }

 private:
  std::string_view draw_line(const Input& in, Rect line);
  std::string_view draw_menu(const Input& in, Rect button);
  void draw_words(const Input& in, Rect room) const;
  void draw_head(const Input& in, RunSide side, Rect head);
  /// The letter alone, in a column on the left of the lanes; the rest is its tooltip.
  void draw_letter(const Input& in, RunSide side, Rect column);
  void draw_stack(const Input& in, RunSide side, const StackAreas& areas);
  /// What is shown next to a run's name; updated when it changes.
  struct HeadFacts {
    const Snapshot* of = nullptr;
    Session::State state = Session::State::Loading;
    std::string paths, name, text;  // its own path and that of the other run
  };
  const HeadFacts& head_facts(const Input& in, RunSide side);

  std::array<HeadFacts, 2> facts_;
  std::string aligned_by_;  // the button's text, for aligned_of_
  const AlignedPair* aligned_of_ = nullptr;
  bool wants_menu_ = false, menu_open_ = false;
};

}  // namespace lanescope
