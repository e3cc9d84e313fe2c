// Loads a trace once and prints what came out of it and what it took, a name and a number a line.
//
//   load_once FILE [THREADS]
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstring>

#include <fmt/format.h>

#include "core/base/process_memory.h"
#include "core/readers/trace_loader.h"

namespace {

using namespace lanescope;

std::uint64_t lod_bytes(const Snapshot& trace) {
  std::uint64_t bytes = 0;
  for (const Track& track : trace.tracks) {
    for (const auto& chunk : track.chunks) bytes += chunk->lod_bytes();
  }
  return bytes;
}

std::uint64_t rows(const Snapshot& trace) {
  std::uint64_t rows = 0;
  for (const Track& track : trace.tracks) {
    for (const auto& chunk : track.chunks) rows += chunk->rows.size();
  }
  return rows;
}

void print(const char* name, std::uint64_t number) {
  fmt::print("{}\t{}\n", name, number);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: load_once FILE [THREADS]\n");
    return 2;
  }
  map_large_blocks();  // as the program does
  LoadOptions options;
  if (argc > 2) std::from_chars(argv[2], argv[2] + std::strlen(argv[2]), options.threads);
  const auto start = std::chrono::steady_clock::now();
  const auto loaded = load_trace(argv[1], options);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  if (!loaded.ok()) {
    fmt::print(stderr, "load_once: {}: {}\n", argv[1], loaded.error().message);
    return 3;
  }
  const Snapshot& trace = *loaded.value().snapshot;
  fmt::print("seconds\t{:.4f}\n", took.count());
  print("events", trace.counts.total);
  print("kept", trace.report.kept);
  print("slices", trace.slice_count);
  print("instants", trace.instants->size());
  print("flows", trace.flows->size());
  print("tracks", trace.tracks.size());
  print("rows", rows(trace));
  print("names", trace.strings->size());
  print("steps", trace.steps.size());
  print("launch_pairs", trace.launches->launch.size());
  print("gpu_events", trace.gpu_links.count);
  print("gpu_events_with_launch", trace.gpu_links.with_launch);
  print("gpu_events_with_op", trace.gpu_links.with_op);
  print("gpu_events_with_python", trace.gpu_links.with_python);
  print("resident_bytes", static_cast<std::uint64_t>(resident_bytes()));
  print("snapshot_bytes", trace.memory_bytes());
  print("lod_bytes", lod_bytes(trace));
  return 0;
}
