#include "tests/app/command_outcomes.h"

#include <csignal>
#include <cstdlib>

#include "app/panes/pane/trace_actions.h"
#include "tests/app/command_outcome_lists.h"
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

void Stage::record(const std::string& arguments, const std::string& keep_last) {
  ::setenv("LANESCOPE_AGENT", (binary_folder() + "/liblanescope_inject.so").c_str(), 1);
  const std::string fakes = binary_folder() + "/tests/capture/fake/";
  ui.run(workspace::Record{{.command = fakes + "fake_host " + arguments,
                            .environment = "LANESCOPE_CUPTI=" + fakes + "libfake_cupti.so",
                            .keep_last = keep_last,
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

void hide_kernels(Stage& s) {
  s.view().lanes.hide(s.kernel_lane());
  s.ui.frames(3);
}

bool kernels_shown(Stage& s) {
  return s.ui.has_mark("lane." + s.kernel_lane());
}

namespace {

using S = Stage;

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
