// Lanes of Perfetto tracks that are no threads, in Kineto's JSON.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "tests/core/export/written_trace.h"
#include "tests/core/fixtures/load_text.h"
#include "tests/core/fixtures/perfetto_packets.h"
#include "tests/core/fixtures/trace_text.h"

using namespace lanescope;
namespace pb = lanescope::perfetto_packets;

namespace {

/// "process/lane/name: event", of all slices and instants.
std::vector<std::string> events_on_lanes(const Snapshot& trace) {
  std::vector<std::string> out;
  const auto add = [&](const Track& track, StringId name) {
    std::string line;
    for (const StringId part : {track.process, track.thread, track.name})
      line += std::string(trace.text(part)) + "/";
    out.push_back(line + std::string(trace.text(name)));
  };
  for (std::size_t t = 0; t < trace.tracks.size(); ++t) {
    const Track& track = trace.tracks[t];
    for (const auto& chunk : track.chunks) {
      for (std::uint32_t s = 0; s < chunk->size(); ++s) add(track, chunk->name[s]);
    }
    const InstantTable& instants = *trace.instants;
    for (std::uint32_t i = instants.track_begin[t]; i < instants.track_begin[t + 1]; ++i)
      add(track, instants.name[i]);
  }
  std::ranges::sort(out);
  return out;
}

}  // namespace

TEST_CASE("lanes of Perfetto tracks that are no threads keep their names in JSON") {
  const std::string category = pb::bytes(22, "net");
  const Written written(
      pb::process_track(1, 70, "server") + pb::named_track(2, 0, "global markers") +
          pb::named_track(3, 1, "requests") +
          pb::event(pb::kInstant, 2, 1'000, pb::bytes(23, "start")) +
          pb::event(pb::kInstant, 2, 2'000, pb::bytes(23, "reload") + category) +
          pb::begin(3, 3'000, "get", category) + pb::end(3, 4'000) + pb::begin(2, 5'000, "epoch") +
          pb::event(pb::kInstant, 3, 5'500, pb::bytes(23, "lost") + category) + pb::end(2, 6'000),
      "first.pftrace");
  const std::vector<std::string> expected = {
      "/global markers/global markers/epoch", "/global markers/global markers/reload",
      "/global markers/global markers/start", "70/requests/requests/get",
      "70/requests/requests/lost"};
  CHECK(events_on_lanes(*written.before.snapshot) == expected);
  CHECK(events_on_lanes(*written.after.snapshot) == expected);
}

TEST_CASE("async events of threads with numbers are on the lane of their category") {
  TraceText text;
  for (const std::string thread : {"7", "\"7\"", "\"\""}) {
    text.event(R"({"ph":"n","cat":"net","name":"packet","pid":1,"id":4,"ts":10,"tid":)" + thread +
               "}");
  }
  CHECK(events_on_lanes(*text.load()) ==
        std::vector<std::string>{"1/net//packet", "1/net//packet", "1/net//packet"});
}

TEST_CASE("async events of threads that another tool calls by names are, too") {
  TraceText text;
  for (const char* const thread : {"main", "io"}) {
    for (const auto& [phase, time] : {std::pair("b", 10), std::pair("e", 20)}) {
      text.event(fmt::format(
          R"({{"ph":"{}","cat":"net","name":"get","pid":1,"id":"{}","ts":{},"tid":"{}"}})", phase,
          thread, time, thread));
    }
  }
  CHECK(events_on_lanes(*text.load()) == std::vector<std::string>{"1/net//get", "1/net//get"});
}
