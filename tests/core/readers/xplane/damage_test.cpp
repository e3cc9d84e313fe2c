// Profiles of XLA that are damaged or tell of errors.
#include <string>

#include <doctest/doctest.h>

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

TEST_CASE("errors of the profiler are in the load report") {
  Plane host(0, "/host:CPU");
  host.line(1, "main", 0, host.event("work", 0, 1'000));
  const Loaded trace(host.text() + bytes(2, "CUPTI is used by another tool"));
  CHECK(issue_of(trace.snapshot(), "capture_problem").example == "CUPTI is used by another tool");
}
