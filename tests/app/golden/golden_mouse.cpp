#include "tests/app/golden/golden_mouse.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <doctest/doctest.h>

namespace lanescope {
namespace {

constexpr float kWidth = 1600, kHeight = 1000;
constexpr std::size_t kAlike = 2;  // rows and headings of a kind that are tried in a pane

/// Of what there are many, alike but for the name: "row.aten::mm" is one of the rows.
std::string kind_of(const std::string& mark) {
  for (const char* const many : {"row.", "flame.box."}) {
    if (mark.starts_with(many)) return many;
  }
  return mark;
}

/// Marks that were not tried yet, of many of a kind the first ones.
class NewMarks {
 public:
  std::vector<std::string> in(UiDriver& ui) {
    std::vector<std::string> marks;
    std::map<std::string, std::size_t> of_kind;
    for (const std::string& name : ui.mark_names()) {
      if (tried_.contains(name)) continue;
      if (of_kind[kind_of(name)]++ >= kAlike) continue;
      tried_.insert(name);
      marks.push_back(name);
    }
    return marks;
  }

 private:
  std::set<std::string> tried_;
};

void away(UiDriver& ui) {
  ui.move({-10, -10});
  ui.frames(4);
}

/// A window with copies of the traces: marks are kept beside them.
struct MouseWindow {
  explicit MouseWindow(const std::vector<std::string>& traces) {
    std::vector<std::string> paths;
    for (const std::string& trace : traces) paths.push_back(copy_of_trace(trace, folder));
    if (paths.size() > 1) {
      ui.run(workspace::OpenBoth{paths[0], paths[1]});
    } else {
      ui.run(workspace::Open{paths[0]});
    }
    ui.settle();
  }
  TempFolder folder;
  UiDriver ui{kWidth, kHeight};
};

}  // namespace

void rest_on(UiDriver& ui, const std::string& name) {
  rest_at(ui, within(ui.mark(name)));
  ui.settle();  // what is told of it may have to be read first
}

void right_click_on(UiDriver& ui, const std::string& name) {
  ui.click(within(ui.mark(name)), ImGuiMouseButton_Right);
  ui.frames(2);
  ui.move({-10, -10});
  ui.settle();
}

/// The second click hits what the first one has brought up, which workers fill in: how far they are
/// after the usual few frames depends on how fast the machine is, so it waits for them.
void double_click_on(UiDriver& ui, const std::string& name) {
  constexpr float kAnyTimeS = 1e6F;
  float& most_s = ImGui::GetIO().MouseDoubleClickTime;
  const float usual_s = std::exchange(most_s, kAnyTimeS);
  ui.click(within(ui.mark(name)));
  ui.settle();
  ui.press();
  ui.release();
  ui.frames(3);
  most_s = usual_s;
  ui.move({-10, -10});
  let_rest(ui);
}

void click_on(UiDriver& ui, const std::string& name) {
  ui.click(name);
  ui.frames(2);
  ui.move({-10, -10});
  let_rest(ui);
}

namespace {

bool is_offered(UiDriver& ui, std::string_view tab) {
  const std::vector<std::string_view> tabs = ui.tabs();
  return std::ranges::find(tabs, tab) != tabs.end();
}

}  // namespace

void add_all(GoldenScreens& golden, const std::vector<std::string>& traces, const MouseAct& act) {
  MouseWindow window(traces);
  UiDriver& ui = window.ui;
  NewMarks new_marks;
  for (const std::string_view tab : ui.tabs()) {
    if (!is_offered(ui, tab)) continue;  // what was clicked has closed the other run
    REQUIRE(ui.show_tab(tab));
    away(ui);
    ui.settle();
    for (const std::string& name : new_marks.in(ui)) {
      if (!ui.has_mark(name)) continue;
      const ScreenLines before;
      act(ui, name);
      golden.add_news(std::string(tab) + ", " + name, before, ScreenLines());
      ui.key(ImGuiKey_Escape);
      away(ui);
      if (ui.tabs().empty() || !ui.show_tab(tab)) return;
    }
  }
}

}  // namespace lanescope
