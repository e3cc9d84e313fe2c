// Profiles of XLA that are damaged or tell of errors.
#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "tests/core/fixtures/load_text.h"
#include "tests/core/readers/xplane/made_space.h"

using namespace lanescope;
using namespace lanescope::made_space;

TEST_CASE("damage costs the events it hits") {
  Plane host(0, "/host:CPU");
  // An event of a kind that is not in the file, and one that ends early.
  host.line(1, "main", 0,
            host.event("good", 0, 1'000) + bytes(4, number(1, 99) + number(3, 5)) +
                bytes(4, number(1, 1) + "\x18"));
  const Loaded damaged(host.text());
  CHECK(damaged.all("good").size() == 1);
  CHECK(issue_count(damaged.snapshot(), "broken_record") == 2);
  CHECK(damaged.snapshot().report.complete);
  // A file that ends within its second plane.
  const std::string whole = host.text() + Plane(0, "/device:GPU:0").text();
  const Loaded cut(whole.substr(0, whole.size() - 4));
  CHECK(cut.all("good").size() == 1);
  CHECK_FALSE(cut.snapshot().report.complete);
}

TEST_CASE("damage within a line or a plane is told, as what is behind it is unknown") {
  Plane host(0, "/host:CPU");
  host.line(1, "main", 0, host.event("good", 0, 1'000) + "\x1B" + host.event("lost", 5'000, 1'000));
  host.line(2, "worker", 0, host.event("other", 0, 1'000));
  const Loaded line(host.text());
  CHECK(line.all("good").size() == 1);
  CHECK(line.all("lost").empty());
  CHECK(line.all("other").size() == 1);
  CHECK(issue_of(line.snapshot(), "damaged_chunk").example == "main");
  CHECK_FALSE(line.snapshot().report.complete);
  // A line that is said to be longer than its plane.
  Plane whole(0, "/host:CPU");
  whole.line(1, "main", 0, whole.event("good", 0, 1'000));
  const std::string inside = whole.text().substr(2);
  const Loaded plane(bytes(1, inside + "\x1A\x7F"));
  CHECK(plane.all("good").size() == 1);
  CHECK(issue_of(plane.snapshot(), "damaged_chunk").example == "/host:CPU");
  CHECK_FALSE(plane.snapshot().report.complete);
}

TEST_CASE("of a plane in which the file ends, what is before the end is shown") {
  const std::string first = Plane(0, "/host:metadata").text();
  Plane gpu(0, "/device:GPU:0");
  const std::string stat = gpu.stat("correlation_id", 5);
  gpu.line(1, "Stream #1(Kernel)", 0, gpu.event("a", 0, 1'000, stat));
  const std::string b = gpu.event("b", 0, 2'000, stat);
  const std::string c = gpu.event("c", 5'000, 3'000, stat);
  gpu.line(2, "Stream #2(Kernel)", 0, b + c);
  const std::string whole = first + gpu.text();
  // Within the last event; its plane has its names behind its lines.
  const std::size_t last = whole.find(c);
  const Loaded cut(whole.substr(0, last + 5));
  const Snapshot& trace = cut.snapshot();
  CHECK(cut.one("event kind 1").range() == TimeRange{0, 1});
  CHECK(cut.one("event kind 2").range() == TimeRange{0, 2});
  CHECK(cut.kind("event kind 2") == CategoryKind::Kernel);
  CHECK(cut.one("event kind 2").track->device == 0);
  CHECK(issue_count(trace, "cut_off_event") == 1);
  CHECK(issue_of(trace, "missing_text").example == "event kind 1 of /device:GPU:0");
  CHECK(issue_of(trace, "damaged_chunk").first_offset == last);
  CHECK(issue_of(trace, "damaged_chunk").example ==
        fmt::format("/device:GPU:0, of which {} bytes are missing", whole.size() - last - 5));
  CHECK(trace.report.listed == 1);
  CHECK_FALSE(trace.report.complete);
  // Behind the names of the events: they have theirs.
  const Loaded later(whole.substr(0, whole.size() - 4));
  CHECK(later.one("c").range() == TimeRange{5, 8});
  CHECK(issue_count(later.snapshot(), "cut_off_event") == 0);
}

TEST_CASE("work of a host whose name is behind the end of the file is no operator") {
  Plane host(0, "/host:CPU");
  host.line(1, "main", 0, host.event("$train.py:1 step", 0, 1'000));
  host.line(2, "other", 0, host.event("op", 0, 1'000));
  const std::string whole = host.text();
  const Loaded cut(whole.substr(0, whole.find("$train") - 6));
  CHECK(cut.all("event kind 1").size() == 1);
  CHECK(cut.kind("event kind 1") != CategoryKind::CpuOp);
}

TEST_CASE("errors of the profiler are in the load report") {
  Plane host(0, "/host:CPU");
  host.line(1, "main", 0, host.event("work", 0, 1'000));
  const Loaded trace(host.text() + bytes(2, "CUPTI is used by another tool"));
  CHECK(issue_of(trace.snapshot(), "capture_problem").example == "CUPTI is used by another tool");
}
