#include <algorithm>

#include <doctest/doctest.h>

#include "core/analysis/memory/memory.h"
#include "core/analysis/results.h"
#include "core/export/trace_writer.h"
#include "core/readers/capture/channel.h"
#include "core/readers/trace_loader.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/fixtures/capture_bytes.h"
#include "tests/core/fixtures/event_reader.h"
#include "tests/core/fixtures/trace_text.h"

using namespace lanescope;

namespace {

void sample(ChannelBytes& channel, std::int64_t time_ns, int device, double allocated,
            double reserved) {
  const std::string gpu = "GPU " + std::to_string(device);
  const auto counter = [&](const std::string& name, double value) {
    channel.add(wire::RecordType::Counter, channel.string(gpu + name),
                wire::CounterRecord{{}, time_ns, value});
  };
  counter(" allocated bytes", allocated);
  counter(" reserved bytes", reserved);
}

CaptureBytes two_devices() {
  ChannelBytes channel;
  channel.thread(9, "lanescope-memory");
  sample(channel, 1000, 0, 100, 200);
  sample(channel, 2000, 0, 150, 200);
  sample(channel, 2000, 1, 7, 8);
  channel.add(wire::RecordType::Counter, channel.string("loss"),
              wire::CounterRecord{{}, 2500, 0.5});
  sample(channel, 3000, 0, 50, 400);
  CaptureBytes capture;
  return capture.hello("pid=70\n").records(channel, 1).end();
}

}  // namespace

TEST_CASE("what the allocator holds is a curve of memory for each device") {
  TempFolder folder;
  const auto loaded = load_trace(folder.write("run.lanes", two_devices().bytes()));
  REQUIRE(loaded.ok());
  const Snapshot& trace = *loaded.value().snapshot;
  REQUIRE(trace.memory.size() == 2);
  const MemoryTrack& first = *trace.memory[0];
  CHECK(first.device_type == 1);
  CHECK(first.device_id == 0);
  CHECK(first.has_totals);
  REQUIRE(first.time_ns.size() == 3);
  CHECK(first.time_ns[1] == 2000);
  CHECK(first.allocated[1] == 150);
  CHECK(first.reserved[2] == 400);
  CHECK(first.peak_allocated == 150);
  CHECK(trace.memory[1]->peak_reserved == 8);
  // Counters of other names stay curves of their own.
  REQUIRE(trace.counters.size() == 1);
  CHECK(trace.text(trace.counters[0]->name) == "loss");
}

TEST_CASE("samples of totals are not taken for allocations") {
  TempFolder folder;
  const auto loaded = load_trace(folder.write("run.lanes", two_devices().bytes()));
  REQUIRE(loaded.ok());
  const MemoryTable table = analyse_memory({*loaded.value().snapshot, whole_window()});
  REQUIRE(table.devices.size() == 2);
  CHECK(table.devices[0].records == 3);
  CHECK(table.devices[0].allocations == 0);
  CHECK(table.devices[0].frees == 0);
  CHECK(table.devices[0].open_at_end == 0);
  CHECK(table.devices[0].peak_at_ns == 2000);
  CHECK(table.devices[0].reserved_at_peak == 200);
  CHECK(table.devices[0].ops.empty());
}

TEST_CASE("a sample tells its totals in the words of torch.profiler") {
  TempFolder folder;
  const auto loaded = load_trace(folder.write("run.lanes", two_devices().bytes()));
  REQUIRE(loaded.ok());
  const Snapshot& trace = *loaded.value().snapshot;
  const auto json = loaded.value().texts->json_of(*trace.place_of(trace.memory[0]->event[1]));
  REQUIRE(json.ok());
  CHECK(json.value().find("args")->to_text() ==
        "{\"Device Type\":1,\"Device Id\":0,\"Bytes\":0,\"Total Allocated\":150,"
        "\"Total Reserved\":200}");
}

TEST_CASE("the curve of memory is whole in a trace that was saved as JSON") {
  TempFolder folder;
  const auto loaded = load_trace(folder.write("run.lanes", two_devices().bytes()));
  REQUIRE(loaded.ok());
  const std::string path = folder.path() + "/saved.json";
  REQUIRE_FALSE(write_trace_file(path, *loaded.value().snapshot, event_reader(loaded.value())));
  const auto again = load_trace(path);
  REQUIRE(again.ok());
  const auto& before = loaded.value().snapshot->memory;
  const auto& after = again.value().snapshot->memory;
  REQUIRE(after.size() == before.size());
  for (std::size_t device = 0; device < after.size(); ++device) {
    CHECK(after[device]->device_id == before[device]->device_id);
    CHECK(after[device]->has_totals);
    CHECK(std::ranges::equal(after[device]->allocated, before[device]->allocated));
    CHECK(std::ranges::equal(after[device]->reserved, before[device]->reserved));
  }
}

TEST_CASE("names of counters that are not the allocator's are left alone") {
  CHECK(allocator_counter("GPU 3 reserved bytes")->device == 3);
  CHECK(allocator_counter("GPU 3 reserved bytes")->reserved);
  CHECK_FALSE(allocator_counter("GPU 3 allocated bytes")->reserved);
  for (const char* name : {"", "GPU", "GPU x allocated bytes", "GPU -1 allocated bytes",
                           "GPU 0 allocated", "GPU 0", "my GPU 0 allocated bytes"}) {
    CAPTURE(name);
    CHECK_FALSE(allocator_counter(name));
  }
}
