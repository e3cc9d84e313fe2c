// Programs of Python with a planted cause of lost time are recorded: the cause is the first
// finding, with its line. PyTorch is that of the Python named by LANESCOPE_TEST_TORCH.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "core/analysis/findings/findings.h"
#include "core/analysis/host_time/host_states.h"
#include "core/analysis/results.h"
#include "core/readers/trace_loader.h"
#include "tests/app/cli/record/recorder_run.h"
#include "tests/skip.h"

using namespace lanescope;

namespace {

constexpr const char* kPython = "/usr/bin/python3";

constexpr std::string_view kSleep = R"py(import time

def work():
    return sum(i * i for i in range(20000))

def main():
    end = time.monotonic() + 2
    while time.monotonic() < end:
        work()
        time.sleep(0.02)  # planted

main()
)py";

constexpr std::string_view kLock = R"py(import threading, time

lock = threading.Lock()
done = threading.Event()

def hold():
    while not done.is_set():
        with lock:
            time.sleep(0.03)
        time.sleep(0.001)

def main():
    threading.Thread(target=hold, daemon=True).start()
    end = time.monotonic() + 2
    while time.monotonic() < end:
        with lock:  # planted
            sum(i * i for i in range(5000))
    done.set()

main()
)py";

constexpr std::string_view kHog = R"py(import threading, time

done = threading.Event()

def hog():
    total = 0
    while not done.is_set():
        for i in range(100000):
            total += i * i  # planted

def main():
    threading.Thread(target=hog, daemon=True).start()
    end = time.monotonic() + 2
    while time.monotonic() < end:
        sum(i * i for i in range(3000))
        time.sleep(0.0005)
    done.set()

main()
)py";

/// Writes, as reads of a file that was just written come from the cache. Notes at which share of
/// its looks at itself the kernel said that the main thread waits: for some disks it never does.
constexpr std::string_view kFiles = R"py(import os, threading, time

done = threading.Event()

def look(tid):
    states = []
    while not done.wait(0.005):
        states.append(open(f"/proc/self/task/{tid}/stat").read().rpartition(")")[2].split()[0])
    print(sum(state != "R" for state in states) / len(states), file=open("measured", "w"))

def store(fd):
    os.pwrite(fd, bytes(4096), 0)
    os.fsync(fd)  # planted

def main():
    looks = threading.Thread(target=look, args=(threading.get_native_id(),))
    looks.start()
    fd = os.open("data.bin", os.O_RDWR | os.O_CREAT)
    end = time.monotonic() + 2
    while time.monotonic() < end:
        store(fd)
    done.set()
    looks.join()

main()
)py";

constexpr std::string_view kWorkers = R"py(import multiprocessing, time

def load(index):
    total = 0
    for i in range(1000000):
        total += i * i  # planted
    return total

def main():
    with multiprocessing.get_context("fork").Pool(2) as pool:
        end = time.monotonic() + 2
        while time.monotonic() < end:
            pool.map(load, range(4))

main()
)py";

/// Work in four functions of about the same length.
constexpr std::string_view kClean = R"py(import time

def spin():
    end = time.perf_counter() + 0.005
    while time.perf_counter() < end: pass

def spin2():
    end = time.perf_counter() + 0.005
    while time.perf_counter() < end: pass

def spin3():
    end = time.perf_counter() + 0.005
    while time.perf_counter() < end: pass

def spin4():
    end = time.perf_counter() + 0.005
    while time.perf_counter() < end: pass

end = time.monotonic() + 2
while time.monotonic() < end:
    spin()
    spin2()
    spin3()
    spin4()
)py";

/// A server that is asked something twenty times a second, and its client; four fifths of the time
/// there is nothing to do.
constexpr std::string_view kServer = R"py(import asyncio, time

def work():
    end = time.perf_counter() + 0.0025
    while time.perf_counter() < end: pass

def more_work():
    end = time.perf_counter() + 0.0025
    while time.perf_counter() < end: pass

async def answer(reader, writer):
    while await reader.readline():
        work()
        more_work()
        writer.write(b"done\n")
        await writer.drain()
    writer.close()

async def main():
    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
    end = time.monotonic() + 2
    while time.monotonic() < end:
        writer.write(b"question\n")
        await reader.readline()
        await asyncio.sleep(0.02)
    writer.close()

asyncio.run(main())
)py";

constexpr std::string_view kLoader = R"py(import torch
from torch.utils.data import DataLoader, Dataset

class Images(Dataset):
    def __len__(self):
        return 256

    def __getitem__(self, index):
        total = 0
        for i in range(600000):
            total += i * i  # planted
        return torch.full((64,), float(total % 7))

def main():
    torch.set_num_threads(1)
    model = torch.nn.Linear(64, 64)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    for batch in DataLoader(Images(), batch_size=4, num_workers=2):
        optimizer.zero_grad()
        model(batch).sum().backward()
        optimizer.step()

if __name__ == "__main__":
    main()
)py";

