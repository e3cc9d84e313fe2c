// The window without a mouse.
#include <doctest/doctest.h>

#include "app/widgets/dialog.h"
#include "app/workspace/traces/open_trace.h"
#include "tests/app/small_trace_window.h"
#include "tests/paths.h"

using namespace lanescope;

namespace {

bool same(const Rect& a, const Rect& b) {
  return a.x0 == b.x0 && a.y0 == b.y0 && a.x1 == b.x1 && a.y1 == b.y1;
}

/// Tab until that control has the focus; false when it never gets it.
bool tab_to(UiDriver& ui, std::string_view mark) {
  for (int i = 0; i < 300; ++i) {
    ui.key(ImGuiKey_Tab);
    ui.frame();
    if (ui.has_mark("focus") && ui.has_mark(mark) && same(ui.mark("focus"), ui.mark(mark)))
      return true;
  }
  return false;
}

/// A window in which the walk through the controls stands on the rows of a tab.
struct WalkedRows {
  explicit WalkedRows(std::string_view tab) {
    REQUIRE(w.ui.show_tab(tab));
    w.ui.settle();
    w.ui.key(ImGuiKey_F6);
    w.ui.frames(3);
    REQUIRE(tab_to(w.ui, tab));
  }
  /// What is selected after that key.
  EventId after(ImGuiKey key) {
    w.ui.key(key);
    w.ui.frames(3);
    return w.ui.view().selection.primary();
  }
  SmallTraceWindow w;
};

}  // namespace

TEST_CASE("a tab is found by typing its name") {
  SmallTraceWindow w;
  w.ui.key(ImGuiKey_P, ImGuiMod_Ctrl | ImGuiMod_Shift);
  w.ui.frames(2);
  REQUIRE(w.ui.window().dialogs().is_open<Palette>());
  w.ui.type("kernels");
  w.ui.frames(2);
  w.ui.key(ImGuiKey_Enter);
  w.ui.settle();
  CHECK(w.ui.shown_tab() == "Kernels");
}

TEST_CASE("tabs follow each other, round at the ends") {
  SmallTraceWindow w;
  const auto titles = w.ui.tabs();
  REQUIRE(w.ui.show_tab(titles.back()));
  w.ui.key(ImGuiKey_PageDown, ImGuiMod_Ctrl);
  CHECK(w.ui.shown_tab() == titles.front());
  w.ui.key(ImGuiKey_Tab, ImGuiMod_Ctrl | ImGuiMod_Shift);
  CHECK(w.ui.shown_tab() == titles.back());
}

TEST_CASE("from control to control, pressed by Enter, until Esc") {
  SmallTraceWindow w;
  REQUIRE(w.ui.show_tab("Overview"));
  w.ui.settle();
  w.ui.key(ImGuiKey_F6);
  w.ui.frames(3);
  REQUIRE(w.ui.has_mark("focus"));
  REQUIRE(tab_to(w.ui, "tab.Kernels"));
  w.ui.key(ImGuiKey_Enter);
  w.ui.frames(2);
  CHECK(w.ui.shown_tab() == "Kernels");
  // A menu is walked through and left, and the walk goes on.
  REQUIRE(tab_to(w.ui, "Help"));
  w.ui.key(ImGuiKey_Enter);
  w.ui.frames(3);
  CHECK_FALSE(w.ui.window().dialogs().is_open<KeyList>());
  CHECK(tab_to(w.ui, "Keys and mouse"));
  w.ui.key(ImGuiKey_Enter);
  w.ui.frames(3);
  CHECK(w.ui.window().dialogs().is_open<KeyList>());
  w.ui.key(ImGuiKey_Escape);
  w.ui.frames(2);
  CHECK_FALSE(w.ui.window().dialogs().is_open<KeyList>());
  CHECK(w.ui.window().keyboard().walks());
  w.ui.key(ImGuiKey_F1);
  w.ui.frames(3);
  CHECK(w.ui.window().dialogs().is_open<KeyList>());
  w.ui.key(ImGuiKey_Escape);
  w.ui.frames(2);
  CHECK(w.ui.window().keyboard().walks());

  w.ui.key(ImGuiKey_Escape);
  w.ui.frames(2);
  CHECK_FALSE(w.ui.window().keyboard().walks());
  CHECK_FALSE(w.ui.has_mark("focus"));
  // The keys are the timeline's again.
  const TimeView before = w.ui.view().viewport.view();
  w.ui.window().keyboard().letter_key('W', true);
  w.ui.frames(10);
  w.ui.window().keyboard().letter_key('W', false);
  w.ui.settle();
  CHECK(w.ui.view().viewport.view().span_ns < before.span_ns);
}

TEST_CASE("rows of a table are walked by the arrows where Tab leads to them") {
  WalkedRows rows("Kernels");
  const EventId first = rows.after(ImGuiKey_DownArrow);
  CHECK(first != EventId::None);
  CHECK(rows.after(ImGuiKey_DownArrow) != first);
  // The focus stayed where it was.
  UiDriver& ui = rows.w.ui;
  CHECK(ui.window().keyboard().walks());
  REQUIRE(ui.has_mark("focus"));
  CHECK(same(ui.mark("focus"), ui.mark("Kernels")));
  CHECK(rows.after(ImGuiKey_UpArrow) == first);
}

