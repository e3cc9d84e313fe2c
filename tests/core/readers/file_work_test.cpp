// How much of a recording, a snapshot or a timeline is looked at again: twice the file must be
// twice the work, whatever it has much of.
#include <functional>
#include <map>
#include <string>

#include <doctest/doctest.h>

#include "core/base/threads/work.h"
#include "core/readers/trace_loader.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/fixtures/capture_bytes.h"
#include "tests/core/fixtures/pickle_text.h"

using namespace lanescope;

namespace {

using Shape = std::function<std::string(std::uint32_t)>;

/// A lane for what the host does, and one for the GPU.
template <typename Fill>
Shape recording(Fill fill) {
  return [fill](std::uint32_t n) {
    ChannelBytes thread, gpu;
    thread.thread(77, "trainer");
    gpu.gpu();
    for (std::uint32_t i = 0; i < n; ++i) fill(thread, gpu, i);
    CaptureBytes capture;
    capture.hello("pid=70\nexe=/usr/bin/python3\n");
    return capture.records(thread, 1).records(gpu, 0).end().bytes();
  };
}

std::string many_lanes(std::uint32_t n) {
  CaptureBytes capture;
  capture.hello("pid=70\nexe=/usr/bin/python3\n");
  for (std::uint32_t i = 0; i < n / 2; ++i) {
    ChannelBytes lane;
    lane.thread(1000 + i).push(i, "step").pop(i + 5);
    capture.records(lane, i + 1);
  }
  return capture.end().bytes();
}

std::string many_processes(std::uint32_t n) {
  CaptureBytes capture;
  for (std::uint32_t i = 0; i < n / 4; ++i) {
    ChannelBytes lane;
    lane.thread(1000 + i).begin(i, {.correlation = 1}).end(i + 5, 1);
    capture.hello("pid=" + std::to_string(1000 + i) + "\nexe=/bin/x\n", i);
    capture.records(lane, 1, i);
  }
  return capture.end().bytes();
}

std::string many_chunks(std::uint32_t n) {
  ChannelBytes lane;
  lane.thread(77);
  CaptureBytes capture;
  capture.hello("pid=70\nexe=/bin/x\n");
  for (std::uint32_t i = 0; i < n; ++i) capture.records(lane.push(10 * i, "x").pop(10 * i + 5), 1);
  return capture.end().bytes();
}

std::string damaged_chunks(std::uint32_t n) {
  std::string bytes = many_chunks(n / 4);
  for (std::size_t at = 1000; at < bytes.size(); at += 700) bytes[at] ^= 0x55;
  return bytes;
}

std::string in_list(const std::string& item, std::uint32_t n) {
  std::string bytes = "](";
  for (std::uint32_t i = 0; i < n; ++i) bytes += item;
  return bytes + "e";
}

std::string snapshot_of(const std::string& history) {
  return pickled::file(pickled::dict(
      {{"segments", pickled::list({})}, {"device_traces", pickled::list({history})}}));
}

std::string allocation(std::uint32_t address, const std::string& frames) {
  return pickled::dict({{"action", pickled::text("alloc")},
                        {"addr", pickled::integer(address)},
                        {"size", pickled::integer(512)},
                        {"stream", pickled::integer(0)},
                        {"time_us", pickled::integer(address)},
                        {"frames", frames}});
}

std::string many_entries(std::uint32_t n) {
  std::string entries;
  for (std::uint32_t i = 0; i < n; ++i) entries += allocation(i, pickled::list({}));
  return snapshot_of("](" + entries + "e");
}

/// A long stack that is written once and named by all entries.
std::string one_stack(std::uint32_t n) {
  const std::string frame = pickled::dict({{"name", pickled::text("f")},
                                           {"filename", pickled::text("a.py")},
                                           {"line", pickled::integer(3)}});
  std::string entries = allocation(0, pickled::remembered(in_list(frame, n), 1));
  for (std::uint32_t i = 1; i < n; ++i) entries += allocation(i, pickled::again(1));
  return snapshot_of("](" + entries + "e");
}

std::string many_segments(std::uint32_t n) {
  const std::string block = pickled::dict({{"address", pickled::integer(7)},
                                           {"size", pickled::integer(512)},
                                           {"state", pickled::text("active_allocated")}});
  const std::string segment = pickled::dict({{"device", pickled::integer(0)},
                                             {"address", pickled::integer(7)},
                                             {"blocks", pickled::list({block, block})}});
  return pickled::file(
      pickled::dict({{"segments", in_list(segment, n)}, {"device_traces", pickled::list({})}}));
}

/// Entries with many members, none of which is asked for.
std::string foreign_members(std::uint32_t n) {
  std::string entry = "}(";
  for (int i = 0; i < 300; ++i)
    entry += pickled::text("member " + std::to_string(i)) + pickled::integer(i);
  return snapshot_of("](" + pickled::remembered(entry + "u", 1) +
                     pickled::again(1, static_cast<int>(n)) + "e");
}

std::string timeline(std::uint32_t n, bool same_time) {
  std::string text = "[[-1, 1, 100, 0]";
  for (std::uint32_t i = 0; i < n; ++i)
    text += ", [" + std::to_string(same_time ? 5 : i) + ", 1, 50, " + std::to_string(i % 8) + "]";
  return text + "]";
}

struct Kind {
  const char* file;
  std::map<std::string, Shape> shapes;
};

const std::map<std::string, Kind> kKinds = {
    {"recordings",
     {"run.lanes",
      {{"launches and kernels",
        recording([](ChannelBytes& thread, ChannelBytes& gpu, std::uint32_t i) {
          thread.begin(10 * i, {.correlation = i + 1}).end(10 * i + 3, i + 1);
          gpu.kernel(10 * i + 5, 10 * i + 9, {.correlation = i + 1});
        })},
       {"kernels with names and streams of their own",
        recording([](ChannelBytes&, ChannelBytes& gpu, std::uint32_t i) {
          const std::string name = "kernel number " + std::to_string(i);
          gpu.kernel(10 * i, 10 * i + 9, {.name = name, .stream = i});
        })},
       {"ranges within ranges",
        [](std::uint32_t n) {
          ChannelBytes thread;
          thread.thread(77);
          for (std::uint32_t i = 0; i < n; ++i) thread.push(i, "range");
          for (std::uint32_t i = 0; i < n; ++i) thread.pop(n + i);
          CaptureBytes capture;
          return capture.records(thread, 1).end().bytes();
        }},
       {"stacks", recording([](ChannelBytes& thread, ChannelBytes&, std::uint32_t i) {
          const auto code = thread.code("a.py", "f" + std::to_string(i), 4, 0x030A, "");
          thread.begin(10 * i, {.correlation = i + 1, .stack = thread.stack({{code, -1}})});
          thread.end(10 * i + 3, i + 1);
        })},
       {"clocks", recording([](ChannelBytes& thread, ChannelBytes&, std::uint32_t i) {
          thread.clock(1'000'000 * i + 50 * (i % 2), 1'000'000 * i);
        })},
       {"lanes", many_lanes},
       {"processes", many_processes},
       {"chunks", many_chunks},
       {"damaged chunks", damaged_chunks}}}},
    {"snapshots",
     {"snapshot.pickle",
      {{"entries", many_entries},
       {"entries with one long stack", one_stack},
       {"segments", many_segments},
       {"members that nobody knows", foreign_members}}}},
    {"timelines",
     {"timeline.raw.json",
      {{"rows", [](std::uint32_t n) { return timeline(n, false); }},
       {"rows of one time", [](std::uint32_t n) { return timeline(n, true); }}}}},
};

std::uint64_t work_of(const TempFolder& folder, const Kind& kind, const std::string& bytes) {
  const std::string file = folder.write(kind.file, bytes);
  LoadOptions options;
  options.threads = 1;
  const WorkMeter meter;
  const auto loaded = load_trace(file, options);
  REQUIRE(loaded.ok());
  return meter.total();
}

}  // namespace

TEST_CASE("twice the recording, snapshot or timeline is at most 2.2 times the work") {
  constexpr std::uint32_t kSize = 2000;
  const TempFolder folder;
  for (const auto& [name, kind] : kKinds) {
    for (const auto& [much, shape] : kind.shapes) {
      CAPTURE(name);
      CAPTURE(much);
      const std::uint64_t once = work_of(folder, kind, shape(kSize));
      const std::uint64_t twice = work_of(folder, kind, shape(2 * kSize));
      CAPTURE(once);
      CAPTURE(twice);
      CHECK(once > kSize);
      CHECK(static_cast<double>(twice) <= 2.2 * static_cast<double>(once));
    }
  }
}
