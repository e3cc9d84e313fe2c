#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/readers/nsys/gpu.h"
#include "tests/core/readers/nsys/nsys_export.h"

using namespace lanescope;

namespace {

constexpr int kDevice = 2, kPinned = 1;

NsysExport memory_export() {
  NsysExport made;
  made.add(
      "CREATE TABLE CUDA_GPU_MEMORY_USAGE_EVENTS(start INTEGER, globalPid INTEGER,"
      " deviceId INTEGER, address INTEGER, bytes INTEGER, memKind INTEGER,"
      " memoryOperationType INTEGER);");
  return made;
}

/// An allocation, or with `freed` 1 a release.
std::string row(int time, int address, std::int64_t bytes, int kind, int freed,
                std::int64_t process = 70) {
  return fmt::format("INSERT INTO CUDA_GPU_MEMORY_USAGE_EVENTS VALUES({}, {}, 0, {}, {}, {}, {});",
                     time, global(process), address, bytes, kind, freed);
}

using Samples = std::vector<std::pair<Ns, double>>;

/// Of the curve of that name; empty if there is none.
Samples curve(const Snapshot& snapshot, std::string_view name) {
  Samples samples;
  for (const auto& counter : snapshot.counters) {
    if (snapshot.text(counter->name) != name) continue;
    for (std::size_t i = 0; i < counter->time_ns.size(); ++i)
      samples.emplace_back(counter->time_ns[i], counter->value[i]);
  }
  return samples;
}

}  // namespace

TEST_CASE("a release of what was allocated before the profile takes nothing from the curve") {
  NsysExport made = memory_export();
  made.add(row(100, 4096, 100'000'000, kDevice, 0) + row(110, 999'999, 100'000'000, kDevice, 1) +
           row(120, 8192, 50'000'000, kDevice, 0) + row(130, 4096, 100'000'000, kDevice, 1));
  CHECK(curve(*made.load().snapshot, "Memory allocated from CUDA (bytes)") ==
        Samples{{100, 100e6}, {120, 150e6}, {130, 50e6}});
}

TEST_CASE("pinned memory of the host is not in the curve of the GPU") {
  NsysExport made = memory_export();
  made.add(row(100, 4096, 100'000'000, kDevice, 0) + row(110, 8192, 8'000'000'000, kPinned, 0) +
           row(120, 8192, 8'000'000'000, kPinned, 1));
  const LoadedTrace trace = made.load();
  CHECK(curve(*trace.snapshot, "Memory allocated from CUDA (bytes)") == Samples{{100, 100e6}});
  CHECK(curve(*trace.snapshot, "Host memory allocated from CUDA (bytes)") ==
        Samples{{110, 8e9}, {120, 0}});
}

TEST_CASE("processes have addresses of their own") {
  NsysExport made = memory_export();
  made.add(row(100, 4096, 100, kDevice, 0, 70) + row(110, 4096, 100, kDevice, 1, 80) +
           row(120, 8192, 20, kDevice, 0, 70));
  CHECK(curve(*made.load().snapshot, "Memory allocated from CUDA (bytes)") ==
        Samples{{100, 100}, {120, 120}});
}

TEST_CASE("an export without addresses adds up what was allocated and released") {
  NsysExport made;
  made.add(
      "CREATE TABLE CUDA_GPU_MEMORY_USAGE_EVENTS(start INTEGER, globalPid INTEGER,"
      " deviceId INTEGER, bytes INTEGER, memoryOperationType INTEGER);" +
      fmt::format("INSERT INTO CUDA_GPU_MEMORY_USAGE_EVENTS VALUES(100, {0}, 0, 500, 0),"
                  " (110, {0}, 0, 200, 1), (120, {0}, 0, 900, 1);",
                  global(70)));
  CHECK(curve(*made.load().snapshot, "Memory allocated from CUDA (bytes)") ==
        Samples{{100, 500}, {110, 300}, {120, 0}});
}
