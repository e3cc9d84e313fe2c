#include "core/view/details/loader_batch.h"

#include <string>

#include <doctest/doctest.h>

#include "core/view/details/text.h"
#include "core/view/text/time_text.h"
#include "tests/core/fixtures/loader_trace.h"

namespace lanescope {
namespace {

std::string words_of(const Snapshot& trace, std::string_view name, std::size_t nth = 0) {
  const auto slice = trace.find_slice(event_named(trace, name, nth));
  REQUIRE(slice.has_value());
  return loader_batch_words(trace, *slice);
}

}  // namespace

TEST_CASE("a sample of a worker says which batch it was of, when it was sent and who waited") {
  const auto trace = loader_trace().load();
  const std::string first =
      "Worker process 200 fetched a batch for 40.00 ms (about 8 samples, 5.000 ms apart) and sent "
      "it at " +
      format_exact_time(60'500'000) + "; the main thread was waiting for it for 12.00 ms";
  CHECK(words_of(*trace, "data.py:9") == first);
  CHECK(words_of(*trace, "data.py:10").ends_with("; nobody was seen to wait for it"));
  CHECK(words_of(*trace, "multiprocessing/queues.py(98): Queue.get", 1).empty());
  // From the other side.
  CHECK(words_of(*trace, "selectors.py:415") == first);
  CHECK(words_of(*trace, "train.py(1): main").empty());
}

TEST_CASE("a state of the feeder thread is about the batch that it sends, not the next one") {
  const auto trace = loader_trace().load();
  CHECK(words_of(*trace, "waiting for the GIL").ends_with("; nobody was seen to wait for it"));
  CHECK(words_of(*trace, "threading.py(295): Condition.wait") ==
        "Meanwhile, worker process 200 sent 2 batches");
}

TEST_CASE("a sampled function over several batches says how many were sent") {
  CHECK(words_of(*loader_trace().load(), "torch/utils/data/_utils/worker.py(244): _worker_loop") ==
        "Meanwhile, worker process 200 sent 2 batches");
}

TEST_CASE("without switches the details of a fetch say that its batches are not known") {
  CHECK(words_of(*loader_trace(false).load(), "data.py:9") ==
        "Worker process 200 fetched for 80.00 ms (about 16 samples, 5.000 ms apart); of how many "
        "batches is not known, as thread switches were not recorded");
}

TEST_CASE("the sentence about a batch has a section of its own") {
  const auto trace = loader_trace().load();
  const DetailsModel model = build_details(*trace, event_named(*trace, "data.py:9"));
  const std::string text = details_plain_text(details_text(*trace, model));
  CHECK(text.find("DATA LOADER") != std::string::npos);
  CHECK(text.find(model.loader_batch) != std::string::npos);
  CHECK_FALSE(model.loader_batch.empty());
}

}  // namespace lanescope
