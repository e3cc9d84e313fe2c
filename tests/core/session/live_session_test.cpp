#include <chrono>
#include <fstream>
#include <thread>

#include <doctest/doctest.h>

#include "core/session/session.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/fixtures/capture_bytes.h"
#include "tests/core/fixtures/trace_text.h"

using namespace lanescope;

namespace {

template <typename Condition>
bool soon(const Condition& condition) {
  for (int i = 0; i < 1000; ++i) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

std::string part(LaneBytes& lane, bool first) {
  CaptureBytes bytes;
  bytes.records(lane, 1);
  return first ? bytes.bytes() : bytes.bytes().substr(sizeof(wire::FileHeader));
}

}  // namespace

TEST_CASE("a capture is followed while it is written and settles when it ends") {
  TempFolder folder;
  const std::string path = folder.write("run.lanes", "");
  const auto append = [&](const std::string& bytes) {
    std::ofstream(path, std::ios::app | std::ios::binary) << bytes;
  };
  Session session(path, {}, Session::Kind::Capture);
  CHECK(session.state() == Session::State::Live);
  LaneBytes lane;
  lane.thread(1).push(10, "one").pop(20);
  append(part(lane, true));
  const auto slices = [&] {
    const auto trace = session.snapshot().value;
    return trace ? trace->slice_count : 0;
  };
  CHECK(soon([&] { return slices() == 1; }));
  CHECK_FALSE(session.snapshot().value->settled);
  lane.push(30, "two").pop(40);
  append(part(lane, false));
  CHECK(soon([&] { return slices() >= 2; }));
  CaptureBytes end;
  append(end.end().bytes().substr(sizeof(wire::FileHeader)));
  session.wait();
  CHECK(session.state() == Session::State::Ready);
  const auto trace = session.snapshot().value;
  CHECK(trace->settled);
  CHECK(trace->slice_count == 2);
  CHECK(session.event_json(event_named(*trace, "one", 0)).ok());
}

TEST_CASE("whoever stops following keeps what is there") {
  TempFolder folder;
  LaneBytes lane;
  lane.thread(1).push(10, "one").pop(20).push(30, "open");
  const std::string path = folder.write("run.lanes", part(lane, true));
  Session session(path, {}, Session::Kind::Capture);
  CHECK(soon([&] { return session.snapshot().value != nullptr; }));
  session.cancel();
  session.wait();
  CHECK(session.state() == Session::State::Ready);
  CHECK(session.snapshot().value->slice_count == 2);
}

TEST_CASE("a session that goes away while it follows a capture does not wait for its end") {
  TempFolder folder;
  const Session session(folder.path() + "/never.lanes", {}, Session::Kind::Capture);
  CHECK(session.state() == Session::State::Live);
}
