#include "core/analysis/idle/data_loading.h"

#include <string>

#include <doctest/doctest.h>

#include "app/cli/report/report.h"
#include "core/analysis/results.h"
#include "tests/core/fixtures/loader_trace.h"
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

TEST_CASE("the report of data loading has sampled workers, also without a marked loop") {
  const auto loaded = loader_trace().load();
  const ReadEvent read;
  const ReportInput in{*loaded, whole_window(), read, {}};
  const DataLoading loading = analyse_data_loading({*loaded, in.window});
  const std::string text = to_text(in, loading);
  CHECK(
      text.starts_with("Too few samples of the DataLoader workers to say what they do.\n"
                       "1 worker sent about 2 batches, 10.0 per second; a fetch takes 40.00 ms "
                       "(median).\n"));
  CHECK(text.find("worker process") != std::string::npos);
  const Json json = to_json(in, loading);
  REQUIRE(json["sampled_workers"].size() == 1);
  const Json& worker = json["sampled_workers"][0];
  CHECK(worker["process"] == "200");
  CHECK(worker["batches"] == 2);
  CHECK(worker["sends"] == 2);
  CHECK(worker["longest_fetch_start_ns"] == 20'000'000);
  CHECK(worker["longest_fetch_dur_ns"] == 40'000'000);
  CHECK(worker["fetch_ns"] == 80'000'000);
  CHECK(worker["wait_for_index_ns"] == 120'000'000);
  CHECK(worker["few_samples"] == true);
  CHECK(json["sample_period_ns"] == 5'000'000);
}
