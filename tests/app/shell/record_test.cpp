// A program is recorded from the window: the real agent, in a program that only plays CUDA.
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <map>

#include <doctest/doctest.h>
#include <sys/stat.h>

#include "app/shell/commands.h"
#include "app/shell/settled_note.h"
#include "tests/app/ui_driver.h"
#include "tests/core/base/temp_folder.h"
#include "tests/paths.h"

using namespace lanescope;

namespace {

namespace fs = std::filesystem;

std::string built(const std::string& file) {
  return binary_folder() + "/" + file;
}

class RecordWindow {
 public:
  RecordWindow() : ui(1600, 900, folder.path() + "/settings.json") {
    ::setenv("LANESCOPE_AGENT", built("liblanescope_inject.so").c_str(), 1);
    ui.window().settings().recordings_folder = folder.path();
    ui.frame();
  }

  void record(const std::string& arguments) { record_command(command(arguments)); }
  /// What a hand does: Ctrl+R, the command, the variables, Enter.
  void record_command(const std::string& words) {
    ui.key(ImGuiKey_R, ImGuiMod_Ctrl);
    ui.frames(2);
    REQUIRE(ui.window().record_dialog_open());
    ui.type(words);
    ui.click("record.environment");
    ui.type("LANESCOPE_CUPTI=" + built("tests/capture/fake/libfake_cupti.so"));
    ui.frames(2);
    ui.key(ImGuiKey_Enter);
    ui.frames(2);
    note_pid();
  }
  void note_pid() {
    const Recording* recording = ui.window().recording();
    if (recording != nullptr && recording->state().command)
      pid_ = static_cast<pid_t>(recording->state().command->pid);
  }
  static std::string command(const std::string& arguments) {
    return built("tests/capture/fake/fake_host") + " " + arguments;
  }
  bool until_shown() {
    return ui.frames_until([&] {
      return ui.window().trace() != nullptr && ui.view().drawn() &&
             ui.view().drawn()->slice_count > 0;
    });
  }
  bool until_over() {
    return ui.frames_until([&] {
      return ui.window().recording() == nullptr && ui.window().trace() != nullptr &&
             ui.view().session().state() == Session::State::Ready && ui.view().drawn()->settled;
    });
  }
  /// The program would go on for minutes after its recording.
  ~RecordWindow() {
    if (pid_ > 0) ::kill(-pid_, SIGKILL);
  }

  [[nodiscard]] std::uint64_t slices() {
    std::uint64_t n = 0;
    for (const Track& track : ui.view().drawn()->tracks) n += track.slices;
    return n;
  }
  [[nodiscard]] EventId newest_kernel() {
    EventId newest = EventId::None;
    Ns at_ns = 0;
    for (const Track& track : ui.view().drawn()->tracks) {
      if (track.kind != TrackKind::GpuStream) continue;
      for (const auto& chunk : track.chunks) {
        for (std::uint32_t s = 0; s < chunk->size(); ++s) {
          if (chunk->start_ns[s] <= at_ns) continue;
          at_ns = chunk->start_ns[s];
          newest = chunk->id_of(s);
        }
      }
    }
    return newest;
  }
  /// All of the Details pane as text.
  [[nodiscard]] std::string details() {
    const DetailsText* shown = ui.window().trace()->details.shown();
    return shown == nullptr ? "" : details_plain_text(*shown);
  }
  void save_as(const std::string& command, const std::string& path) {
    const Command* save = find_command(command);
    REQUIRE(save != nullptr);
    REQUIRE(save->enabled(ui.window()));
    save->run(ui.window());
    ui.frames(2);
    ui.key(ImGuiKey_Backspace);
    ui.type(path);
    ui.key(ImGuiKey_Enter);
    ui.settle();
    REQUIRE(fs::exists(path));
  }

