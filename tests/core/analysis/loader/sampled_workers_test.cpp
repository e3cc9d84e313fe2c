// What samples and switches tell of DataLoader workers.
#include "core/analysis/loader/sampled_workers.h"

#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/analysis/loader/loader_frames.h"
#include "tests/core/fixtures/loader_trace.h"

namespace lanescope {
namespace {

constexpr Ns kMs = 1'000'000;

TimeRange ms(double begin, double end) {
  return {static_cast<Ns>(begin * kMs), static_cast<Ns>(end * kMs)};
}

struct Sampled {
  explicit Sampled(const TraceText& trace)
      : snapshot(trace.load()), all(find_sampled_workers(*snapshot)) {}

  [[nodiscard]] const SampledWorker& worker() const {
    REQUIRE(all.workers.size() == 1);
    return all.workers[0];
  }

  std::shared_ptr<const Snapshot> snapshot;
  SampledWorkers all;
};

/// A second worker, 300, whose feeder thread sends in a range of µs.
void add_second(TraceText& trace, const char* begin, const char* length, const char* end,
                const char* rest) {
  trace.top_level(R"("process 2": {"pid": 300, "ppid": 100})");
  trace.slice("python_sample", "torch/utils/data/_utils/worker.py(244): _worker_loop", "300", "300",
              "0", "200000");
  trace.slice("python_sample", "multiprocessing/queues.py(211): Queue._feed", "300", "301", "0",
              "200000");
  trace.slice("thread_state", "futex", "300", "301", "0", begin);
  trace.slice("thread_state", "running", "300", "301", begin, length);
  trace.slice("thread_state", "futex", "300", "301", end, rest);
}

/// Of worker 200, in µs.
void fetch_again(TraceText& trace, const char* ts, const char* dur) {
  trace.slice("python_sample", "torch/utils/data/_utils/worker.py(244): _worker_loop", "200", "200",
              ts, dur);
  trace.slice("python_sample", "torch/utils/data/_utils/fetch.py(49): _MapDatasetFetcher.fetch",
              "200", "200", ts, dur);
}

}  // namespace

TEST_CASE("a worker's feeder thread tells when batches were sent, where samples show one fetch") {
  const Sampled sampled(loader_trace());
  CHECK(sampled.all.has_switches);
  CHECK(sampled.all.period_ns == 5 * kMs);
  const SampledWorker& worker = sampled.worker();
  CHECK(sampled.snapshot->text(worker.process) == "200");
  CHECK(worker.seen == ms(0, 200));
  REQUIRE(worker.batches.size() == 2);
  CHECK(worker.batches[0].send == ms(60, 60.5));
  CHECK(worker.batches[0].fetch == ms(20, 60));
  // A wait for the GIL is part of the send.
  CHECK(worker.batches[1].send == ms(100, 101));
  CHECK(worker.batches[1].fetch == ms(60, 100));
  REQUIRE(worker.phases.size() == 4);
  CHECK(worker.phases[0].phase == LoaderPhase::Wait);
  CHECK(worker.phases[1].phase == LoaderPhase::Fetch);
  CHECK(worker.phases[1].range == ms(20, 60));
  CHECK(worker.phases[2].range == ms(60, 100));
  CHECK(worker.phases[3].phase == LoaderPhase::Wait);
}

TEST_CASE("a wait for the pipe that ends with the only send is a wait for that batch") {
  const Sampled sampled(loader_trace());
  const LoaderBatch& first = sampled.worker().batches.at(0);
  CHECK(first.waited == BatchWait::Known);
  CHECK(first.wait == ms(48.5, 60.5));
  CHECK_FALSE(first.by_pin_memory_thread);
  CHECK(sampled.worker().batches.at(1).waited == BatchWait::None);
}

TEST_CASE("of two sends that end with a wait, the nearest is said to be no more than that") {
  TraceText trace = loader_trace();
  add_second(trace, "60200", "400", "60600", "139400");
  const Sampled sampled(trace);
  REQUIRE(sampled.all.workers.size() == 2);
  const LoaderBatch& first = sampled.all.workers[0].batches.at(0);
  CHECK(first.waited == BatchWait::Nearest);
  CHECK(first.wait == ms(48.5, 60.5));
  REQUIRE(sampled.all.workers[1].batches.size() == 1);
  CHECK(sampled.all.workers[1].batches[0].waited == BatchWait::None);
}

TEST_CASE("workers of another process were not waited for") {
  TraceText trace = loader_trace();
  // The main thread of another rank, which waits until the same moment.
  trace.top_level(R"("process 3": {"pid": 400, "ppid": 1})");
  trace.slice("python_sample",
              "torch/utils/data/dataloader.py(1280): _MultiProcessingDataLoaderIter._try_get_data",
              "400", "400", "90000", "15000");
  trace.slice("thread_state", "poll pipe", "400", "400", "90000", "11000");
  const Sampled sampled(trace);
  CHECK(sampled.worker().batches.at(1).waited == BatchWait::None);
}

TEST_CASE("with pin_memory, it is the thread for that which waits") {
  TraceText trace = loader_trace();
  trace.slice("python_sample", "torch/utils/data/_utils/pin_memory.py(19): _pin_memory_loop", "100",
              "102", "0", "200000");
  trace.slice("thread_state", "poll pipe", "100", "102", "61000", "40000");
  const LoaderBatch second = Sampled(trace).worker().batches.at(1);
  CHECK(second.waited == BatchWait::Known);
  CHECK(second.by_pin_memory_thread);
  CHECK(second.wait == ms(61, 101));
}

TEST_CASE("a feeder thread that waits for a lock while it pickles has not sent the batch yet") {
  TraceText trace = loader_trace();
  const auto feeder = [&](const char* category, const char* name, const char* ts, const char* dur) {
    trace.slice(category, name, "200", "201", ts, dur);
  };
  feeder("python_sample", "multiprocessing/queues.py(211): Queue._feed", "200000", "100000");
  feeder("python_sample", "multiprocessing/reduction.py(48): ForkingPickler.dumps", "205000",
         "5000");
  feeder("thread_state", "running", "200000", "1000");
  feeder("thread_state", "futex", "201000", "10000");
  feeder("thread_state", "running", "211000", "1000");
  feeder("thread_state", "futex", "212000", "88000");
  const Sampled sampled(trace);
  REQUIRE(sampled.worker().batches.size() == 3);
  CHECK(sampled.worker().batches[2].send == ms(200, 212));
  CHECK(sampled.worker().batches[2].fetch.empty());
}

TEST_CASE("a fetch with samples missing in the middle is one, up to the send") {
  TraceText trace = loader_trace();
  fetch_again(trace, "200000", "20000");
  fetch_again(trace, "240000", "20000");
  trace.slice("thread_state", "running", "200", "201", "250000", "1000");
  trace.slice("thread_state", "futex", "200", "201", "251000", "49000");
  const Sampled sampled(trace);
  REQUIRE(sampled.worker().batches.size() == 3);
  CHECK(sampled.worker().batches[2].fetch == ms(200, 250));
}

TEST_CASE("where sends are known, a fetch is one however many samples are missing in it") {
  TraceText trace = loader_trace();
  fetch_again(trace, "200000", "5000");
  fetch_again(trace, "300000", "40000");
  trace.slice("thread_state", "futex", "200", "201", "200000", "140000");
  trace.slice("thread_state", "running", "200", "201", "340000", "1000");
  trace.slice("thread_state", "futex", "200", "201", "341000", "59000");
  const Sampled sampled(trace);
  REQUIRE(sampled.worker().batches.size() == 3);
  const LoaderBatch& batch = sampled.worker().batches[2];
  CHECK(batch.fetch == ms(200, 340));
  // Of its two parts, the longer one leads to it.
  const SliceRef shown = *sampled.snapshot->find_slice(batch.fetch_event);
  CHECK(shown.chunk->range(shown.slice) == ms(300, 340));
  CHECK(loader_phase(sampled.snapshot->text(shown.chunk->name[shown.slice])) == LoaderPhase::Fetch);
  const auto times = worker_times(sampled.all, whole_window(), 10);
  REQUIRE(times.size() == 1);
  CHECK(times[0].longest_fetch == batch.fetch_event);
  CHECK(times[0].longest_fetch_range == ms(200, 340));
}

TEST_CASE("of a sample that is of several fetches, what began in one leads to it") {
  const Sampled sampled(loader_trace());
  const std::vector<LoaderBatch>& batches = sampled.worker().batches;
  CHECK(batches[0].fetch_event == event_named(*sampled.snapshot, "data.py:9", 0));
  CHECK(batches[1].fetch_event == event_named(*sampled.snapshot, "data.py:10", 0));
}

TEST_CASE("a message that follows no fetch is a send, and not a batch") {
  TraceText trace = loader_trace();
  // Between epochs, while it waits for an index.
  trace.slice("thread_state", "running", "200", "201", "200000", "500");
  trace.slice("thread_state", "futex", "200", "201", "200500", "49500");
  const auto times = worker_times(Sampled(trace).all, whole_window(), 10);
  REQUIRE(times.size() == 1);
  CHECK(times[0].sends == 3);
  CHECK(times[0].batches == 2);
  CHECK_FALSE(times[0].short_fetches);
}

TEST_CASE("fetches shorter than two samples are not all seen, so each send is a batch") {
  TraceText trace;
  const auto add = [&](const char* category, const char* name, const char* tid, int ts, int dur) {
    trace.slice(category, name, "200", tid, std::to_string(ts), std::to_string(dur));
  };
  add("python_sample", "torch/utils/data/_utils/worker.py(244): _worker_loop", "200", 0, 100'000);
  add("python_sample", "torch/utils/data/_utils/fetch.py(49): _MapDatasetFetcher.fetch", "200",
      10'000, 5'000);
  add("thread_state", "runnable", "200", 0, 100'000);
  add("python_sample", "multiprocessing/queues.py(211): Queue._feed", "201", 0, 100'000);
  // Samples are 5 ms apart where the trace does not say.
  for (int at = 0; at < 100'000; at += 25'000) {
    add("thread_state", "futex", "201", at, 20'000);
    add("thread_state", "running", "201", at + 20'000, 5'000);
  }
  add("thread_state", "futex", "201", 100'000, 20'000);
  const Sampled sampled(trace);
  const auto times = worker_times(sampled.all, whole_window(), 10);
  REQUIRE(times.size() == 1);
  CHECK(times[0].sends == 4);
  CHECK(times[0].batches == 4);
  CHECK(times[0].short_fetches);
}

TEST_CASE("without the scheduler's switches only phases are known") {
  const Sampled sampled(loader_trace(false));
  CHECK_FALSE(sampled.all.has_switches);
  const SampledWorker& worker = sampled.worker();
  CHECK(worker.batches.empty());
  REQUIRE(worker.phases.size() == 3);
  CHECK(worker.phases[1].range == ms(20, 100));
  const auto times = worker_times(sampled.all, whole_window(), 10);
  REQUIRE(times.size() == 1);
  CHECK_FALSE(times[0].batches.has_value());
  CHECK(times[0].fetch_ns == 80 * kMs);
}

TEST_CASE("with two queues in a worker it is not known which one sends batches") {
  TraceText trace = loader_trace();
  trace.slice("python_sample", "multiprocessing/queues.py(211): Queue._feed", "200", "202", "0",
              "200000");
  trace.slice("thread_state", "futex", "200", "202", "0", "200000");
  const Sampled sampled(trace);
  CHECK(sampled.worker().feeder == TrackId::None);
  CHECK(sampled.worker().batches.empty());
}

TEST_CASE("times of a worker are those in the window") {
  const Sampled sampled(loader_trace());
  const auto whole = worker_times(sampled.all, whole_window(), 10);
  REQUIRE(whole.size() == 1);
  CHECK(whole[0].seen_ns == 200 * kMs);
  CHECK(whole[0].wait_ns == 120 * kMs);
  CHECK(whole[0].fetch_ns == 80 * kMs);
  CHECK(whole[0].send_ns == kMs * 3 / 2);
  CHECK(whole[0].batches == 2);
  CHECK(whole[0].batches_per_s() == doctest::Approx(10));
  CHECK(whole[0].waited_for == 1);
  CHECK(whole[0].median_fetch_ns == 40 * kMs);
  CHECK_FALSE(whole[0].few_samples);

  const auto part = worker_times(sampled.all, range_window(ms(40, 80)), 10);
  REQUIRE(part.size() == 1);
  CHECK(part[0].fetch_ns == 40 * kMs);
  CHECK(part[0].batches == 1);
  CHECK(part[0].few_samples);
  CHECK(worker_times(sampled.all, range_window(ms(300, 400)), 10).empty());
}

TEST_CASE("a moment of a worker belongs to the batch that it fetches, else to the one it sends") {
  const Sampled sampled(loader_trace());
  const SampledWorker& worker = sampled.worker();
  const auto at = [&](double time_ms) { return batch_at(worker, static_cast<Ns>(time_ms * kMs)); };
  CHECK(at(10) == nullptr);
  CHECK(at(30) == &worker.batches[0]);
  CHECK(at(60.2) == &worker.batches[1]);  // while the first is sent
  CHECK(at(100.5) == &worker.batches[1]);
  CHECK(at(150) == nullptr);
}

TEST_CASE("functions are known with the name of their class and, in older Pythons, without") {
  CHECK(is_worker_loop("torch/utils/data/_utils/worker.py(212): _worker_loop"));
  CHECK(loader_phase("torch/utils/data/_utils/fetch.py(46): fetch") == LoaderPhase::Fetch);
  CHECK(loader_phase("/usr/lib/python3.9/multiprocessing/queues.py(90): get") == LoaderPhase::Wait);
  CHECK(loader_phase("multiprocessing/queues.py(86): Queue.put") == LoaderPhase::Put);
  CHECK_FALSE(loader_phase("queue.py(154): Queue.get").has_value());
  CHECK_FALSE(loader_phase("multiprocessing/queues.py(211): Queue._feed").has_value());
  CHECK(is_queue_feeder("multiprocessing/queues.py(211): Queue._feed"));
  CHECK_FALSE(is_worker_loop("data.py(1): _worker_loop"));
}

}  // namespace lanescope
