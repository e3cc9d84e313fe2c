// The lanes of two runs, above each other or side by side, with a line over both that says what
// changed.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "app/panes/pane/pane.h"
#include "app/shell/panes/trace_panes.h"
#include "app/workspace/compare/run_pair.h"

namespace lanescope {

/// Where the parts are.
struct StackAreas {
  struct Stack {
    Rect head, strip_label, strip, lanes;
  };
  Rect line;   // over both
  Stack a, b;  // the strip lies under A's lanes; under B's too where they are side by side
  float labels_px = 0;
  bool with_overview = true;  // there is room for it
};
/// Width of the lane tree of each; the lanes keep most of a narrow stack.
float stack_labels_px(float width_px, bool beside, float labels_px);
/// A or B in a square.
void draw_run_letter(const Ui& ui, ImDrawList& list, ImVec2 at, RunSide side, bool active);
StackAreas share_out_stacks(Rect area, bool beside, float labels_px, const Style& style);

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
  /// The id of a command that was clicked; empty: none.
  std::string_view draw(const Input& in);
  /// Opens the list of ways to align with the next frame.
  void show_alignments() { wants_menu_ = true; }
  /// The list is open.
  [[nodiscard]] bool menu_open() const { return menu_open_; }

 private:
  std::string_view draw_line(const Input& in, Rect line);
  std::string_view draw_menu(const Input& in, Rect button);
  void draw_words(const Input& in, Rect room) const;
  void draw_head(const Input& in, RunSide side, Rect head);
  void draw_stack(const Input& in, RunSide side, const StackAreas& areas);
  /// What is said of a run beside its name; made when it changes.
  struct HeadFacts {
    const Snapshot* of = nullptr;
    Session::State state = Session::State::Loading;
    std::string path, name, text;
  };
  const HeadFacts& head_facts(const OpenTrace& run, RunSide side);

  std::array<HeadFacts, 2> facts_;
  std::string aligned_by_;  // words of the button, of aligned_of_
  const AlignedPair* aligned_of_ = nullptr;
  bool wants_menu_ = false, menu_open_ = false;
};

}  // namespace lanescope