  /// What a program without CUDA has written, once its recording has ended.
  std::string output_of(const std::string& script) {
    ui.window().start_recording(
        {.command = "sh -c '" + script + "'", .file = folder.path() + "/output.lanes"});
    REQUIRE(ui.frames_until([&] { return ui.window().recording() == nullptr; }));
    ui.settle();
    REQUIRE(ui.window().show_tab("Output"));
    ui.frames(3);
    ImGui::SetClipboardText("");
    if (ui.has_mark("output.copy")) ui.click("output.copy");
    return ImGui::GetClipboardText();
  }
  [[nodiscard]] std::string shown_tab() {
    return std::string(ui.window().trace()->bottom[ui.window().trace()->tab]->title());
  }
  [[nodiscard]] pid_t pid() const { return pid_; }
  void kill_program(int signal) const { ::kill(-pid_, signal); }

  TempFolder folder;
  UiDriver ui;

 private:
  pid_t pid_ = 0;
};

/// Launches through a driver that is not there, from a line that is known.
constexpr const char* kTraining = R"(import ctypes, os, time
driver = ctypes.CDLL(os.environ["LANESCOPE_CUPTI"])
driver.fake_call.argtypes = [ctypes.c_uint, ctypes.c_char_p, ctypes.c_uint64, ctypes.c_uint64]
ctypes.CDLL(os.environ["CUDA_INJECTION64_PATH"]).InitializeInjection()


def launch_it():
    # the line below is the ninth
    driver.fake_call(0, b"kernel", 7, 1)


while True:
    launch_it()
    time.sleep(0.002)
)";

/// What a reader of two files would compare.
struct Numbers {
  explicit Numbers(const Snapshot& trace) : by_category(trace.counts.by_category) {
    slices = trace.slice_count;
    linked = trace.kernel_links.with_launch;
    for (const Track& track : trace.tracks) {
      for (const auto& chunk : track.chunks) {
        for (std::uint32_t s = 0; s < chunk->size(); ++s) total_ns += chunk->dur_ns[s];
      }
    }
  }
  std::map<std::string, std::uint64_t> by_category;
  std::uint64_t slices = 0, linked = 0;
  Ns total_ns = 0;
  friend bool operator==(const Numbers&, const Numbers&) = default;
};

}  // namespace

TEST_CASE("a recording: live lanes that grow, stop, save, and the same numbers when it is opened") {
  RecordWindow w;
  w.record("--calls 1000000 --rate 1500 --mix all --threads 2");
  REQUIRE(w.until_shown());
  CHECK(w.ui.window().is_live());
  CHECK(w.ui.has_mark("record.state"));
  const std::uint64_t first = w.slices();
  const Ns first_end_ns = w.ui.view().drawn()->extent.end_ns;
  REQUIRE(w.ui.frames_until([&] { return w.slices() > first + 500; }));
  CHECK(w.ui.view().drawn()->extent.end_ns > first_end_ns);
  bool streams = false;
  for (const Track& track : w.ui.view().drawn()->tracks)
    streams |= track.kind == TrackKind::GpuStream;
  CHECK(streams);
  // The view moves along, until Space.
  const Ns seen_ns = w.ui.view().viewport.range().end_ns;
  REQUIRE(w.ui.frames_until([&] { return w.ui.view().viewport.range().end_ns > seen_ns; }));
  w.ui.key(ImGuiKey_Space);
  w.ui.frames(2);
  const TimeRange held = w.ui.view().viewport.range();
  const std::uint64_t then = w.slices();
  REQUIRE(w.ui.frames_until([&] { return w.slices() > then; }));
  CHECK(w.ui.view().viewport.range().end_ns == held.end_ns);

  w.ui.view().selection.select(w.ui.find("cudaLaunchKernel"));
  const auto chosen = w.ui.view().range_of(w.ui.view().selection.primary());
  REQUIRE(chosen);
  w.ui.click("record.stop");
  REQUIRE(w.until_over());
  CHECK_FALSE(w.ui.window().is_live());
  const auto still = w.ui.view().range_of(w.ui.view().selection.primary());
  REQUIRE(still);
  CHECK(still->begin_ns == chosen->begin_ns);
  const Snapshot& settled = *w.ui.view().snapshot();
  CHECK(settled.kernel_links.count > 100);
  CHECK(settled.report.listed == 0);

  const Numbers recorded(settled);
  const std::string copy = w.folder.path() + "/copy.lanes";
  const std::string json = w.folder.path() + "/copy.json.gz";
  w.ui.settle();
  w.save_as("save_recording", copy);
  w.save_as("save_trace", json);
  w.ui.open(copy);
  CHECK(Numbers(*w.ui.view().snapshot()) == recorded);
  w.ui.open(json);
  CHECK(Numbers(*w.ui.view().snapshot()).slices == recorded.slices);
  CHECK(Numbers(*w.ui.view().snapshot()).linked == recorded.linked);
  CHECK(Numbers(*w.ui.view().snapshot()).total_ns == recorded.total_ns);
}