TEST_CASE("keys in a table go on from the row that is lit, and leave the one under the mouse") {
  WalkedRows rows("Ops");
  const EventId first = rows.after(ImGuiKey_DownArrow);
  const EventId second = rows.after(ImGuiKey_DownArrow);
  const EventId third = rows.after(ImGuiKey_DownArrow);
  REQUIRE(second != first);
  REQUIRE(third != second);
  UiDriver& ui = rows.w.ui;
  // Chosen elsewhere.
  ui.view().go_to(first);
  ui.frames(3);
  CHECK(rows.after(ImGuiKey_DownArrow) == second);
  // The mouse rests on another row.
  const Rect other = ui.mark("row." + name_of(ui.view(), third));
  ui.move({(other.x0 + other.x1) / 2, (other.y0 + other.y1) / 2});
  ui.frames(2);
  CHECK(rows.after(ImGuiKey_UpArrow) == first);
  CHECK(rows.after(ImGuiKey_Space) == first);
}

TEST_CASE("the row of what is selected is lit in each table, and keys go on from there") {
  for (const std::string tab : {"Ops", "Kernels", "Steps", "Launches"}) {
    CAPTURE(tab);
    WalkedRows rows(tab);
    const EventId first = rows.after(ImGuiKey_DownArrow);
    const EventId second = rows.after(ImGuiKey_DownArrow);
    const EventId third = rows.after(ImGuiKey_DownArrow);
    REQUIRE(second != first);
    REQUIRE(third != second);
    rows.w.ui.view().go_to(first);
    rows.w.ui.frames(3);
    CHECK(rows.after(ImGuiKey_DownArrow) == second);
  }
}

TEST_CASE("every control of a dialog is reached by Tab") {
  SmallTraceWindow w;
  w.ui.key(ImGuiKey_R, ImGuiMod_Ctrl);
  w.ui.frames(3);
  REQUIRE(w.ui.window().dialogs().is_open<RecordDialog>());
  CHECK(tab_to(w.ui, "record.stacks"));
  CHECK(tab_to(w.ui, "record.cancel"));
  w.ui.key(ImGuiKey_Enter);
  w.ui.frames(2);
  CHECK_FALSE(w.ui.window().dialogs().is_open<RecordDialog>());
}

TEST_CASE("a control that is out of sight in a low window comes into sight by Tab") {
  UiDriver ui(640, 400);
  ui.window().settings().zoom_interface(1.6F);
  ui.frames(2);
  ui.key(ImGuiKey_R, ImGuiMod_Ctrl);
  ui.frames(3);
  REQUIRE(tab_to(ui, "record.stacks"));
  ui.frames(2);
  const Rect focus = ui.mark("focus");
  CHECK(focus.y0 >= 0);
  CHECK(focus.y1 <= ui.mark("record.cancel").y0);
}

TEST_CASE("an empty table leaves the arrows to the lanes") {
  UiDriver ui;
  ui.open(source_folder() + "/assets/examples/transformer-cpu.json.gz");
  const OpenTrace& shown = *ui.workspace().trace();
  // A trace of the CPU has operators, but no kernels.
  for (const bool filled : {true, false}) {
    const std::string_view title = filled ? "Ops" : "Kernels";
    CAPTURE(title);
    for (std::size_t i = 0; i < shown.tab_titles.size() && ui.shown_tab() != title; ++i)
      ui.key(ImGuiKey_PageDown, ImGuiMod_Ctrl);
    REQUIRE(ui.shown_tab() == title);
    ui.settle();
    CHECK(open_pane(shown).takes_arrows() == filled);
  }
}

TEST_CASE("a menu whose pane goes from the screen goes too, and gives the keys back") {
  SmallTraceWindow w;
  REQUIRE(w.ui.show_tab("Kernels"));
  w.ui.settle();
  w.ui.click("data.columns");
  w.ui.frames(2);
  REQUIRE(any_popup());
  // As when a recording ends meanwhile.
  REQUIRE(w.ui.show_tab("Overview"));
  w.ui.frames(4);
  CHECK_FALSE(any_popup());
  w.ui.key(ImGuiKey_PageDown, ImGuiMod_Ctrl);
  CHECK(w.ui.shown_tab() != "Overview");
}

TEST_CASE("while something is typed the arrows move in the list below") {
  SmallTraceWindow w;
  w.ui.key(ImGuiKey_P, ImGuiMod_Ctrl | ImGuiMod_Shift);
  w.ui.frames(3);
  w.ui.key(ImGuiKey_DownArrow);
  w.ui.key(ImGuiKey_DownArrow);
  w.ui.frames(2);
  w.ui.type("findings");
  w.ui.frames(2);
  w.ui.key(ImGuiKey_Enter);
  w.ui.settle();
  CHECK(w.ui.shown_tab() == "Findings");
}
