// A program is recorded from the window.
#include <csignal>
#include <filesystem>
#include <map>
#include <string>

#include <doctest/doctest.h>
#include <sys/resource.h>

#include "app/shell/window/bottom_area.h"
#include "tests/app/seen_screen.h"
#include "tests/app/shell/record/record_window.h"
#include "tests/skip.h"

using namespace lanescope;

namespace {

namespace fs = std::filesystem;

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
  CHECK(w.ui.workspace().is_live());
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
  CHECK_FALSE(w.ui.workspace().is_live());
  const auto still = w.ui.view().range_of(w.ui.view().selection.primary());
  REQUIRE(still);
  CHECK(still->begin_ns == chosen->begin_ns);
  const Snapshot& complete = *w.ui.view().snapshot();
  CHECK(complete.kernel_links.count > 100);
  CHECK(complete.report.listed == 0);

  const Numbers recorded(complete);
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

TEST_CASE("what could not be written to the file is told at the end, and the rest is there") {
  // As on a full disk: no file of this process grows beyond this.
  const auto refuse = [](rlim_t bytes) {
    struct rlimit limit {};
    ::getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = bytes;
    ::setrlimit(RLIMIT_FSIZE, &limit);
  };
  const auto before = std::signal(SIGXFSZ, SIG_IGN);
  RecordWindow w;
  w.record("--calls 1000000 --rate 1500");
  REQUIRE(w.until_shown());
  refuse(4096);
  const bool lost = w.ui.frames_until(
      [&] { return w.ui.workspace().recording()->state().file_lost_records > 0; });
  w.ui.click("record.stop");
  const bool over = w.until_over();
  refuse(RLIM_INFINITY);
  (void)std::signal(SIGXFSZ, before);
  REQUIRE(lost);
  REQUIRE(over);
  REQUIRE(w.ui.notice());
  CHECK(w.ui.notice()->kind == NoticeKind::Error);
  CHECK(w.ui.notice()->text.find(" could not be written to the file.") != std::string::npos);
  CHECK(w.ui.view().drawn()->slice_count > 0);
}

TEST_CASE("while a program is recorded a click shows the launch, its line and all the tables") {
  if (!fs::exists("/usr/bin/python3")) skip_case("there is no /usr/bin/python3");
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
  CHECK(w.ui.workspace().is_live());
  CHECK(w.details().find("train.py:9") != std::string::npos);
  CHECK(w.details().find("cudaLaunchKernel") != std::string::npos);
  CHECK(w.ui.view().range_of(w.ui.view().selection.primary())->begin_ns == chosen->begin_ns);
  CHECK(w.ui.has_mark("recorded_until.note"));
  CHECK(recorded_until_text(w.ui.view()).starts_with("As of "));
  const auto tells_why = [&] {
    return SeenScreen().page({0, 0, 1600, 900}).find("cover the recording up to this time") !=
           std::string::npos;
  };
  CHECK_FALSE(tells_why());
  const Rect note = w.ui.mark("recorded_until.note");
  w.ui.move({(note.x0 + note.x1) / 2, (note.y0 + note.y1) / 2});
  CHECK(w.ui.frames_until(tells_why));
  w.ui.move({800, 300});

  w.ui.show_tab("Kernels");
  REQUIRE(w.ui.frames_until([&] {
    const OpenTrace& trace = *w.ui.workspace().trace();
    return !open_pane(trace).busy() && !open_pane(trace).facts().empty();
  }));
  CHECK(w.ui.workspace().is_live());
  // The tables come along.
  const std::uint64_t then = w.ui.view().generation();
  REQUIRE(w.ui.frames_until([&] { return w.ui.view().generation() > then; }));
  CHECK(w.details().find("launch_it") != std::string::npos);
  // What a table leads to does not glide away.
  CHECK(w.ui.view().follow_newest);
  w.ui.view().go_to(w.ui.view().selection.primary());
  CHECK_FALSE(w.ui.view().follow_newest);
  CHECK(w.ui.workspace().is_live());

  w.ui.click("record.stop");
  REQUIRE(w.until_over());
  w.ui.settle();
  CHECK(w.details().find("launch_it") != std::string::npos);
  CHECK_FALSE(w.ui.has_mark("recorded_until.note"));
}

TEST_CASE("a recording of which the last is kept is shown while it runs, and old lanes go") {
  RecordWindow w;
  const std::string fakes = built("tests/capture/fake/");
  w.ui.run(workspace::Record{{.command = RecordWindow::command("--calls 1000000 --rate 1500"),
                              .environment = "LANESCOPE_CUPTI=" + fakes + "libfake_cupti.so",
                              .keep_last = "1",
                              .file = w.folder.path() + "/kept.lanes"}});
  w.note_pid();
  REQUIRE(w.until_shown());
  CHECK(w.ui.workspace().is_live());
  const Ns first_ns = w.ui.view().drawn()->extent.begin_ns;
  // States of threads settle by some ms when the kernel's switches arrive: that is not yet it.
  constexpr Ns kMuchNs = 300'000'000;
  REQUIRE(
      w.ui.frames_until([&] { return w.ui.view().drawn()->extent.begin_ns > first_ns + kMuchNs; }));
  CHECK(w.ui.workspace().is_live());
  CHECK(w.ui.view().snapshot()->kernel_links.with_launch > 0);
  w.ui.click("record.stop");
  REQUIRE(w.until_over());
  CHECK(w.ui.view().snapshot()->extent.begin_ns > first_ns);
  CHECK(w.ui.view().snapshot()->kernel_links.count > 100);
}

TEST_CASE("while it is paused nothing comes, and then it goes on") {
  RecordWindow w;
  w.record("--calls 1000000 --rate 2000");
  REQUIRE(w.until_shown());
  REQUIRE(w.ui.frames_until([&] { return w.ui.has_mark("record.pause"); }));
  w.ui.click("record.pause");
  REQUIRE(w.ui.frames_until([&] { return w.ui.workspace().recording()->paused(); }));
  w.ui.click("record.pause");
  REQUIRE(w.ui.frames_until([&] { return !w.ui.workspace().recording()->paused(); }));
  const std::uint64_t before = w.slices();
  REQUIRE(w.ui.frames_until([&] { return w.slices() > before + 100; }));
  w.ui.click("record.stop");
  REQUIRE(w.until_over());
}

TEST_CASE("the last seconds are saved at a key while the recording goes on") {
  RecordWindow w;
  const Command* save = find_command("save_last");
  REQUIRE(save != nullptr);
  CHECK_FALSE(save->enabled(w.ui.window()));
  w.ui.window().settings().record.keep_last = "1 min";
  w.record("--calls 1000000 --rate 2000");
  REQUIRE(w.until_shown());
  REQUIRE(w.ui.frames_until([&] { return save->enabled(w.ui.window()); }));
  w.ui.key(ImGuiKey_L, ImGuiMod_Ctrl | ImGuiMod_Shift);
  REQUIRE(w.ui.frames_until([&] { return !w.ui.workspace().recording()->state().saved.empty(); }));
  const SavedFileState saved = w.ui.workspace().recording()->state().saved.front();
  CHECK(saved.file.ends_with(".1.lanes"));
  CHECK(std::filesystem::file_size(saved.file) == saved.bytes);
  CHECK(saved.why == "saved in the window");
  CHECK(w.ui.workspace().is_live());
  w.ui.click("record.stop");
  REQUIRE(w.until_over());
  CHECK(std::filesystem::exists(saved.file));
}

TEST_CASE("where everything is kept there are no last seconds to save") {
  RecordWindow w;
  w.record("--calls 1000000 --rate 2000");
  REQUIRE(w.until_shown());
  CHECK_FALSE(find_command("save_last")->enabled(w.ui.window()));
  w.ui.click("record.stop");
  REQUIRE(w.until_over());
}
