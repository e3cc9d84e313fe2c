#include "core/view/overview/foreign_trace.h"

#include <doctest/doctest.h>

#include "tests/core/fixtures/trace_text.h"

namespace lanescope {

TEST_CASE("a trace is foreign as long as nothing in it is of PyTorch or a GPU") {
  CHECK_FALSE(is_foreign(*TraceText().load()));  // empty, which is told otherwise
  CHECK(is_foreign(*TraceText().cpu("toplevel", "RunTask", "0", "10").load()));
  CHECK_FALSE(is_foreign(*TraceText()
                              .cpu("toplevel", "RunTask", "0", "10")
                              .cpu("cpu_op", "aten::mm", "20", "10")
                              .load()));
  CHECK_FALSE(is_foreign(*TraceText().kernel("gemm", "0", "10", "1", "7").load()));
  Snapshot recorded = *TraceText().cpu("toplevel", "RunTask", "0", "10").load();
  recorded.info.format = "lanescope-capture";
  CHECK_FALSE(is_foreign(recorded));
  Snapshot preview = *TraceText().cpu("toplevel", "RunTask", "0", "10").load();
  preview.complete = false;
  CHECK_FALSE(is_foreign(preview));
}

TEST_CASE("the figures of a foreign trace say what there is, and lead to its longest slice") {
  const auto trace = TraceText()
                         .cpu("toplevel", "RunTask", "0", "10")
                         .cpu("toplevel", "Decode", "20", "30")
                         .load();
  const KeyFigures figures =
      foreign_figures_insight(AnalysisResults(*trace, whole_window())).figures;
  REQUIRE(figures.size() == 4);
  CHECK(figures[0].value == "50.00 µs");
  CHECK(figures[1].value == "1");
  CHECK(figures[2].value == "2");
  CHECK(figures[3].value == "30.00 µs");
  CHECK(figures[3].note == "Decode");
  CHECK(figures[3].event != EventId::None);
}

TEST_CASE("the time covered is that of the bulk, and names the event that is far from it") {
  TraceText text;
  for (int i = 0; i < 20; ++i) text.cpu("toplevel", "RunTask", std::to_string(i * 100), "50");
  CHECK(foreign_figures_insight(AnalysisResults(*text.load(), whole_window())).figures[0].note ==
        "");
  text.cpu("toplevel", "Stray", "7200001950", "50");
  const auto trace = text.load();
  const KeyFigures figures =
      foreign_figures_insight(AnalysisResults(*trace, whole_window())).figures;
  CHECK(figures[0].title == "Time covered");
  CHECK(figures[0].value == "1.950 ms");
  CHECK(figures[0].note.starts_with("1 event 2"));
  CHECK(figures[0].note.ends_with(" h later"));
  CHECK(figures[2].value == "21");
}

}  // namespace lanescope
