// Work of a GPU whose end is not in the file: its duration is unknown, and counts as nothing.
#include <string>

#include <doctest/doctest.h>

#include "tests/core/export/written_trace.h"
#include "tests/core/fixtures/load_text.h"
#include "tests/core/fixtures/perfetto_packets.h"

using namespace lanescope;
using namespace lanescope::perfetto_packets;

namespace {

const std::string kStream = process_track(1, 0, "GPU 0") + thread_track(2, 1, 0, 7, "stream 7") +
                            thread_track(3, 1, 0, 9, "main");  // of calls, beside it
const std::string kKernel = bytes(22, "kernel");

std::string kernel(std::uint64_t time_ns, std::string_view name) {
  return begin(2, time_ns, name, kKernel);
}

void check_unended(const Snapshot& trace, std::uint64_t count) {
  CHECK(issue_of(trace, "kernel_without_time").count == count);
  CHECK(issue_of(trace, "kernel_without_time").lost);
  CHECK(issue_count(trace, "begin_without_end") == 0);
  CHECK(trace.report.kept + trace.report.listed == trace.counts.total);
}

}  // namespace

TEST_CASE("a kernel without its end has no length, and is around none of those behind it") {
  const LoadedTrace trace = loaded(kStream + kernel(100, "a") + end(2, 150) + kernel(200, "lost") +
                                   kernel(300, "b") + end(2, 350) + kernel(400, "c") + end(2, 450));
  CHECK(slices_on(*trace.snapshot, "stream 7") == "a 100+50, lost 200+0, b 300+50, c 400+50");
  CHECK(trace.snapshot->tracks.at(0).depth == 1);
  check_unended(*trace.snapshot, 1);
}

TEST_CASE("a file that is cut among the begins of a group has no GPU time of them") {
  const LoadedTrace trace =
      loaded(kStream + kernel(100, "a") + kernel(200, "b") + begin(3, 100, "call") + end(3, 900));
  CHECK(slices_on(*trace.snapshot, "stream 7") == "a 100+0, b 200+0");
  check_unended(*trace.snapshot, 2);
}

TEST_CASE("a file that is cut among the ends of a group has those ends on their own begins") {
  // One begins where the one before it ends, so that their times alone do not tell.
  const LoadedTrace trace = loaded(kStream + kernel(100, "a") + kernel(150, "b") +
                                   kernel(300, "c") + end(2, 150) + end(2, 250));
  CHECK(slices_on(*trace.snapshot, "stream 7") == "a 100+50, b 150+100, c 300+0");
  check_unended(*trace.snapshot, 1);
}

TEST_CASE("where its writer writes groups, the first end is of the first kernel") {
  const std::string group = begin(3, 10, "x") + begin(3, 20, "y") + end(3, 15) + end(3, 25);
  const LoadedTrace trace =
      loaded(kStream + group + kernel(100, "a") + kernel(150, "b") + end(2, 160));
  CHECK(slices_on(*trace.snapshot, "stream 7") == "a 100+60, b 150+0");
  check_unended(*trace.snapshot, 1);
}

TEST_CASE("what is written has no ends either") {
  const std::string file = kStream + kernel(100, "around") + kernel(120, "lost") + end(2, 500) +
                           kernel(600, "b") + end(2, 700) + begin(3, 100, "open call");
  // The only end is of the latest begin.
  const std::string first = "around 0+0, lost 20+380, b 500+100";
  for (const std::string target : {"second.json", "second.pftrace"}) {
    const Written written(file, "first.pftrace", target);
    check_unended(*written.after.snapshot, 1);
    CHECK(slices_on(*written.after.snapshot, "stream 7") == first);
    CHECK(written.after.snapshot->tracks.at(0).depth == 1);
  }
}

TEST_CASE("what has no end is written on no lane whose latest begin gets one") {
  const std::string json = R"({"traceEvents": [
{"ph": "X", "cat": "kernel", "name": "around", "pid": 0, "tid": 7, "ts": 1, "dur": 9},
{"ph": "B", "cat": "kernel", "name": "lost", "pid": 0, "tid": 7, "ts": 4},
{"ph": "X", "cat": "kernel", "name": "next", "pid": 0, "tid": 7, "ts": 12, "dur": 2}]})";
  const Written written(json, "first.json", "second.pftrace");
  for (const LoadedTrace* trace : {&written.before, &written.after}) {
    check_unended(*trace->snapshot, 1);
    const Track& stream = trace->snapshot->tracks.at(0);
    Ns total_ns = 0;
    for (const auto& chunk : stream.chunks) {
      for (std::uint32_t i = 0; i < chunk->size(); ++i) {
        total_ns += chunk->dur_ns[i];
        if (trace->snapshot->text(chunk->name[i]) == "lost") CHECK(chunk->dur_ns[i] == 0);
      }
    }
    CHECK(total_ns == 11'000);
  }
}
