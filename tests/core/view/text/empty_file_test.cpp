#include "core/view/text/empty_file.h"

#include <doctest/doctest.h>

#include "tests/core/fixtures/trace_text.h"

namespace lanescope {

TEST_CASE("a file holds something as soon as one thing of it can be shown") {
  CHECK(holds_nothing(*TraceText().load()));
  const char* const names = R"("name":"python")";
  CHECK(holds_nothing(*TraceText().metadata("process_name", "1", "0", names).load()));
  CHECK_FALSE(holds_nothing(*TraceText().cpu("cpu_op", "aten::mm", "0", "10").load()));
  CHECK_FALSE(holds_nothing(*TraceText().instant("here", "5").load()));
  CHECK_FALSE(holds_nothing(
      *TraceText()
           .event(R"({"ph":"C","name":"bytes","pid":1,"tid":1,"ts":5,"args":{"used":3}})")
           .load()));
  Snapshot preview;
  CHECK_FALSE(holds_nothing(preview));
}

TEST_CASE("an empty file is told of in one sentence, whatever it is") {
  Snapshot empty = *TraceText().load();
  CHECK(nothing_words(empty) == "This file has no events");
  empty.info.format = "lanescope-capture";
  CHECK(nothing_words(empty).starts_with("This recording has no events: "));
  empty.report.complete = false;
  CHECK(nothing_words(empty) == "No events were read: the file is truncated");
  empty.report.stopped = true;
  CHECK(nothing_words(empty) == "No events were read before loading was stopped");
  Snapshot broken = *TraceText().load();
  broken.counts.total = 3;
  CHECK(nothing_words(broken) ==
        "None of the 3 events in this file can be shown; Load report says why");
  broken.counts.metadata = 3;
  CHECK(nothing_words(broken).starts_with("This file only names processes and threads"));
}

}  // namespace lanescope