/// A recording of a script, and what is found in it.
class Planted {
 public:
  Planted(const std::string& python, std::string_view script) : recording_({python, "planted.py"}) {
    recording_.folder.write("planted.py", std::string(script));
    const int code = recording_.run();
    INFO(recording_.errors());
    REQUIRE(code == 0);
    auto loaded = load_trace(recording_.options.output);
    REQUIRE(loaded.ok());
    trace_ = loaded.value().snapshot;
    table_ = analyse_findings({*trace_, AnalysisWindow()});
  }

  [[nodiscard]] const FindingTable& table() const { return table_; }
  [[nodiscard]] std::string written(const std::string& file) const {
    return text_of_file(recording_.folder.path() + "/" + file);
  }
  /// Title, place and evidence of the first finding; empty if there is none. What is no fault of
  /// the program does not count: other tests use the CPUs at the same time.
  [[nodiscard]] std::string first() const {
    for (const Finding& finding : table_.findings) {
      if (!finding.informational) return text_of(finding);
    }
    return {};
  }
  /// Of the main thread's sampled time, that in a state.
  [[nodiscard]] double share_of(std::string_view state) const {
    const HostTime time = analyse_host_time(*trace_, AnalysisWindow());
    const auto main = leading_host_thread(*trace_, time);
    if (!main) return 0;
    Ns sum_ns = 0;
    for (const HostWait& wait : time.waits) {
      if (wait.thread == *main && parse_thread_state(trace_->text(wait.state)).name == state)
        sum_ns += wait.total_ns;
    }
    return static_cast<double>(sum_ns) / static_cast<double>(time.threads[*main].sampled_ns);
  }
  [[nodiscard]] std::string all() const {
    std::string text;
    for (const Finding& finding : table_.findings) text += text_of(finding);
    return text;
  }

 private:
  [[nodiscard]] std::string text_of(const Finding& finding) const {
    std::string text = finding.title + "\n" + std::string(trace_->text(finding.where.name)) + "\n";
    for (const FindingEvidence& one : finding.evidence)
      text += one.text.head + std::string(trace_->text(one.text.name)) + one.text.tail + "\n";
    return text;
  }

  RecorderRun recording_;
  std::shared_ptr<const Snapshot> trace_;
  FindingTable table_;
};

/// "planted.py:11", the line of the script that is marked.
std::string planted_line(std::string_view script) {
  const std::string_view before = script.substr(0, script.find("# planted"));
  return "planted.py:" + std::to_string(1 + std::ranges::count(before, '\n'));
}

void check_first(const std::string& python, std::string_view script, std::string_view title) {
  const Planted planted(python, script);
  const std::string first = planted.first();
  INFO(planted.all());
  CHECK(first.starts_with(title));
  CHECK(first.find(planted_line(script)) != std::string::npos);
}

void need_python() {
  if (!std::filesystem::exists(kPython)) skip_case("there is no /usr/bin/python3");
}

}  // namespace

TEST_CASE("a sleep in the loop is the first finding, with its line") {
  need_python();
  check_first(kPython, kSleep, "The main thread sleeps");
}

TEST_CASE("a lock that another thread holds is the first finding, with the line that waits") {
  need_python();
  check_first(kPython, kLock, "The main thread waits for a lock");
}

TEST_CASE("a thread that keeps the GIL is the first finding, with the line that it is at") {
  need_python();
  check_first(kPython, kHog, "The main thread waits for the GIL");
}

TEST_CASE("files that are waited for are the first finding, with the line of the call") {
  need_python();
  const Planted planted(kPython, kFiles);
  INFO(planted.all());
  if (std::stod(planted.written("measured")) < 0.6)
    skip_case("the kernel shows few waits for this disk");
  CHECK(planted.first().starts_with("The main thread waits for the disk"));
  CHECK(planted.first().find(planted_line(kFiles)) != std::string::npos);
}

TEST_CASE("slow work of worker processes is the first finding, with its line") {
  need_python();
  check_first(kPython, kWorkers, "The main thread waits for worker processes");
}

TEST_CASE("nothing is found in a program whose work is spread") {
  need_python();
  const Planted planted(kPython, kClean);
  INFO(planted.all());
  CHECK(planted.table().to_fix() == 0);
}

TEST_CASE("an event loop that has nothing to do is shown as idle, and is no finding") {
  need_python();
  const Planted planted(kPython, kServer);
  INFO(planted.all());
  CHECK(planted.all().find("pipe or socket") == std::string::npos);
  CHECK(planted.share_of("event loop is idle") > 0.3);
  CHECK(planted.share_of("epoll_wait") < 0.05);
}

TEST_CASE("a slow __getitem__ in the workers of a real DataLoader is the first finding") {
  const char* const python = std::getenv("LANESCOPE_TEST_TORCH");
  if (python == nullptr) skip_case("LANESCOPE_TEST_TORCH names no Python with PyTorch");
  const Planted planted(python, kLoader);
  INFO(planted.all());
  CHECK(planted.first().starts_with("The main thread waits for worker processes"));
  CHECK(planted.first().find(planted_line(kLoader)) != std::string::npos);
  CHECK(planted.first().find("DataLoader workers fetch for ") != std::string::npos);
}
