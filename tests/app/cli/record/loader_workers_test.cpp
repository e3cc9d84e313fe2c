// Worker processes like those of a PyTorch DataLoader, with modules and functions of the same
// names, are recorded: what they sent is known from outside.
#include <filesystem>
#include <string>

#include <doctest/doctest.h>

#include "core/analysis/loader/sampled_workers.h"
#include "core/readers/trace_loader.h"
#include "tests/app/cli/record/recorder_run.h"
#include "tests/skip.h"

using namespace lanescope;

namespace {

constexpr const char* kPython = "/usr/bin/python3";

/// Two workers that send ten batches each.
constexpr const char* kScript = R"py(import os, sys

WORKER = '''import os, time
import multiprocessing
from torch.utils.data._utils.fetch import fetch

def _worker_loop(index_queue, data_queue):
    while (index := index_queue.get()) is not None:
        data_queue.put(fetch(index))
'''
FETCH = '''import time

def fetch(index):
    end = time.thread_time() + 0.06
    while time.thread_time() < end: pass
    return index
'''
LOADER = '''import multiprocessing
from torch.utils.data._utils.worker import _worker_loop

def _try_get_data(queue):
    return queue.get()

def main():
    context = multiprocessing.get_context("fork")
    data, indexes, workers = context.Queue(), [], []
    for i in range(2):
        indexes.append(context.Queue())
        workers.append(context.Process(target=_worker_loop, args=(indexes[i], data)))
        workers[i].start()
    for i in range(20):
        indexes[i % 2].put(i)
    for i in range(20):
        _try_get_data(data)
    for i in range(2):
        indexes[i].put(None)
        workers[i].join()
'''
for path, text in (("_utils/worker.py", WORKER), ("_utils/fetch.py", FETCH), ("dataloader.py", LOADER)):
    path = "torch/utils/data/" + path
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)

if __name__ == "__main__":
    from torch.utils.data.dataloader import main
    main()
)py";

}  // namespace

TEST_CASE("of workers that take turns, the batches that each one sent are counted from outside") {
  if (!std::filesystem::exists(kPython)) skip_case("there is no /usr/bin/python3");
  RecorderRun recording({kPython, "loader.py"});
  recording.folder.write("loader.py", kScript);
  const int code = recording.run();
  INFO(recording.errors());
  REQUIRE(code == 0);
  const auto loaded = load_trace(recording.options.output);
  REQUIRE(loaded.ok());
  const Snapshot& trace = *loaded.value().snapshot;
  const SampledWorkers found = find_sampled_workers(trace);
  REQUIRE(found.workers.size() == 2);
  if (!found.has_switches) skip_case("the kernel records no thread switches here");
  for (const SampledWorkerTime& worker : worker_times(found, AnalysisWindow(), 10)) {
    INFO("worker " << trace.text(worker.process));
    CHECK(worker.fetch_ns > worker.wait_ns + worker.put_ns);
    REQUIRE(worker.batches.has_value());
    // The first two may look like one, and the last one may be followed by nothing. On a busy
    // machine a send may be interrupted for so long that it looks like two.
    CHECK(*worker.batches >= 7);
    CHECK(*worker.batches <= 12);
    CHECK(worker.waited_for > 0);
    CHECK(worker.median_fetch_ns >= 50'000'000);
  }
}
