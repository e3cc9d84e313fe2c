// Commands that open, save, record and undo.
#include <doctest/doctest.h>

#include "app/panes/pane/trace_actions.h"
#include "tests/app/command_outcome_lists.h"
#include "tests/app/small_profile.h"

namespace lanescope {
namespace {

using S = Stage;

void lay_profile(S& s) {
  s.ui.run(workspace::LayProfile{{s.folder.write("loader.speedscope.json", kSmallProfile)}});
  s.ui.settle();
}

}  // namespace

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
  all.push_back(
      {"add_profile", nothing, [](S& s) { return s.ui.window().dialogs().is_open<FileDialog>(); }});
  all.push_back({"shift_profile", lay_profile,
                 [](S& s) { return s.ui.window().dialogs().is_open<ProfileDialog>(); }});
  all.push_back({"remove_profile", lay_profile,
                 [](S& s) { return !profile_begin_ns(*s.view().snapshot()); }});
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

/// What is written is in shell/files/export_test.cpp.
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

/// What happens around them is in shell/record.
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
  all.push_back({"save_last",
                 [](S& s) {
                   s.record("--calls 1000000 --rate 1000", "1 min");
                   REQUIRE(s.ui.frames_until([&] {
                     const Recording* recording = s.ui.workspace().recording();
                     return recording != nullptr && recording->can_save_last();
                   }));
                 },
                 [](S& s) {
                   return s.comes([&] {
                     const Recording* recording = s.ui.workspace().recording();
                     return recording != nullptr && recording->state().saved.size() == 1;
                   });
                 }});
  all.push_back({"follow", live, [](S& s) { return !s.view().follow_newest; }});
  all.push_back({"settle", live, [](S& s) {
                   // It comes by itself too, if later, so what was seen before would tell nothing.
                   return s.pressed && s.comes([&s] { return s.view().snapshot()->complete; });
                 }});
}

}  // namespace lanescope
