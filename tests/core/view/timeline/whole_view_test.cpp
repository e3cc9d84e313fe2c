#include "core/view/timeline/whole_view.h"

#include <doctest/doctest.h>

#include "core/view/timeline/busiest_tracks.h"
#include "core/view/timeline/overview_model.h"
#include "tests/core/fixtures/trace_text.h"
#include "tests/core/readers/rpd/rpd_file.h"

namespace lanescope {
namespace {

/// A millisecond of the program, and something else.
TraceText program() {
  return TraceText().cpu("cpu_op", "aten::mm", "1000", "1000");
}

TEST_CASE("the whole view shows what the profiler did after the program, as the lanes do") {
  const auto snapshot = program().slice("overhead", "Flush", "100", "-1", "2100", "50").load();
  CHECK(snapshot->extent.length_ns() == 1'000'000);
  const TimeRange view = whole_view(*snapshot);
  CHECK(view == TimeRange{snapshot->extent.begin_ns, snapshot->extent.begin_ns + 1'150'000});
  CHECK(first_view(*snapshot) == view);
  CHECK(build_overview(*snapshot, 100).extent == view);
}

TEST_CASE("the window of the profiler does not widen the whole view") {
  const auto snapshot =
      program()
          .slice("Trace", "PyTorch Profiler (0)", "Spans", "PyTorch Profiler", "900", "1300")
          .load();
  CHECK(whole_view(*snapshot) == snapshot->extent);
}

TEST_CASE("work of the profiler far from the program does not widen the whole view") {
  const auto snapshot = program().slice("overhead", "Flush", "100", "-1", "9000", "50").load();
  CHECK(whole_view(*snapshot) == snapshot->extent);
}

TEST_CASE("the whole view of an RPD file contains the tables' writing after the last call") {
  RpdFile made;
  made.add("INSERT INTO rocpd_string VALUES(20, 'OpTable::writeRows');");
  made.call(1, 1'000, 2'000, 2).call(2, 2'200, 2'300, 20);
  const LoadedProfile loaded = made.load();
  CHECK(loaded.trace().extent == TimeRange{1'000, 2'000});
  CHECK(whole_view(loaded.trace()) == TimeRange{1'000, 2'300});
}

TEST_CASE("a file without events has an empty whole view") {
  CHECK(whole_view(*TraceText().load()).empty());
}

}  // namespace
}  // namespace lanescope
