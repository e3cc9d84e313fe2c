// capture_ring [RECORDS_PER_SECOND] [SECONDS] [FOLDER]: a target that launches from two threads,
// its rings, the reader and the capture file. Prints what came through when the target waits for
// room, and what was dropped when it writes at the rate that was asked for (1,000,000 a second).
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include <fmt/core.h>
#include <sys/resource.h>

#include "capture/host/runner/session.h"
#include "tests/capture/fake/fake_channel.h"
#include "tests/capture/fake/fake_peer.h"

namespace {

using namespace lanescope;
using namespace lanescope::fake;
using Clock = std::chrono::steady_clock;

constexpr int kThreads = 2;
constexpr int kRecordsPerLaunch =
    3;  // ApiBegin and ApiEnd in the thread's channel, then its Kernel

/// Writes launches of one thread: 72 bytes each; the kernels go into channel 0.
class Launcher {
 public:
  Launcher(const MappedRing& ring, std::uint32_t channel, bool waits)
      : channel_(ring.memory, ring.layout, channel), waits_(waits) {
    channel_.set_state(wire::ChannelState::Open);
    put(channel_, wire::RecordType::ChannelOpen, 0, wire::ChannelOpenRecord{});
  }

  void launch(std::int64_t time_ns) {
    wire::ApiBeginRecord begin{};
    begin.time_ns = time_ns;
    begin.correlation = ++launches_;
    put(channel_, wire::RecordType::ApiBegin, 211 | 2U << 24, begin);
    wire::ApiEndRecord end{};
    end.time_ns = time_ns + 1;
    end.correlation = launches_;
    put(channel_, wire::RecordType::ApiEnd, 0, end);
  }

  template <typename Record>
  void put(FakeChannel& channel, wire::RecordType type, std::uint32_t aux,
           const Record& record) const {
    while (!channel.write(type, aux, record)) {
      if (!waits_) return channel.count_drop(sizeof record);
      std::this_thread::sleep_for(std::chrono::microseconds(100));
    }
  }

  [[nodiscard]] std::uint64_t launches() const { return launches_; }

 private:
  FakeChannel channel_;
  bool waits_;
  std::uint64_t launches_ = 0;
};

/// Calls `one` at `rate` a second in bursts of a millisecond, or as fast as it goes for 0.
template <typename One>
void at_rate(double rate, double seconds, One&& one) {
  const auto begin = Clock::now();
  const auto end = begin + std::chrono::duration<double>(seconds);
  std::int64_t done = 0;
  for (auto now = begin; now < end; now = Clock::now()) {
    const double past = std::chrono::duration<double>(now - begin).count();
    const auto due = rate == 0 ? done + 1000 : static_cast<std::int64_t>(past * rate);
    for (; done < due; ++done) one(done);
    if (rate != 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

/// The process that is captured. `rate`: records a second; 0: as fast as they are taken.
int run_target(double rate, double seconds) {
  const FakePeer peer(std::getenv(wire::kSocketVariable));
  peer.say(wire::Message::Hello, "wire=1.0\nexe=capture_ring\n");
  const MappedRing ring = map_ring(peer.hear().descriptor);
  if (ring.memory == nullptr) return 1;
  const double launches = rate / kRecordsPerLaunch / kThreads;
  std::vector<std::jthread> threads;
  for (std::uint32_t channel = 1; channel <= kThreads; ++channel) {
    threads.emplace_back([&ring, channel, launches, seconds] {
      Launcher launcher(ring, channel, launches == 0);
      at_rate(launches, seconds, [&launcher](std::int64_t i) { launcher.launch(i); });
    });
  }
  FakeChannel gpu(ring.memory, ring.layout, 0);
  const Launcher writes(ring, kThreads + 1, rate == 0);
  at_rate(launches * kThreads, seconds, [&](std::int64_t i) {
    wire::KernelRecord kernel{};
    kernel.start_ns = i;
    writes.put(gpu, wire::RecordType::Kernel, 0, kernel);
  });
  threads.clear();
  peer.say(wire::Message::Bye);
  return 0;
}

double cpu_seconds(int who) {
  struct rusage use {};
  ::getrusage(who, &use);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(use.ru_utime) + seconds(use.ru_stime);
}

int capture(const std::string& folder, double rate, double seconds) {
  CaptureOptions options;
  options.command = {"/proc/self/exe", "--target", std::to_string(rate), std::to_string(seconds)};
  options.agent = "none";
  options.file = folder + "/capture_ring.lanes";
  const double cpu_before = cpu_seconds(RUSAGE_SELF);
  auto session = CaptureSession::start(options);
  if (!session.ok()) {
    fmt::print(stderr, "capture_ring: {}\n", session.error().message);
    return 3;
  }
  double fullest = 0;
  while (!session.value()->wait_finished(20)) {
    for (const auto& process : session.value()->state().processes)
      fullest = std::max(fullest, process.fill_percent);
  }
  const CaptureState state = session.value()->state();
  const double cpu = cpu_seconds(RUSAGE_SELF) - cpu_before;
  const bool held = state.dropped_records == 0 && state.file_lost_bytes == 0;
  fmt::print(
      "capture\t{}\t{} launching threads, {:.0f} s\t{:.2f} M records/s, {:.0f} MB/s\t0 dropped"
      "\t{}\t{} records, {} dropped, fullest channel seen {:.0f} %, reader {:.0f} % of a core\n",
      rate == 0 ? "as fast as they are taken" : fmt::format("{:.2f} M/s", rate / 1e6), kThreads,
      seconds, static_cast<double>(state.records) / seconds / 1e6,
      static_cast<double>(state.file_bytes) / seconds / 1e6, held ? "ok" : "missed", state.records,
      state.dropped_records, fullest, 100 * cpu / seconds);
  std::filesystem::remove(options.file);
  return held ? 0 : 1;
}

}  // namespace

int main(int count, char** words) {
  const auto number = [&](int at, double usual) {
    return at < count ? std::atof(words[at]) : usual;
  };
  if (count > 1 && std::string_view(words[1]) == "--target")
    return run_target(number(2, 0), number(3, 1));
  const double rate = number(1, 1e6), seconds = number(2, 5);
  const std::string folder = count > 3 ? words[3] : std::filesystem::temp_directory_path().string();
  const int at_will = capture(folder, 0, seconds);
  return std::max(at_will, capture(folder, rate, seconds));
}
