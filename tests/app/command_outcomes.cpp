#include "tests/app/command_outcomes.h"

#include <csignal>
#include <cstdlib>

#include <doctest/doctest.h>

#include "app/panes/pane/mark_actions.h"
#include "app/panes/pane/trace_actions.h"
#include "tests/app/seen_screen.h"
#include "tests/paths.h"

namespace lanescope {

void Stage::select(const std::string& name) {
  view().selection.select(ui.find(name));
  ui.settle();
}

std::string Stage::kernel_lane() {
  const auto place = slice_place(*view().snapshot(), ui.find("kernel_a"));
  return view().lanes.tree().at(*view().lanes.tree().find(place->track)).key;
}

void Stage::open_rank() {
  const std::string other = folder.write("other.json", small_trace_text());
  ui.run(workspace::OpenTogether{{view().session().path(), other}});
  ui.settle();
  ui.workspace().ranks()->view()->want(0);
  ui.settle();
}

void Stage::zoom_to_kernel() {
  zoom_to_event(view(), ui.find("kernel_b"));
  ui.settle();
  ui.frames(60);  // long enough at rest to be a place of the history
}

void Stage::record(const std::string& arguments) {
  ::setenv("LANESCOPE_AGENT", (binary_folder() + "/liblanescope_inject.so").c_str(), 1);
  const std::string fakes = binary_folder() + "/tests/capture/fake/";
  ui.run(workspace::Record{{.command = fakes + "fake_host " + arguments,
                            .environment = "LANESCOPE_CUPTI=" + fakes + "libfake_cupti.so",
                            .file = folder.path() + "/run.lanes"}});
  const Recording* recording = ui.workspace().recording();
  if (recording != nullptr && recording->state().command)
    recorded_pid = recording->state().command->pid;
}

Stage::~Stage() {
  if (recorded_pid > 0) ::kill(static_cast<pid_t>(-recorded_pid), SIGKILL);
}

void Stage::search(const std::string& text) {
  view().search.text = text;
  ui.settle();
}

namespace {

void nothing(Stage& /*stage*/) {}

void point_at_kernels(Stage& s) {
  s.ui.move(s.ui.place_of(s.ui.find("kernel_b")));
  s.ui.frames(2);
}

void hide_kernels(Stage& s) {
  s.view().lanes.hide(s.kernel_lane());
  s.ui.frames(3);
}

bool kernels_shown(Stage& s) {
  return s.ui.has_mark("lane." + s.kernel_lane());
}

/// Two marks, the second the current one.
void set_two_marks(Stage& s) {
  for (const char* name : {"kernel_a", "kernel_b"}) {
    s.select(name);
    set_mark(s.view());
  }
  s.ui.frames(2);
}

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

bool writes_a_search(Stage& s) {
  s.ui.type("kernel_c");
  s.ui.settle();
  return s.view().search.text == "kernel_c" && s.view().search.matches() != nullptr;
}

using S = Stage;

void add_files_and_edits(std::vector<CommandOutcome>& all) {
  all.push_back(
      {"open", nothing, [](S& s) { return s.ui.window().dialogs().is_open<FileDialog>(); }});
  all.push_back(
      {"clear_recent", nothing, [](S& s) { return s.ui.window().settings().recent.empty(); }});
  all.push_back({"open_ranks", [](S& s) { s.folder.write("other.json", small_trace_text()); },
                 [](S& s) { return s.ui.workspace().ranks_in_front(); }});
  all.push_back({"example", nothing, [](S& s) {
                   return s.view().session().path() ==
                          s.ui.window().options().examples.front().path;
                 }});
  all.push_back({"close", nothing, [](S& s) { return s.ui.workspace().trace() == nullptr; }});
  all.push_back({"reset_layout", [](S& s) { s.ui.window().settings().panes.labels_px += 60; },
                 [](S& s) { return s.ui.window().settings().panes == PaneSizes(); }});
  all.push_back({"quit", nothing, [](S& s) { return s.ui.window().quitting().wants_close(); }});
  all.push_back({"undo", hide_kernels, kernels_shown});
  all.push_back({"redo",
                 [](S& s) {
                   hide_kernels(s);
                   undo(s.view());
                   s.ui.frames(3);
                 },
                 [](S& s) { return !kernels_shown(s); }});
}

/// What is written is in shell/export_test.cpp.
void add_exports(std::vector<CommandOutcome>& all) {
  const auto asks_where = [](S& s) { return s.ui.window().dialogs().is_open<FileDialog>(); };
  const auto at_tab = [](const char* title) {
    return [title](S& s) {
      s.ui.show_tab(title);
      s.ui.settle();
    };
  };
  all.push_back({"save_trace", nothing, asks_where});
  all.push_back({"save_recording",
                 [](S& s) {
                   s.record("--calls 70");
                   REQUIRE(
                       s.ui.frames_until([&] { return s.ui.workspace().recording() == nullptr; }));
                   s.ui.settle();
                 },
                 asks_where});
  all.push_back({"export_csv", at_tab("Kernels"), asks_where});
  all.push_back({"export_markdown", at_tab("Kernels"), asks_where});
  all.push_back({"export_collapsed", at_tab("Flame"), asks_where});
  all.push_back({"export_speedscope", at_tab("Flame"), asks_where});
  all.push_back({"export_view_png", nothing, asks_where});
  all.push_back({"export_view_svg", nothing, asks_where});
  all.push_back({"export_window_png", nothing, asks_where});
}

/// What happens around them is in shell/record_test.cpp.
void add_recordings(std::vector<CommandOutcome>& all) {
  const auto live = [](S& s) {
    s.record("--calls 1000000 --rate 1000");
    REQUIRE(s.ui.frames_until([&] { return s.ui.workspace().is_live(); }));
  };
  all.push_back(
      {"record", nothing, [](S& s) { return s.ui.window().dialogs().is_open<RecordDialog>(); }});
  all.push_back(
      {"attach", nothing, [](S& s) { return s.ui.window().dialogs().is_open<AttachDialog>(); }});
  all.push_back({"stop_recording", live, [](S& s) {
                   return s.comes([&] { return s.ui.workspace().recording() == nullptr; });
                 }});
  all.push_back({"end_program", live, [](S& s) {
                   return s.comes([&] { return !s.ui.workspace().recordings().program_runs(); });
                 }});
  all.push_back({"pause_recording", live, [](S& s) {
                   return s.comes([&] {
                     const Recording* recording = s.ui.workspace().recording();
                     return recording != nullptr && recording->paused();
                   });
                 }});
  all.push_back({"follow", live, [](S& s) { return !s.view().follow_newest; }});
  all.push_back({"settle", live, [](S& s) {
                   // It comes by itself too, if later, so what was seen before would tell nothing.
                   return s.pressed && s.comes([&s] { return s.view().snapshot()->complete; });
                 }});
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

void add_ways(std::vector<CommandOutcome>& all) {
  const auto from = [](const char* name) { return [name](S& s) { s.select(name); }; };
  const auto at = [](const char* name) { return [name](S& s) { return s.selected() == name; }; };
  const auto at_other = [](const char* name) {
    return [name](S& s) {
      return s.selected() == name && s.view().selection.primary() != s.ui.find(name);
    };
  };
  all.push_back({"next", from("kernel_a"), at("kernel_b")});
  all.push_back({"previous", from("kernel_b"), at("kernel_a")});
  all.push_back({"next_name", from("kernel_a"), at_other("kernel_a")});
  all.push_back({"previous_name",
                 [](S& s) {
                   s.select("kernel_a");
                   go_to_same_name(s.view(), Direction::Next);
                   s.ui.settle();
                 },
                 [](S& s) { return s.view().selection.primary() == s.ui.find("kernel_a"); }});
  all.push_back({"along", from("cudaLaunchKernel"), at("kernel_a")});
  all.push_back({"against", from("kernel_a"), at("cudaLaunchKernel")});
  all.push_back({"open_source", from("kernel_a"), [](S& s) {
                   const auto& notice = s.ui.notice();
                   return notice && notice->text.find("train.py") != std::string::npos;
                 }});
  all.push_back({"up", from("kernel_a"), at("cudaLaunchKernel")});
  all.push_back({"down",
                 [](S& s) {
                   s.select("kernel_a");
                   go_up(s.view());
                   s.ui.settle();
                 },
                 at("kernel_a")});
  all.push_back(
      {"palette", nothing, [](S& s) { return s.ui.window().dialogs().is_open<Palette>(); }});
  all.push_back(
      {"find_lane", hide_kernels, [](S& s) {
         s.ui.type(s.view().lanes.tree().at(*s.view().lanes.tree().find(s.kernel_lane())).title);
         s.ui.key(ImGuiKey_Enter);
         return !s.ui.window().dialogs().is_open<Palette>() && kernels_shown(s);
       }});
  all.push_back({"search", nothing, writes_a_search});
  all.push_back({"next_match", [](S& s) { s.search("kernel_b"); }, at("kernel_b")});
  all.push_back({"previous_match", [](S& s) { s.search("kernel_b"); },
                 [](S& s) {
                   return s.view().search.facts(s.view().selection.primary()).starts_with("3 of 3");
                 }});
}

void add_marks(std::vector<CommandOutcome>& all) {
  all.push_back({"mark", [](S& s) { s.select("kernel_b"); },
                 [](S& s) { return s.marks() == 1 && s.ui.has_mark("mark.0"); }});
  all.push_back(
      {"note", [](S& s) { s.select("kernel_b"); },
       [](S& s) { return s.marks() == 1 && s.ui.window().dialogs().is_open<MarkDialog>(); }});
  all.push_back({"next_mark", set_two_marks, [](S& s) { return s.view().marks.current() == 0U; }});
  all.push_back(
      {"previous_mark", set_two_marks, [](S& s) { return s.view().marks.current() == 0U; }});
  all.push_back({"edit_mark", set_two_marks,
                 [](S& s) { return s.ui.window().dialogs().is_open<MarkDialog>(); }});
  all.push_back({"delete_mark", set_two_marks, [](S& s) { return s.marks() == 1; }});
  for (std::size_t i = 0; i < Bookmarks::kViews; ++i) {
    const std::string number = std::to_string(i + 1);
    all.push_back({"go_to_view_" + number,
                   [i](S& s) {
                     keep_view(s.view(), i);
                     s.zoom_to_kernel();
                   },
                   [](S& s) { return s.view().viewport.shows_all(); }});
    all.push_back({"keep_view_" + number, [](S& s) { s.zoom_to_kernel(); },
                   [i](S& s) {
                     const auto& kept = s.view().marks.all().views.at(i);
                     return kept && *kept == s.view().viewport.range();
                   }});
  }
}

/// The small trace beside one with fewer operators.
void open_b(S& s) {
  s.ui.run(workspace::Compare{
      s.folder.write("b.json", small_trace_text({.ops_per_step = 3, .python = true}))});
  s.ui.settle();
}

void add_comparisons(std::vector<CommandOutcome>& all) {
  const auto aligned = [](AlignBy by) {
    return [by](S& s) {
      const Comparison* comparison = s.ui.workspace().runs().comparison();
      return comparison != nullptr && comparison->aligned() &&
             comparison->aligned()->runs.a.by == by;
    };
  };
  all.push_back(
      {"compare", nothing, [](S& s) { return s.ui.window().dialogs().is_open<FileDialog>(); }});
  all.push_back({"compare_two", nothing, [](S& s) {
                   s.ui.frames(2);
                   if (!s.ui.has_mark("open.title")) return false;
                   return SeenScreen().page(s.ui.mark("open.title")).find("choose A") !=
                          std::string::npos;
                 }});
  all.push_back({"close_b", open_b, [](S& s) { return !s.ui.has_mark("b.lanes"); }});
  all.push_back({"swap_runs", open_b, [](S& s) {
                   return s.ui.workspace().both().a()->view.session().path().ends_with("b.json");
                 }});
  all.push_back({"switch_run", open_b,
                 [](S& s) { return s.ui.workspace().trace() == s.ui.workspace().runs().b(); }});
  all.push_back({"link_runs", open_b, [](S& s) {
                   zoom_by(s.ui.workspace().both().a()->view, 2);
                   s.ui.settle();
                   return s.ui.workspace().runs().b()->view.viewport.view().span_ns != s.span_ns();
                 }});
  all.push_back(
      {"beside", open_b, [](S& s) { return s.ui.mark("b.lanes").x0 >= s.ui.mark("lanes").x1; }});
  all.push_back({"realign", open_b, [](S& s) { return s.ui.window().stacks().menu_open(); }});
  all.push_back({"align_steps",
                 [](S& s) {
                   open_b(s);
                   AlignQuery start;
                   start.by_start = true;
                   s.ui.run(workspace::Align{start});
                   s.ui.settle();
                 },
                 aligned(AlignBy::Steps)});
  all.push_back({"align_selected",
                 [](S& s) {
                   open_b(s);
                   s.select("aten::op1");
                 },
                 aligned(AlignBy::Annotation)});
  all.push_back({"align_start", open_b, aligned(AlignBy::Start)});
}

void add_the_rest(std::vector<CommandOutcome>& all) {
  all.push_back({"focus",
                 [](S& s) {
                   s.zoom_to_kernel();
                   s.view().selection.select(s.ui.find("aten::op3"));
                   s.ui.frames(2);
                 },
                 [](S& s) {
                   const TimeRange event = *s.view().range_of(s.ui.find("aten::op3"));
                   const Ns middle_ns = event.begin_ns + event.length_ns() / 2;
                   return s.view().viewport.range().contains(middle_ns);
                 }});
  const auto unselected = [](S& s) { return s.view().selection.empty(); };
  all.push_back({"deselect", [](S& s) { s.select("kernel_b"); }, unselected});
  all.push_back({"peel", [](S& s) { s.select("kernel_b"); }, unselected});
  all.push_back({"thresholds", nothing,
                 [](S& s) { return s.ui.window().dialogs().is_open<ThresholdDialog>(); }});
  all.push_back({"gpu_peaks", nothing,
                 [](S& s) { return s.ui.window().dialogs().is_open<GpuPeaksDialog>(); }});
  all.push_back({"first_steps", nothing,
                 [](S& s) { return s.ui.window().dialogs().is_open<FirstStepsDialog>(); }});
  all.push_back({"documentation", nothing, [](S& s) {
                   const auto& notice = s.ui.notice();
                   return notice && notice->text.find("README.md") != std::string::npos;
                 }});
  all.push_back(
      {"about", nothing, [](S& s) { return s.ui.window().dialogs().is_open<AboutDialog>(); }});
  all.push_back({"keys", nothing, [](S& s) { return s.ui.window().dialogs().is_open<KeyList>(); }});
  all.push_back({"tour", nothing, [](S& s) { return s.ui.window().tour().running(); }});
}

}  // namespace

std::vector<CommandOutcome> command_outcomes() {
  std::vector<CommandOutcome> all;
  add_files_and_edits(all);
  add_exports(all);
  add_recordings(all);
  add_views(all);
  add_lanes(all);
  add_ways(all);
  add_marks(all);
  add_comparisons(all);
  add_the_rest(all);
  return all;
}

}  // namespace lanescope
