// Recordings that save their last seconds when something happens, and go on.
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "capture/host/triggers/trigger_mark.h"
#include "tests/capture/captured_run.h"

using namespace lanescope;
using wire::ChunkKind;

namespace {

constexpr std::int64_t kMs = 1'000'000;

struct Triggered : Captured {
  Triggered(std::vector<std::string> words, const char* when) : Captured(std::move(words)) {
    options.when = parse_trigger_condition(when).value();
    options.keep_last_ns = 60'000 * kMs;
    options.after_ns = 50 * kMs;
    options.times = 1;
  }
  [[nodiscard]] std::string part(int number) const {
    return folder.path() + "/run." + std::to_string(number) + ".lanes";
  }
  [[nodiscard]] CaptureChunks chunks_of(int number) const {
    return take_apart(content_of_file(part(number)));
  }
};

}  // namespace

TEST_CASE("a range that takes too long saves what was before it, and the recording is over") {
  Triggered capture(
      {"hello", "lanes=2", "write=1000", "range=10:load", "range=300:load", "untilstop"},
      "range:load>200ms");
  const CaptureState state = capture.run_to_its_end();
  CHECK(state.problem_count == 0);
  REQUIRE(state.saved.size() == 1);
  CHECK(state.saved[0].file == capture.part(1));
  CHECK(state.saved[0].why.find("load ") == 0);
  CHECK(state.saved[0].why.find("(more than 200.0 ms)") != std::string::npos);
  CHECK(state.saved[0].bytes == std::filesystem::file_size(capture.part(1)));
  // Everything is in that file.
  CHECK_FALSE(state.has_file);
  CHECK_FALSE(state.all_lost());
  CHECK_FALSE(std::filesystem::exists(capture.options.file));
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(capture.folder.path()))
    files += entry.path().filename().string().starts_with("run") ? 1U : 0U;
  CHECK(files == 1);

  const CaptureChunks chunks = capture.chunks_of(1);
  CHECK(chunks.header);
  CHECK(chunks.rest == 0);
  CHECK(has_marks(chunks, 0, 1, 1000));
  CHECK(text_of(chunks, ChunkKind::Trigger).value("what") == state.saved[0].why);
  CHECK(text_of(chunks, ChunkKind::End).value("why") == "saved");
  CHECK(chunks.all.back().is(ChunkKind::End));
  CHECK(mark_times(chunks.records(0, kRecorderChannel)).size() == 1);
  CHECK(chunks.records(0, kRecorderChannel).find("trigger: load ") != std::string::npos);
}

TEST_CASE("as many files are saved as requested, and then the recording ends") {
  Triggered capture({"hello", "range=60:load", "sleep=400", "range=60:load", "sleep=400",
                     "range=60:load", "untilstop"},
                    "range:load>20ms");
  capture.options.times = 2;
  const CaptureState state = capture.run_to_its_end();
  REQUIRE(state.saved.size() == 2);
  CHECK(state.saved[0].file == capture.part(1));
  CHECK(state.saved[1].file == capture.part(2));
  CHECK(mark_times(capture.chunks_of(1).records(0, kRecorderChannel)).size() == 1);
  CHECK(mark_times(capture.chunks_of(2).records(0, kRecorderChannel)).size() == 2);
  CHECK_FALSE(state.has_file);
}

TEST_CASE("if the program ends first, the recording has its last seconds as always") {
  Triggered capture({"hello", "range=60:load", "sleep=400", "write=10", "bye"}, "range:load>20ms");
  capture.options.times = 5;
  const CaptureState state = capture.run_to_its_end();
  CHECK(state.saved.size() == 1);
  CHECK(state.has_file);
  CHECK(text_of(capture.file(), ChunkKind::End).value("why") == "ended");
  CHECK(capture.file().texts(ChunkKind::Trigger).empty());
  CHECK(mark_times(capture.file().records(0, kRecorderChannel)).size() == 1);
}

TEST_CASE("what fires just before the end is saved at the end") {
  Triggered capture({"hello", "range=60:load", "bye"}, "range:load>20ms");
  capture.options.after_ns = 3'600'000 * kMs;
  const CaptureState state = capture.run_to_its_end();
  REQUIRE(state.saved.size() == 1);
  CHECK(capture.chunks_of(1).all.back().is(ChunkKind::End));
}

TEST_CASE("a file that is there is not replaced by a saved one") {
  Triggered capture({"hello", "range=60:load", "untilstop"}, "range:load>20ms");
  std::ofstream(capture.part(1)) << "mine";
  const CaptureState state = capture.run_to_its_end();
  REQUIRE(state.saved.size() == 1);
  CHECK(state.saved[0].file == capture.part(2));
  CHECK(content_of_file(capture.part(1)) == "mine");
}

TEST_CASE("a condition that was never met is explained at the end") {
  const auto told = [](const char* when, const char* range) {
    Triggered capture({"hello", "write=10", range, "bye"}, when);
    const CaptureState state = capture.run_to_its_end();
    CHECK(state.saved.empty());
    CHECK(state.has_file);
    REQUIRE(state.problems.size() == 1);
    CHECK(state.problems[0].code == "when_never_fired");
    return state.problems[0].text;
  };
  CHECK(told("range:load>5s", "range=1:other") ==
        "--when never fired: no range named load was seen");
  CHECK(told("range:load>5s", "range=1:Load")
            .starts_with("--when never fired: no range named load was seen; there was Load in "));
  CHECK(told("range:load>5s", "range=1:load")
            .starts_with("--when never fired: the longest range named load took "));
  CHECK(told("step>5s", "range=1:other").starts_with("--when never fired: no step was seen; "));
  CHECK(told("step>2*median", "range=1:step 1") ==
        "--when never fired: a median needs at least 8 steps (1 seen)");
}

TEST_CASE("the last seconds can be asked for, and asked for again") {
  Captured capture({"hello", "write=100", "untilstop"});
  capture.options.keep_last_ns = 60'000 * kMs;
  capture.options.after_ns = 0;
  capture.start();
  REQUIRE(capture.wait_until([](const CaptureState& state) { return state.has_events; }));
  for (std::size_t count = 1; count <= 2; ++count) {
    capture.session->save_last("asked for");
    REQUIRE(capture.wait_until(
        [count](const CaptureState& state) { return state.saved.size() == count; }));
  }
  capture.session->stop();
  REQUIRE(capture.session->wait_finished(kPatienceMs));
  const CaptureState state = capture.session->state();
  CHECK(state.has_file);  // no number of files was requested
  CHECK(state.saved[1].file == capture.folder.path() + "/run.2.lanes");
  const CaptureChunks chunks = take_apart(content_of_file(state.saved[1].file));
  CHECK(has_marks(chunks, 0, 0, 100));
  CHECK(text_of(chunks, ChunkKind::Trigger).value("what") == "asked for");
}

TEST_CASE("before anything is recorded there is nothing to save, and that is said") {
  Captured capture({"hello", "untilstop"});
  capture.options.keep_last_ns = 60'000 * kMs;
  capture.start();
  capture.session->save_last("asked for");
  CHECK(capture.wait_until([](const CaptureState& state) {
    return state.problem_count == 1 && state.problems[0].code == "nothing_to_save";
  }));
  capture.session->stop();
  REQUIRE(capture.session->wait_finished(kPatienceMs));
  CHECK(capture.session->state().saved.empty());
}
