// Memory snapshots and timelines, loaded as a user would load them.
#include "core/readers/memory/snapshot.h"

#include <string>
#include <string_view>
#include <utility>

#include <doctest/doctest.h>

#include "core/readers/trace_loader.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/fixtures/pickle_text.h"

using namespace lanescope;

namespace {

std::string frame(const char* name, const char* file, int line) {
  return pickled::dict({{"name", pickled::text(name)},
                        {"filename", pickled::text(file)},
                        {"line", pickled::integer(line)}});
}

std::string entry(const char* action, int address, int bytes, int time_us,
                  const std::string& frames = pickled::list({})) {
  return pickled::dict({{"action", pickled::text(action)},
                        {"addr", pickled::integer(address)},
                        {"size", pickled::integer(bytes)},
                        {"stream", pickled::integer(0)},
                        {"time_us", pickled::integer(time_us)},
                        {"frames", frames}});
}

std::string block(int address, int bytes, const char* state) {
  return pickled::dict({{"address", pickled::integer(address)},
                        {"size", pickled::integer(bytes)},
                        {"state", pickled::text(state)}});
}

/// Two blocks are there before, one of them is freed; one is taken and kept, one taken and freed.
std::string snapshot_pickle() {
  const std::string segment = pickled::dict(
      {{"device", pickled::integer(0)},
       {"address", pickled::integer(1000)},
       {"total_size", pickled::integer(4096)},
       {"allocated_size", pickled::integer(100 + 400)},
       {"stream", pickled::integer(0)},
       {"blocks", pickled::list({block(1000, 100, "active_allocated"), block(1100, 200, "inactive"),
                                 block(1300, 400, "active_allocated")})}});
  const std::string history = pickled::list(
      {entry("segment_alloc", 1000, 2048, 10), entry("free_requested", 1100, 200, 20),
       entry("free_completed", 1100, 200, 20),
       entry("alloc", 1300, 400, 30, pickled::list({frame("forward", "model.py", 54)})),
       entry("alloc", 1700, 50, 40), entry("free_requested", 1700, 50, 50)});
  return pickled::file(pickled::dict(
      {{"segments", pickled::list({segment})}, {"device_traces", pickled::list({history})}}));
}

/// Without segments, with this history and one member more.
std::string snapshot_of(const std::string& histories,
                        const std::pair<std::string_view, std::string>& more = {"more", "N"}) {
  return pickled::file(
      pickled::dict({{"segments", pickled::list({})}, {"device_traces", histories}, more}));
}

struct Loaded {
  explicit Loaded(const std::string& bytes, const std::string& name = "memory.pickle")
      : result(load_trace(folder.write(name, bytes))) {}
  TempFolder folder;
  Result<LoadedTrace> result;
};

}  // namespace

