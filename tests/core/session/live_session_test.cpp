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
  for (int i = 0; i < 3000; ++i) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

std::string part(ChannelBytes& lane, bool first) {
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
  ChannelBytes lane;
  lane.thread(1).push(10, "one").pop(20);
  append(part(lane, true));
  const auto slices = [&] {
    const auto trace = session.snapshot().value;
    return trace ? trace->slice_count : 0;
  };
  CHECK(soon([&] { return slices() == 1; }));
  CHECK_FALSE(session.snapshot().value->complete);
  lane.push(30, "two").pop(40);
  append(part(lane, false));
  CHECK(soon([&] { return slices() >= 2; }));
  CaptureBytes end;
  append(end.end().bytes().substr(sizeof(wire::FileHeader)));
  session.wait();
  CHECK(session.state() == Session::State::Ready);
  const auto trace = session.snapshot().value;
  CHECK(trace->complete);
  CHECK(trace->slice_count == 2);
  CHECK(session.event_json(event_named(*trace, "one", 0)).ok());
}

TEST_CASE("whoever stops following keeps what is there") {
  TempFolder folder;
  ChannelBytes lane;
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

TEST_CASE("while a capture is followed what there is has its links and its texts") {
  TempFolder folder;
  ChannelBytes thread, gpu;
  thread.thread(1).begin(10, {.correlation = 1}).end(20, 1);
  gpu.gpu().kernel(30, 40, {.correlation = 1});
  CaptureBytes bytes;
  bytes.records(thread, 1).records(gpu, 0);
  const std::string path = folder.write("run.lanes", bytes.bytes());
  Session session(path, {}, Session::Kind::Capture);
  REQUIRE(soon([&] { return session.picture().complete.snapshot != nullptr; }));
  CHECK(session.state() == Session::State::Live);
  const Session::Picture picture = session.picture();
  const Snapshot& complete = *picture.complete.snapshot;
  CHECK(complete.complete);
  CHECK(complete.kernel_links.with_launch == 1);
  CHECK_FALSE(picture.newest.value->complete);
  const EventId kernel = event_named(complete, "gemm", 0);
  CHECK(event_named(*picture.newest.value, "gemm", 0) == kernel);
  CHECK(Session::event_reader(picture.complete)(kernel));
  session.cancel();
  session.wait();
  CHECK(session.picture().complete.snapshot == session.snapshot().value);
  CHECK(session.event_json(event_named(*session.snapshot().value, "gemm", 0)).ok());
}

TEST_CASE("what is complete waits for who wants to prepare for it") {
  TempFolder folder;
  const std::string path = folder.write("run.lanes", "");
  Session session(path, {}, Session::Kind::Capture);
  session.hold_complete();
  ChannelBytes lane;
  lane.thread(1).push(10, "one").pop(20);
  std::ofstream(path, std::ios::app | std::ios::binary) << part(lane, true);
  REQUIRE(soon([&] { return session.picture().next.snapshot != nullptr; }));
  const LoadedTrace next = session.picture().next;
  CHECK(session.picture().complete.snapshot == nullptr);
  CHECK(Session::event_reader(next)(event_named(*next.snapshot, "one", 0)));
  session.take_next();
  REQUIRE(soon([&] { return session.picture().complete.snapshot == next.snapshot; }));
  CHECK(session.picture().next.snapshot == nullptr);
}