TEST_CASE("while a program is recorded a click shows the launch, its line and all the tables") {
  if (!fs::exists("/usr/bin/python3")) {
    MESSAGE("there is no Python: skipped");
    return;
  }
  RecordWindow w;
  w.record_command("/usr/bin/python3 " + w.folder.write("train.py", kTraining));
  REQUIRE(w.until_shown());
  // The newest kernel, as a click on its lane selects it: first what the lanes know of it.
  REQUIRE(w.ui.frames_until([&] { return w.newest_kernel() != EventId::None; }));
  w.ui.view().selection.select(w.newest_kernel());
  const auto chosen = w.ui.view().range_of(w.ui.view().selection.primary());
  REQUIRE(chosen);
  REQUIRE(w.ui.frames_until([&] { return !w.details().empty(); }));
  CHECK(w.details().find("kernel") != std::string::npos);
  // Then the rest, while the recording goes on.
  const bool whole =
      w.ui.frames_until([&] { return w.details().find("launch_it") != std::string::npos; });
  INFO(w.details());
  REQUIRE(whole);
  CHECK(w.ui.window().is_live());
  CHECK(w.details().find("train.py:9") != std::string::npos);
  CHECK(w.details().find("cudaLaunchKernel") != std::string::npos);
  CHECK(w.ui.view().range_of(w.ui.view().selection.primary())->begin_ns == chosen->begin_ns);
  CHECK(w.ui.has_mark("settled.note"));
  CHECK(settled_words(w.ui.view()).starts_with("As of "));

  w.ui.window().show_tab("Kernels");
  REQUIRE(w.ui.frames_until([&] {
    const OpenTrace& trace = *w.ui.window().trace();
    return !trace.bottom[trace.tab]->busy() && !trace.bottom[trace.tab]->facts().empty();
  }));
  CHECK(w.ui.window().is_live());
  // The tables come along.
  const std::uint64_t then = w.ui.view().generation();
  REQUIRE(w.ui.frames_until([&] { return w.ui.view().generation() > then; }));
  CHECK(w.details().find("launch_it") != std::string::npos);

  w.ui.click("record.stop");
  REQUIRE(w.until_over());
  w.ui.settle();
  CHECK(w.details().find("launch_it") != std::string::npos);
  CHECK_FALSE(w.ui.has_mark("settled.note"));
}

TEST_CASE("a recording of which the last is kept is shown while it runs, and old lanes go") {
  RecordWindow w;
  const std::string fakes = built("tests/capture/fake/");
  w.ui.window().start_recording({.command = RecordWindow::command("--calls 1000000 --rate 1500"),
                                 .environment = "LANESCOPE_CUPTI=" + fakes + "libfake_cupti.so",
                                 .keep_last = "1",
                                 .file = w.folder.path() + "/kept.lanes"});
  w.note_pid();
  REQUIRE(w.until_shown());
  CHECK(w.ui.window().is_live());
  const Ns first_ns = w.ui.view().drawn()->extent.begin_ns;
  REQUIRE(w.ui.frames_until([&] { return w.ui.view().drawn()->extent.begin_ns > first_ns; }));
  CHECK(w.ui.window().is_live());
  CHECK(w.ui.view().snapshot()->kernel_links.with_launch > 0);
  w.ui.click("record.stop");
  REQUIRE(w.until_over());
  CHECK(w.ui.view().snapshot()->extent.begin_ns > first_ns);
  CHECK(w.ui.view().snapshot()->kernel_links.count > 100);
}