TEST_CASE("a memory snapshot shows allocated and reserved memory over its history") {
  const Loaded loaded(snapshot_pickle());
  REQUIRE(loaded.result.ok());
  const Snapshot& trace = *loaded.result.value().snapshot;
  CHECK(trace.info.format == "cuda-memory-snapshot");
  CHECK(trace.report.complete);
  REQUIRE(trace.memory.size() == 1);
  const MemoryTrack& memory = *trace.memory[0];
  CHECK(memory.device_id == 0);
  REQUIRE(memory.events == 6);  // two that were there, and four changes
  CHECK(memory.time_ns[0] == 10'000);
  CHECK(memory.allocated[1] == 300);
  CHECK(memory.allocated[2] == 100);
  CHECK(memory.allocated[3] == 500);
  CHECK(memory.peak_allocated == 550);
  CHECK(memory.allocated[5] == 500);
  CHECK(memory.reserved[5] == 4096);
  CHECK(memory.reserved[0] == 2048);
}

TEST_CASE("an allocation of a snapshot tells the Python lines that asked for it") {
  const Loaded loaded(snapshot_pickle());
  REQUIRE(loaded.result.ok());
  const LoadedTrace& trace = loaded.result.value();
  const EventId event = trace.snapshot->memory[0]->event[3];
  const auto json = trace.texts->json_of(*trace.snapshot->place_of(event));
  REQUIRE(json.ok());
  CHECK(json.value().to_text().find("model.py(54): forward") != std::string::npos);
}

TEST_CASE("annotations of a snapshot are slices from their start to their end") {
  const auto mark = [](const char* stage, int time_us) {
    return pickled::dict({{"stage", pickled::text(stage)},
                          {"name", pickled::text("forward")},
                          {"device", pickled::integer(0)},
                          {"time_us", pickled::integer(time_us)}});
  };
  const Loaded loaded(
      snapshot_of(pickled::list({pickled::list({entry("alloc", 1300, 400, 30)})}),
                  {"external_annotations", pickled::list({mark("START", 20), mark("END", 45)})}));
  REQUIRE(loaded.result.ok());
  const Snapshot& trace = *loaded.result.value().snapshot;
  REQUIRE(trace.counts.slices == 1);
  CHECK(trace.slices_extent.length_ns() == 25'000);
  CHECK(trace.report.issues.empty());
}

TEST_CASE("a snapshot without history shows what is in use") {
  const std::string segment = pickled::dict(
      {{"device", pickled::integer(2)},
       {"address", pickled::integer(64)},
       {"total_size", pickled::integer(512)},
       {"allocated_size", pickled::integer(256)},
       {"blocks", pickled::list({pickled::dict({{"size", pickled::integer(256)},
                                                {"state", pickled::text("active_allocated")}})})}});
  const Loaded loaded(pickled::file(pickled::dict(
      {{"segments", pickled::list({segment})}, {"device_traces", pickled::list({})}})));
  REQUIRE(loaded.result.ok());
  const Snapshot& trace = *loaded.result.value().snapshot;
  REQUIRE(trace.memory.size() == 1);
  CHECK(trace.memory[0]->device_id == 2);
  CHECK(trace.memory[0]->peak_allocated == 256);
}

TEST_CASE("a pickle of anything else is refused in one line") {
  const Loaded other(pickled::file(pickled::dict({{"segments", pickled::integer(1)}})));
  REQUIRE(!other.result.ok());
  CHECK(other.result.error().message.find("_dump_snapshot") != std::string::npos);
  const Loaded code(std::string("\x80\x02") + "csegments\nrun\nR.");
  REQUIRE(!code.result.ok());
  CHECK(code.result.error().message.find("never run") != std::string::npos);
}

TEST_CASE("settings that hold themselves over and over are cut short") {
  std::string bytes =
      "\x80\x02}(" + pickled::text("segments") + "]" + pickled::text("allocator_settings") + "}q";
  bytes += '\0';
  bytes += '(';
  for (int i = 0; i < 200; ++i) bytes += pickled::text("key") + "h" + std::string(1, '\0');
  const Loaded loaded(bytes + "uu.");
  REQUIRE(loaded.result.ok());
  CHECK(loaded.result.value().snapshot->info.text_bytes < 1'000'000);
}

TEST_CASE("a long text that thousands of entries share is kept once, and each entry has it") {
  const std::string path(3000, 'p');
  const std::string stack = pickled::list({frame("forward", path.c_str(), 54)});
  const std::string one = pickled::remembered(entry("alloc", 64, 8, 30, stack), 1);
  const std::string history = "](" + one + pickled::again(1, 3000) + "e";
  const Loaded loaded(snapshot_of(pickled::list({history})));
  REQUIRE(loaded.result.ok());
  const LoadedTrace& trace = loaded.result.value();
  CHECK(trace.snapshot->memory.at(0)->events == 3001);
  CHECK(trace.snapshot->info.text_bytes < 1'000'000);  // 9 MB with the path in each
  const auto json =
      trace.texts->json_of(*trace.snapshot->place_of(trace.snapshot->memory[0]->event[3000]));
  REQUIRE(json.ok());
  CHECK(json.value().to_text().find(path + "(54): forward") != std::string::npos);
}

TEST_CASE("what refers to itself until it is many times the file's size is refused in one line") {
  const auto refusal = [](const std::string& bytes) {
    const Loaded loaded(bytes);
    REQUIRE_FALSE(loaded.result.ok());
    return loaded.result.error().message;
  };
  const std::string entries =
      "](" + pickled::remembered(entry("alloc", 64, 8, 30), 1) + pickled::again(1, 3000) + "e";
  const std::string histories =
      "](" + pickled::remembered(entries, 2) + pickled::again(2, 3000) + "e";
  CHECK(refusal(snapshot_of(histories)).find("more than 16 times its size") != std::string::npos);

  const std::string blocks =
      "](" + pickled::remembered(block(64, 8, "inactive"), 1) + pickled::again(1, 3000) + "e";
  const std::string segment = pickled::dict({{"blocks", blocks}});
  const std::string segments =
      "](" + pickled::remembered(segment, 2) + pickled::again(2, 3000) + "e";
  CHECK(refusal(pickled::file(pickled::dict({{"segments", segments}}))).find("16 times") !=
        std::string::npos);

  const std::string long_text = pickled::text(std::string(20'000, 'n'));
  const std::string annotation =
      pickled::dict({{"stage", pickled::text("START")}, {"name", long_text}});
  const std::string annotations =
      "](" + pickled::remembered(annotation, 1) + pickled::again(1, 3000) + "e";
  CHECK(refusal(snapshot_of(pickled::list({}), {"external_annotations", annotations}))
            .find("16 times") != std::string::npos);

  std::string settings = "}(" + pickled::text("a") + pickled::remembered(long_text, 1);
  for (int i = 0; i < 3000; ++i) settings += pickled::text("b") + pickled::again(1);
  CHECK(refusal(snapshot_of(pickled::list({}), {"allocator_settings", settings + "u"}))
            .find("16 times") != std::string::npos);
}

TEST_CASE("a raw memory timeline becomes one curve a category") {
  const Loaded loaded(
      "[[-1, 1, 100, 0], [2000, 2, 50, 4], [2000, 3, -50, 4], [2000, 3, 50, 5], "
      "[3001, 4, -100, 0]]",
      "timeline.raw.json");
  REQUIRE(loaded.result.ok());
  const Snapshot& trace = *loaded.result.value().snapshot;
  REQUIRE(trace.counters.size() == 8);
  const auto counter = [&trace](std::string_view series) -> const CounterTrack& {
    for (const auto& track : trace.counters) {
      if (trace.text(track->series) == series) return *track;
    }
    FAIL("no such series");
    return *trace.counters[0];
  };
  const CounterTrack& parameters = counter("Parameter");
  REQUIRE(parameters.events == 3);
  CHECK(parameters.time_ns[0] == 2000);
  CHECK(parameters.time_ns[2] == 3001);
  CHECK(parameters.value[1] == 100);
  CHECK(parameters.value[2] == 0);
  CHECK(counter("Gradient").value[1] == 50);
  CHECK(counter("Activation").max == 0);
}

TEST_CASE("a memory timeline of sums is taken as it is, a broken one refused") {
  const Loaded loaded("[[5, 7], [[0, 1, 2, 3, 4, 5, 6, 7, 8], [0, 9, 2, 3, 4, 5, 6, 7, 8]]]");
  REQUIRE(loaded.result.ok());
  CHECK(loaded.result.value().snapshot->counters.size() == 8);
  for (const char* broken : {"[[5, 7], [[0, 1, 2, 3, 4, 5, 6, 7, 8]]]", "[[5, 7, 8, 9, 10], [[0, 1",
                             "[[-1, 1, 37888, 8]]", "[[-7, 1, 37888, 2]]"}) {
    const Loaded bad(broken);
    REQUIRE(!bad.result.ok());
    CHECK(bad.result.error().message.find("broken or truncated") != std::string::npos);
  }
}
