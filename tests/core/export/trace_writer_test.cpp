#include "core/export/trace_writer.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>

#include <doctest/doctest.h>

#include "core/analysis/lanes.h"
#include "core/readers/trace_loader.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/fixtures/capture_bytes.h"
#include "tests/core/fixtures/event_reader.h"
#include "tests/core/fixtures/trace_text.h"
#include "tests/core/fixtures/training_trace.h"

using namespace lanescope;

namespace {

/// A trace, and what it is after it was written and read again.
struct Written {
  explicit Written(const std::string& bytes, const std::string& name = "first.json",
                   const std::string& target = "second.json") {
    auto loaded = load_trace(folder.write(name, bytes));
    REQUIRE(loaded.ok());
    before = std::move(loaded).value();
    const std::string path = folder.path() + "/" + target;
    const auto problem = write_trace_file(path, *before.snapshot, event_reader(before));
    REQUIRE_FALSE(problem);
    auto again = load_trace(path);
    REQUIRE(again.ok());
    after = std::move(again).value();
  }
  TempFolder folder;
  LoadedTrace before, after;
};

struct SliceFacts {
  std::string lane, category, name;
  Ns start_ns = 0, dur_ns = 0;
  std::string args;
  friend auto operator<=>(const SliceFacts&, const SliceFacts&) = default;
};

/// All slices; times from the first one on, since the base may have moved.
std::vector<SliceFacts> slices_of(const LoadedTrace& loaded) {
  const Snapshot& trace = *loaded.snapshot;
  std::vector<SliceFacts> out;
  for (const Track& track : trace.tracks) {
    for (const auto& chunk : track.chunks) {
      for (std::uint32_t s = 0; s < chunk->size(); ++s) {
        SliceFacts facts;
        facts.lane = std::string(trace.text(track.process)) + "/" +
                     std::string(trace.text(track.thread)) + "/" +
                     std::string(trace.text(track.name));
        facts.category =
            trace.text(trace.categories[static_cast<std::size_t>(chunk->category[s])].name);
        facts.name = trace.text(chunk->name[s]);
        facts.start_ns = chunk->start_ns[s] - trace.extent.begin_ns;
        facts.dur_ns = chunk->dur_ns[s];
        const auto json = event_reader(loaded)(chunk->id_of(s));
        const JsonValue* args = json ? json->find("args") : nullptr;
        facts.args = args != nullptr ? args->to_text() : "";
        if (facts.args == "{}") facts.args.clear();
        out.push_back(std::move(facts));
      }
    }
  }
  std::ranges::sort(out);
  return out;
}

std::string training_trace_text() {
  TrainingTrace trace;
  for (int i = 0; i < 8; ++i) {
    trace.step([&] {
      trace.op("aten::mm", "gemm \"odd\" \\ name", 120, 60, "\"grid\": [1, 2, 3]");
      trace.copy("Memcpy HtoD (Pageable -> Device)", 4096, 20, true);
      trace.allocate(64 + i, 512).wait_for_gpu("cudaDeviceSynchronize");
    });
  }
  return trace.text();
}

/// Two processes that launch under the same numbers.
CaptureBytes two_processes() {
  CaptureBytes capture;
  for (std::uint32_t p = 0; p < 2; ++p) {
    LaneBytes thread, gpu;
    thread.thread(10 + p).push(1'700'000'000'000'000'001, "aten::mm, seq = 1, op_id = 2");
    thread.begin(1'700'000'000'000'000'100, {.correlation = 1});
    thread.end(1'700'000'000'000'000'203, 1).pop(1'700'000'000'000'000'500);
    gpu.gpu().kernel(1'700'000'000'000'000'300 + p, 1'700'000'000'000'000'400,
                     {.name = p == 0 ? "first" : "second", .correlation = 1});
    capture.hello("pid=" + std::to_string(100 + p) + "\nexe=python\n", p);
    capture.records(thread, 1, p).records(gpu, 0, p);
  }
  return capture.end();
}

}  // namespace

TEST_CASE("a trace that is written and read again is the same to the nanosecond") {
  const Written trace(training_trace_text());
  CHECK(slices_of(trace.before) == slices_of(trace.after));
  const Snapshot &a = *trace.before.snapshot, &b = *trace.after.snapshot;
  CHECK(a.slice_count == b.slice_count);
  CHECK(a.kernel_links.with_launch == b.kernel_links.with_launch);
  CHECK(a.steps.size() == b.steps.size());
  CHECK(b.report.issues.empty());
}

TEST_CASE("a recording is saved as what torch.profiler would have written") {
  const Written trace(two_processes().bytes(), "run.lanes");
  const Snapshot &a = *trace.before.snapshot, &b = *trace.after.snapshot;
  CHECK(b.info.format == "kineto-json");
  CHECK(b.info.base_ns == 1'700'000'000'000'000'001);
  CHECK(a.slice_count == b.slice_count);
  CHECK(b.kernel_links.with_launch == 2);
  CHECK(b.kernel_links.with_op == 2);
  // Each kernel still belongs to its own process' call.
  for (const char* name : {"first", "second"}) {
    CAPTURE(name);
    const auto launch_pid = [&](const Snapshot& t) {
      const SliceRef kernel = *t.find_slice(event_named(t, name, 0));
      const SliceRef call = *t.find_slice(kernel.chunk->link[kernel.slice]);
      return std::string(t.text(call.track->process));
    };
    CHECK(launch_pid(a) == launch_pid(b));
  }
  CHECK(b.flows->size() == 4);
}

TEST_CASE("a name that ends in .gz is compressed") {
  const Written trace(training_trace_text(), "first.json", "second.json.gz");
  CHECK(trace.after.snapshot->slice_count == trace.before.snapshot->slice_count);
  CHECK(trace.after.snapshot->info.file_bytes * 3 < trace.after.snapshot->info.text_bytes);
}

TEST_CASE("a file that cannot be written leaves nothing behind, and so does one that is stopped") {
  TempFolder folder;
  auto loaded = load_trace(folder.write("a.json", training_trace_text()));
  REQUIRE(loaded.ok());
  const auto read = event_reader(loaded.value());
  const Snapshot& trace = *loaded.value().snapshot;
  CHECK(write_trace_file(folder.path() + "/nowhere/b.json", trace, read));
  const auto stopped =
      write_trace_file(folder.path() + "/b.json", trace, read, {{}, [] { return true; }});
  REQUIRE(stopped);
  CHECK(stopped->kind == Error::Kind::Cancelled);
  CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 1);
}