TEST_CASE("a program that ends by itself ends its recording") {
  RecordWindow w;
  w.record("--calls 700 --mix all");
  REQUIRE(w.until_over());
  const Snapshot& trace = *w.ui.view().snapshot();
  CHECK(trace.report.complete);
  CHECK(trace.kernel_links.count == 100);  // one call in seven launches
  CHECK(trace.kernel_links.with_launch == 100);
  CHECK_FALSE(w.ui.window().notice());
}

TEST_CASE("a killed program leaves its calls, and the window says how it ended") {
  RecordWindow w;
  w.record("--calls 700 --mix all --end kill");
  REQUIRE(w.until_over());
  CHECK(w.ui.view().snapshot()->counts.by_category.at("cuda_runtime") >= 500);
  REQUIRE(w.ui.window().notice());
  CHECK(w.ui.window().notice()->text.find("signal 9") != std::string::npos);
}

TEST_CASE("while it is paused nothing comes, and then it goes on") {
  RecordWindow w;
  w.record("--calls 1000000 --rate 2000");
  REQUIRE(w.until_shown());
  REQUIRE(w.ui.frames_until([&] { return w.ui.has_mark("record.pause"); }));
  w.ui.click("record.pause");
  REQUIRE(w.ui.frames_until([&] { return w.ui.window().recording()->paused(); }));
  w.ui.click("record.pause");
  REQUIRE(w.ui.frames_until([&] { return !w.ui.window().recording()->paused(); }));
  const std::uint64_t before = w.slices();
  REQUIRE(w.ui.frames_until([&] { return w.slices() > before + 100; }));
  w.ui.click("record.stop");
  REQUIRE(w.until_over());
}

TEST_CASE("what can not be recorded is told in the dialog, which stays") {
  RecordWindow w;
  w.ui.key(ImGuiKey_R, ImGuiMod_Ctrl);
  w.ui.frames(2);
  w.ui.key(ImGuiKey_Enter);
  w.ui.frames(2);
  CHECK(w.ui.window().record_dialog_open());
  CHECK(w.ui.has_mark("record.problem"));
  w.ui.type("/nowhere/train.py");
  w.ui.key(ImGuiKey_Enter);
  w.ui.frames(2);
  CHECK(w.ui.window().record_dialog_open());
  CHECK(w.ui.window().recording() == nullptr);
  w.ui.key(ImGuiKey_Escape);
  w.ui.frames(2);
  CHECK_FALSE(w.ui.window().record_dialog_open());
}

TEST_CASE("a program without CUDA is waited for, and told of when it has ended") {
  RecordWindow w;
  w.ui.window().start_recording(
      {.command = "sh -c 'exit 3'", .file = w.folder.path() + "/a.lanes"});
  REQUIRE(w.ui.frames_until([&] { return w.ui.window().recording() == nullptr; }));
  w.ui.settle();
  REQUIRE(w.ui.window().notice());
  CHECK(w.ui.window().notice()->text.find("Nothing was recorded") != std::string::npos);
  CHECK(w.ui.window().notice()->text.find("code 3") != std::string::npos);
}

