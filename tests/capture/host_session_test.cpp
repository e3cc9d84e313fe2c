#include <csignal>
#include <filesystem>
#include <map>
#include <string>
#include <utility>

#include <doctest/doctest.h>

#include "tests/capture/captured_run.h"

using namespace lanescope;
using wire::ChunkKind;

TEST_CASE("a capture has every record of every channel, and who wrote them") {
  Captured capture({"hello", "lanes=4", "write=250000", "bye", "exit=5"});
  const CaptureState state = capture.run_to_its_end();
  const CaptureChunks chunks = capture.file();
  CHECK(chunks.rest == 0);
  for (std::uint32_t channel = 0; channel < 4; ++channel)
    CHECK(has_marks(chunks, 0, channel, 250'000));
  CHECK(text_of(chunks, ChunkKind::Process).value("argv") == "fake target");
  CHECK(text_of(chunks, ChunkKind::Caps).value("clock") == "realtime");
  CHECK(text_of(chunks, ChunkKind::Left).value("reason") == "exit");
  CHECK(text_of(chunks, ChunkKind::Left).number("code") == 5);
  CHECK(text_of(chunks, ChunkKind::Losses).number("records") == 1'000'008);  // two tables a channel
  CHECK(text_of(chunks, ChunkKind::Losses).number("dropped_records") == 0);
  std::size_t bytes = 0;
  for (std::uint32_t channel = 0; channel < 4; ++channel)
    bytes += chunks.records(0, channel).size();
  CHECK(text_of(chunks, ChunkKind::Losses).number("bytes") == static_cast<std::int64_t>(bytes));
  CHECK(state.processes.at(0).bytes == bytes);
  CHECK(text_of(chunks, ChunkKind::End).value("why") == "ended");
  CHECK(chunks.all.front().is(ChunkKind::Session));

  CHECK(state.phase == CapturePhase::Finished);
  CHECK(state.records == 1'000'008);
  CHECK(state.dropped_records == 0);
  CHECK(state.problem_count == 0);
  CHECK(state.file_bytes == std::filesystem::file_size(capture.options.file));
  REQUIRE(state.command.has_value());
  CHECK(state.command->exit_code == 5);
  CHECK(state.processes.at(0).left == LeftReason::Exit);
}

TEST_CASE("records without room are dropped by the target and counted to the last") {
  Captured capture({"hello", "lanes=2", "spill=2000000", "bye"});
  capture.options.ring = {3, 4096, 4096};
  const CaptureState state = capture.run_to_its_end();
  CHECK(state.dropped_records > 0);
  CHECK(state.records + state.dropped_records == 2 * 2'000'000 + 4);
  CHECK(text_of(capture.file(), ChunkKind::Losses).number("dropped_records") ==
        static_cast<std::int64_t>(state.dropped_records));
}

TEST_CASE("each process has its own place in the capture") {
  Captured capture({"hello", "write=10", "bye", "run", "hello", "write=20", "bye", "exit=3"});
  const CaptureState state = capture.run_to_its_end();
  const CaptureChunks chunks = capture.file();
  CHECK(has_marks(chunks, 0, 0, 10));
  CHECK(has_marks(chunks, 1, 0, 20));
  CHECK(chunks.texts(ChunkKind::Left).size() == 2);
  REQUIRE(state.processes.size() == 2);
  CHECK(state.processes[0].pid != state.processes[1].pid);
  CHECK(state.command->exit_code == 3);
}

TEST_CASE("a target of another version runs unharmed and the file says so") {
  Captured capture({});
  const std::string target = fake_target({}).front();
  capture.options.command = {
      "sh", "-c", target + " hello=2.0; code=$?; " + target + " hello write=1 bye; exit $code"};
  const CaptureState state = capture.run_to_its_end();
  CHECK(state.command->exit_code == 92);  // it got no ring
  REQUIRE(state.problems.size() == 1);
  CHECK(state.problems[0].code == "refused");
  CHECK(text_of(capture.file(), ChunkKind::Problem).value("text").find("'2.0'") !=
        std::string::npos);
}

TEST_CASE("a channel that the target spoils is given up, the rest is captured") {
  for (const char* garbage : {"garbage=head", "garbage=words"}) {
    CAPTURE(garbage);
    Captured capture({"hello", garbage, "write=100", "bye"});
    const CaptureState state = capture.run_to_its_end();
    CHECK(has_marks(capture.file(), 0, 0, 100));
    REQUIRE(state.problems.size() == 1);
    CHECK(state.problems[0].code == "broken_lane");
    CHECK(state.processes.at(0).broken_channels == 1);
    CHECK(text_of(capture.file(), ChunkKind::Losses).number("broken_lanes") == 1);
  }
}

TEST_CASE("another profiler in the target shows in the state of its process") {
  Captured capture({"hello", "conflict=2", "untilstop"});
  capture.start();
  CHECK(capture.wait_until([](const CaptureState& state) {
    return !state.processes.empty() && state.processes[0].conflict == wire::ConflictKind::Lost;
  }));
  capture.session->stop();
  CHECK(capture.session->wait_finished(kPatienceMs));
}

TEST_CASE("to pause is to tell the target in its ring") {
  Captured capture({"hello", "untilstop"});
  capture.options.paused = true;
  capture.start();
  CHECK(capture.wait_until(
      [](const CaptureState& state) { return state.phase == CapturePhase::Paused; }));
  capture.session->resume();
  CHECK(capture.wait_until(
      [](const CaptureState& state) { return state.phase == CapturePhase::Recording; }));
  capture.session->pause();
  CHECK(capture.wait_until(
      [](const CaptureState& state) { return state.phase == CapturePhase::Paused; }));
  capture.session->stop();
  CHECK(capture.session->wait_finished(kPatienceMs));
}

TEST_CASE("a listener is shown what the file holds") {
  struct Listener : CaptureListener {
    void on_process(std::uint32_t, std::string_view text) override { hello += text; }
    void on_caps(std::uint32_t, std::string_view text) override { caps += text; }
    void on_problem(std::uint32_t, std::string_view) override {}
    void on_records(std::uint32_t process, std::uint32_t channel,
                    std::span<const std::byte> bytes) override {
      records[{process, channel}].append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    }
    void on_left(std::uint32_t, std::string_view text) override { left += text; }
    std::string hello, caps, left;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::string> records;
  } listener;
  Captured capture({"hello", "lanes=3", "write=5000", "bye"});
  capture.run_to_its_end(&listener);
  const CaptureChunks chunks = capture.file();
  CHECK(listener.hello == chunks.texts(ChunkKind::Process).at(0));
  CHECK(listener.caps == chunks.texts(ChunkKind::Caps).at(0));
  CHECK(listener.left == chunks.texts(ChunkKind::Left).at(0));
  for (std::uint32_t channel = 0; channel < 3; ++channel) {
    const std::string& seen = listener.records[{0, channel}];
    CHECK(seen == chunks.records(0, channel));
  }
}

TEST_CASE("only the last of a long capture is kept, and it is whole") {
  Captured capture({"hello", "lanes=2", "write=500000", "bye"});
  capture.options.keep_last_bytes = 4 << 20;
  const CaptureState state = capture.run_to_its_end();
  const CaptureChunks chunks = capture.file();
  CHECK(chunks.rest == 0);
  CHECK(std::filesystem::file_size(capture.options.file) < 8U << 20);
  std::size_t kept = 0;
  for (std::uint32_t channel = 0; channel < 2; ++channel) {
    const std::string records = chunks.records(0, channel);
    wire::RecordHeader first{};
    std::memcpy(&first, records.data(), sizeof first);
    CHECK(first.type == static_cast<std::uint16_t>(wire::RecordType::ChannelOpen));
    const auto times = mark_times(records);
    kept += times.size();
    for (std::size_t i = 1; i < times.size(); ++i) REQUIRE(times[i] == times[i - 1] + 1);
    if (!times.empty()) CHECK(times.back() == 499'999);
  }
  CHECK(kept > 100'000);
  CHECK(text_of(chunks, ChunkKind::End).number("file_dropped_records") ==
        static_cast<std::int64_t>(1'000'000 - kept));
  CHECK(state.records == 1'000'004);
  CHECK(state.file_old_records == 1'000'000 - kept);
}
