// `lanescope record --when`: the last seconds go to files of their own, which open like any other.
#include <algorithm>
#include <csignal>
#include <filesystem>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "app/cli/info/info.h"
#include "core/readers/trace_loader.h"
#include "tests/app/cli/record/recorder_run.h"
#include "tests/core/fixtures/trace_text.h"

using namespace lanescope;

namespace {

/// The path of a file that was saved.
std::string part_of(const RecorderRun& recording, int number) {
  return recording.folder.path() + "/run." + std::to_string(number) + ".lanes";
}

/// Whether a mark with that beginning is among the trace's instants.
bool has_mark(const Snapshot& trace, std::string_view begin) {
  return std::ranges::any_of(trace.instants->name,
                             [&](StringId name) { return trace.text(name).starts_with(begin); });
}

}  // namespace

TEST_CASE("a signal saves the last seconds, and the file says what fired") {
  RecorderRun recording(fake_target({"hello", "now", "write=1000", "untilstop"}));
  recording.options.when = "signal:USR1";
  recording.options.after_ns = 50'000'000;
  recording.start();
  recording.wait_for("run.lanes.part000001");  // something has been recorded
  recording.send(SIGUSR1);
  CHECK(recording.finish() == 0);
  const std::string errors = recording.errors();
  INFO(errors);
  const std::string file = part_of(recording, 1);
  CHECK(contains(errors, ("saved " + file + " (").c_str()));
  CHECK(contains(errors, "): signal:USR1\n"));
  CHECK(contains(errors, ("1 file saved; open it with `lanescope " + file + "`").c_str()));
  CHECK_FALSE(recording.has_file());

  const auto loaded = load_trace(file);
  REQUIRE(loaded.ok());
  const Snapshot& trace = *loaded.value().snapshot;
  CHECK(trace.report.complete);
  CHECK(has_mark(trace, "trigger: signal:USR1"));
  const std::string info = info_text(trace, 1);
  CHECK(contains(info, "saved because"));
  CHECK(contains(info, "signal:USR1"));
  CHECK(info_json(trace, 1).at("trigger").at("what") == "signal:USR1");
  CHECK(info_json(trace, 1).at("trigger").at("time_ns").is_number_integer());
}

TEST_CASE("a range that takes too long saves the last seconds and is named") {
  RecorderRun recording(
      fake_target({"hello", "range=5:load", "sleep=50", "range=300:load", "untilstop"}));
  recording.options.when = "range:load>200ms";
  recording.options.after_ns = 50'000'000;
  recording.options.view = true;
  CHECK(recording.run() == 0);
  INFO(recording.errors());
  const std::string file = part_of(recording, 1);
  CHECK(contains(recording.errors(), "): load "));
  CHECK(contains(recording.errors(), " (more than 200.0 ms)\n"));
  // The recording itself is not kept.
  CHECK(text_of_file(recording.folder.path() + "/viewed") == file);
  const auto loaded = load_trace(file);
  REQUIRE(loaded.ok());
  CHECK(has_mark(*loaded.value().snapshot, "trigger: load "));
}

TEST_CASE("a step that hangs is saved as far as it came, and is no step of the file") {
  RecorderRun recording(
      fake_target({"hello", "range=20:step 1", "range=20:step 2", "range=3000:step 3", "bye"}));
  recording.options.when = "step>300ms";
  recording.options.after_ns = 500'000'000;
  recording.options.times = 1;
  recording.run();
  INFO(recording.errors());
  const auto loaded = load_trace(part_of(recording, 1));
  REQUIRE(loaded.ok());
  const Snapshot& trace = *loaded.value().snapshot;
  CHECK(trace.steps.size() == 2);
  const auto hangs = trace.find_slice(event_named(trace, "step 3"));
  REQUIRE(hangs);
  // Until it fired, and half a second more.
  CHECK(hangs->chunk->range(hangs->slice).length_ns() > 750'000'000);
  CHECK(trace.extent.end_ns == hangs->chunk->range(hangs->slice).end_ns);
}

TEST_CASE("a step that began before the seconds that are kept is in the file, cut, and no step") {
  RecorderRun recording(fake_target({"hello", "range=20:step 1", "range=4000:step 2", "bye"}));
  recording.options.when = "step>2500ms";
  recording.options.keep_last_ns = 300'000'000;
  recording.options.after_ns = 100'000'000;
  recording.options.times = 1;
  recording.run();
  INFO(recording.errors());
  const auto loaded = load_trace(part_of(recording, 1));
  REQUIRE(loaded.ok());
  const Snapshot& trace = *loaded.value().snapshot;
  CHECK(trace.steps.empty());
  const EventId step = event_named(trace, "step 2");
  const auto hangs = trace.find_slice(step);
  REQUIRE(hangs);
  // As long as what is kept, which is a little more than was asked for.
  CHECK(hangs->chunk->range(hangs->slice).length_ns() > 300'000'000);
  CHECK(hangs->chunk->range(hangs->slice).length_ns() < 2'500'000'000);
  const auto json = loaded.value().texts->json_of(*trace.place_of(step));
  REQUIRE(json.ok());
  CHECK(contains(json.value().find("args")->to_text(), "\"Began earlier by\""));
  CHECK(std::ranges::any_of(trace.report.issues, [](const LoadIssue& issue) {
    return issue.kind == "begun_earlier" && issue.count == 1;
  }));
}

TEST_CASE("a condition that was never met is told at the end, and the last seconds are kept") {
  RecorderRun recording(fake_target({"hello", "write=100", "range=1:other", "bye"}));
  recording.options.when = "range:load>200ms";
  CHECK(recording.run() == 0);
  INFO(recording.errors());
  CHECK(contains(recording.errors(),
                 "lanescope: --when never fired: no range named load was seen\n"));
  CHECK(recording.has_file());
  CHECK_FALSE(std::filesystem::exists(part_of(recording, 1)));
}
