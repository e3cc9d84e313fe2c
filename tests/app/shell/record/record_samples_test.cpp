// A program of Python that uses no GPU is recorded from the window.
#include <algorithm>
#include <filesystem>
#include <string>

#include <doctest/doctest.h>

#include "tests/app/shell/record/record_window.h"
#include "tests/skip.h"

namespace lanescope {
namespace {

constexpr const char* kProgram = R"(import time


def rest():
    time.sleep(0.01)


while True:
    rest()
)";

bool has_samples(const Snapshot& trace) {
  return std::ranges::any_of(trace.tracks, [](const Track& track) {
    return track.kind == TrackKind::ThreadSamples && track.slices > 0;
  });
}

}  // namespace

TEST_CASE("host samples of a program without a GPU are live lanes, if the dialog asks for them") {
  if (!std::filesystem::exists("/usr/bin/python3")) skip_case("there is no /usr/bin/python3");
  RecordWindow w;
  const std::string program = w.folder.write("rest.py", kProgram);
  REQUIRE_FALSE(w.ui.window().settings().record.sample);
  w.ui.key(ImGuiKey_R, ImGuiMod_Ctrl);
  w.ui.frames(2);
  w.ui.click("record.sample");
  w.ui.click("record.command");
  w.ui.type("/usr/bin/python3 " + program);
  w.ui.frames(2);
  w.ui.key(ImGuiKey_Enter);
  w.ui.frames(2);
  w.note_pid();
  REQUIRE(w.ui.workspace().recording() != nullptr);
  CHECK(w.ui.workspace().recording()->request().sample);
  REQUIRE(w.until_shown());
  CHECK(w.ui.frames_until([&] { return has_samples(*w.ui.view().drawn()); }));
  CHECK(w.ui.frames_until([&] {
    return w.ui.workspace().recording()->words().facts.find(" samples") != std::string::npos;
  }));
  CHECK(w.ui.frames_until([&] { return std::ranges::count(w.ui.tabs(), "Kernels") == 0; }));
  CHECK(w.ui.workspace().recording() != nullptr);
  w.ui.click("record.stop");
  REQUIRE(w.until_over());
  CHECK(has_samples(*w.ui.view().snapshot()));
  // The next one is asked for as this one was.
  CHECK(w.ui.window().settings().record.sample);
}

}  // namespace lanescope
