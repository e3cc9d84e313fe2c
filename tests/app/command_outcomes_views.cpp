// Commands about what is in view: time, lanes, tabs and the window.
#include "app/panes/pane/trace_actions.h"
#include "tests/app/command_outcome_lists.h"

namespace lanescope {
namespace {

using S = Stage;

void remember_span(Stage& s) {
  s.before = s.span_ns();
}

void remember_ruler(Stage& s) {
  s.before = s.ui.mark("ruler").height();
}

void remember_lanes(Stage& s) {
  const Rect lanes = s.ui.mark("lanes");
  s.before = lanes.width() * lanes.height();
}

bool lanes_have_more_room(Stage& s) {
  const Rect lanes = s.ui.mark("lanes");
  return lanes.width() * lanes.height() > s.before * 1.1;
}

void point_at_kernels(Stage& s) {
  s.ui.move(s.ui.place_of(s.ui.find("kernel_b")));
  s.ui.frames(2);
}

/// What the overview says that it is about.
std::string overview_facts(S& s) {
  s.ui.show_tab("Overview");
  s.ui.settle();
  return std::string(s.ui.pane().facts());
}

void add_windows(std::vector<CommandOutcome>& all) {
  const auto says = [](const char* words) {
    return [words](S& s) { return overview_facts(s).starts_with(words); };
  };
  all.push_back(
      {"window_steps", [](S& s) { s.view().window = WindowKind::Whole; }, says("3 steps")});
  all.push_back({"window_whole", nothing, says("the whole trace")});
  all.push_back({"window_hta", nothing, says("the HTA window")});
  all.push_back({"window_tb", nothing, says("the TensorBoard window")});
}

}  // namespace

void add_views(std::vector<CommandOutcome>& all) {
  all.push_back({"whole_trace", [](S& s) { s.zoom_to_kernel(); },
                 [](S& s) { return s.view().viewport.shows_all(); }});
  all.push_back({"zoom_selection", [](S& s) { s.select("kernel_b"); },
                 [](S& s) { return s.span_ns() < 2e6; }});
  all.push_back({"zoom_in", remember_span, [](S& s) { return s.span_ns() < s.before * 0.6; }});
  all.push_back({"zoom_out",
                 [](S& s) {
                   s.zoom_to_kernel();
                   remember_span(s);
                 },
                 [](S& s) { return s.span_ns() > s.before * 1.5; }});
  all.push_back({"back", [](S& s) { s.zoom_to_kernel(); },
                 [](S& s) { return s.view().viewport.shows_all(); }});
  all.push_back({"ranks", [](S& s) { s.open_rank(); },
                 [](S& s) { return s.ui.workspace().ranks_in_front(); }});
  all.push_back({"forward",
                 [](S& s) {
                   s.zoom_to_kernel();
                   view_back(s.view());
                   s.ui.settle();
                 },
                 [](S& s) { return s.span_ns() < 2e6; }});
  const auto has_path = [](S& s) { return s.ui.has_mark("lane.critical path"); };
  all.push_back({"critical_path", nothing, has_path});
  all.push_back(
      {"only_critical", nothing, [has_path](S& s) { return has_path(s) && s.view().path.only; }});
  add_windows(all);
  all.push_back({"details", remember_lanes, lanes_have_more_room});
  all.push_back({"bottom", remember_lanes, lanes_have_more_room});
  all.push_back({"maximize_bottom", nothing, [](S& s) {
                   s.ui.frame();
                   return !s.ui.has_mark("lanes");
                 }});
  all.push_back({"next_tab", [](Stage& s) { s.ui.show_tab("Ops"); },
                 [](Stage& s) { return s.ui.shown_tab() == "Kernels"; }});
  all.push_back({"previous_tab", [](Stage& s) { s.ui.show_tab("Kernels"); },
                 [](Stage& s) { return s.ui.shown_tab() == "Ops"; }});
  all.push_back(
      {"controls", [](Stage&) {},
       [](Stage& s) { return s.ui.window().keyboard().walks() && s.ui.has_mark("focus"); }});
  all.push_back({"theme", [](S& s) { s.before = s.ui.window().style().color.panel; },
                 [](S& s) { return s.ui.window().style().color.panel != s.before; }});
  all.push_back({"dark_theme",
                 [](S& s) {
                   s.ui.window().settings().theme = ThemeKind::Light;
                   s.ui.frames(2);
                   s.before = s.ui.window().style().color.panel;
                 },
                 [](S& s) { return s.ui.window().style().color.panel != s.before; }});
  all.push_back(
      {"larger", remember_ruler, [](S& s) { return s.ui.mark("ruler").height() > s.before; }});
  all.push_back(
      {"smaller", remember_ruler, [](S& s) { return s.ui.mark("ruler").height() < s.before; }});
  all.push_back({"usual_size",
                 [](S& s) {
                   remember_ruler(s);
                   s.ui.window().settings().zoom_interface(1.5F);
                   s.ui.frames(2);
                 },
                 [](S& s) { return s.ui.mark("ruler").height() == s.before; }});
}

void add_lanes(std::vector<CommandOutcome>& all) {
  all.push_back({"pin", point_at_kernels, [](S& s) {
                   return s.view().lanes.pinned(s.kernel_lane()) &&
                          s.ui.mark("lane." + s.kernel_lane()).y0 == s.ui.mark("lanes").y0;
                 }});
  all.push_back({"hide", point_at_kernels, [](S& s) { return !kernels_shown(s); }});
  all.push_back({"undo_hide", hide_kernels, kernels_shown});
  all.push_back({"show_all", hide_kernels, kernels_shown});
}

}  // namespace lanescope