TEST_CASE("a program that fails before it uses CUDA shows why") {
  RecordWindow w;
  w.ui.window().start_recording(
      {.command =
           R"(sh -c 'echo starting; printf "\033[31mImportError\033[0m: no torch\n" >&2; exit 1')",
       .file = w.folder.path() + "/failed.lanes"});
  REQUIRE(w.ui.frames_until([&] { return w.ui.window().recording() == nullptr; }));
  w.ui.settle();
  CHECK(w.shown_tab() == "Output");
  REQUIRE(w.ui.window().notice());
  CHECK(w.ui.window().notice()->text.find("sh ended with code 1") != std::string::npos);
  w.ui.click("output.copy");
  CHECK(std::string(ImGui::GetClipboardText()) == "starting\nImportError: no torch\n");
  // The notice leads there too.
  REQUIRE(w.ui.window().show_tab("Overview"));
  w.ui.frames(2);
  w.ui.click("notice.action");
  CHECK(w.shown_tab() == "Output");
}

TEST_CASE("what a program writes is there, with nothing to read for it") {
  RecordWindow w;
  CHECK(w.output_of("read line || echo no input; echo on") == "no input\non\n");
}

TEST_CASE("a program that goes on after its recording is still heard, and how it ends") {
  RecordWindow w;
  w.record("--calls 1000000 --rate 1500");
  REQUIRE(w.until_shown());
  w.ui.click("record.stop");
  REQUIRE(w.until_over());
  w.ui.settle();
  CHECK_FALSE(w.ui.window().notice());
  w.kill_program(SIGTERM);
  REQUIRE(w.ui.frames_until([&] { return w.ui.window().notice().has_value(); }));
  CHECK(w.ui.window().notice()->text ==
        "fake_host was killed by signal 15 (SIGTERM) after its recording.");
  w.ui.frames(2);
  w.ui.click("notice.action");
  w.ui.frames(2);
  CHECK(w.shown_tab() == "Output");
}

TEST_CASE("a program that goes on while another is recorded fills no memory with what it writes") {
  RecordWindow w;
  const std::string go = w.folder.path() + "/go";
  w.ui.window().start_recording(
      {.command = "sh -c 'until test -e " + go +
                  "; do sleep 0.05; done; head -c 16777216 /dev/zero; exec sleep 300'",
       .file = w.folder.path() + "/first.lanes"});
  REQUIRE(w.ui.frames_until([&] {
    w.note_pid();
    return w.pid() > 0;
  }));
  w.ui.window().stop_recording();
  REQUIRE(w.ui.frames_until([&] { return w.ui.window().recording() == nullptr; }));
  w.output_of("true");  // is recorded, and takes the place of the first

  w.folder.write("go", "");
  struct stat kept {};
  const std::string output = "/proc/" + std::to_string(w.pid()) + "/fd/1";
  CHECK(w.ui.frames_until([&] {
    return ::stat(output.c_str(), &kept) == 0 && kept.st_size == 16777216 &&
           kept.st_blocks * 512 < 1048576;
  }));
}

TEST_CASE("a recording goes where the program works, and replaces nothing") {
  RecordWindow w;
  const TempFolder work;
  w.ui.key(ImGuiKey_R, ImGuiMod_Ctrl);
  w.ui.frames(2);
  w.ui.type("sh -c true");
  w.ui.click("record.folder");
  w.ui.type(work.path());
  w.ui.frames(3);
  w.ui.key(ImGuiKey_Enter);
  w.ui.frames(2);
  REQUIRE(w.ui.window().recording() != nullptr);
  const std::string file = w.ui.window().recording()->file();
  CHECK(file.starts_with(work.path() + "/sh-20"));
  CHECK(file.ends_with(".lanes"));
  REQUIRE(w.ui.frames_until([&] { return w.ui.window().recording() == nullptr; }));
  const auto bytes = fs::file_size(file);
  w.ui.window().start_recording({.command = "sh -c true", .file = file});
  CHECK(w.ui.window().recording() == nullptr);
  CHECK(fs::file_size(file) == bytes);
}

TEST_CASE("a command that is not there is told before it is started") {
  RecordWindow w;
  w.ui.key(ImGuiKey_R, ImGuiMod_Ctrl);
  w.ui.frames(2);
  w.ui.type("no-such-command-here --fast");
  REQUIRE(w.ui.frames_until([&] { return w.ui.has_mark("record.problem"); }));
  w.ui.click("record.start");
  w.ui.frames(2);
  CHECK(w.ui.window().recording() == nullptr);
  CHECK(w.ui.window().record_dialog_open());
}

TEST_CASE("commands that were recorded are offered again") {
  RecordWindow w;
  w.record("--calls 70");
  REQUIRE(w.until_over());
  w.ui.key(ImGuiKey_R, ImGuiMod_Ctrl);
  w.ui.frames(3);
  CHECK(w.ui.has_mark("record.recent.0"));
  CHECK(w.ui.window().settings().recorded.front() == RecordWindow::command("--calls 70"));
  CHECK(parse_settings(settings_text(w.ui.window().settings())).record ==
        w.ui.window().settings().record);
}
