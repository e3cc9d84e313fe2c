#include "core/analysis/idle/data_loading.h"

#include <string>

#include <doctest/doctest.h>

#include "app/cli/report/report.h"
#include "core/analysis/results.h"
#include "tests/core/fixtures/trace_text.h"

using namespace lanescope;

namespace {

/// What the report says of 60 of 100 µs in which a batch is fetched.
std::string said_of(const std::string& iterator, bool gpu) {
  TraceText trace;
  trace.cpu("user_annotation", "enumerate(DataLoader)#" + iterator + ".__next__", "0", "60")
      .cpu("cpu_op", "aten::mm", "60", "40");
  if (gpu) trace.kernel("gemm", "0", "100", "1");
  const auto loaded = trace.load();
  const ReadEvent read;
  const ReportInput in{*loaded, whole_window(), read, {}};
  return to_text(in, analyse_data_loading({*loaded, in.window}));
}

}  // namespace

TEST_CASE("the report of data loading names the training loop where there is no GPU to wait") {
  CHECK(said_of("_SingleProcessDataLoaderIter", false)
            .starts_with("The training loop loads data itself for 60 % of the time ("));
  CHECK(said_of("_MultiProcessingDataLoaderIter", false)
            .starts_with("The training loop waits for data for 60 % of the time ("));
  CHECK(said_of("_MultiProcessingDataLoaderIter", true)
            .starts_with("The GPU hardly waits for data."));
}
