// capture_live [LAUNCHES_PER_SECOND] [SECONDS] [THREADS] [lanes]: a program that plays CUDA
// launches, with the real agent in it; ring, reader and file as in any recording, and a session
// that follows the file and builds the live lanes. Prints what came through, what was lost, and how
// far the lanes and what is complete were behind; with "lanes" nothing is complete on the way. One
// launch is three records: its begin, its end, its kernel.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <fmt/core.h>
#include <sys/resource.h>

#include "capture/host/runner/session.h"
#include "core/session/session.h"
#include "tests/paths.h"

namespace {

using namespace lanescope;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

CaptureOptions options_for(std::uint64_t rate, double seconds, int threads,
                           const std::string& file) {
  const std::string fakes = binary_folder() + "/tests/capture/fake/";
  const auto launches = static_cast<std::uint64_t>(static_cast<double>(rate) * seconds);
  CaptureOptions options;
  options.agent = binary_folder() + "/liblanescope_inject.so";
  options.command = {fakes + "fake_host",
                     "--calls",
                     std::to_string(launches),
                     "--threads",
                     std::to_string(threads),
                     "--rate",
                     std::to_string(rate / static_cast<std::uint64_t>(threads))};
  options.environment = {{"LANESCOPE_CUPTI", fakes + "libfake_cupti.so"}};
  options.file = file;
  options.stacks = false;
  return options;
}

/// Slices that the live lanes show, and the newest time among them.
struct Shown {
  std::uint64_t slices = 0;
  Ns newest_ns = 0;
};
Shown shown_by(const Session& session) {
  Shown shown;
  const auto trace = session.snapshot().value;
  if (!trace) return shown;
  for (const Track& track : trace->tracks) {
    if (track.slices == 0) continue;
    shown.slices += track.slices;
    shown.newest_ns = std::max(shown.newest_ns, track.bounds.end_ns);
  }
  return shown;
}

/// The same of what has been complete; 0: nothing.
Ns complete_until(const Session& session) {
  const auto complete = session.picture().complete.snapshot;
  return complete ? complete->extent.end_ns : 0;
}

/// In milliseconds, from values in rising order.
double at_share(const std::vector<double>& values, double share) {
  if (values.empty()) return 0;
  return values[static_cast<std::size_t>(static_cast<double>(values.size() - 1) * share)];
}

Ns now_ns() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

int run(std::uint64_t rate, double seconds, int threads, bool settles) {
  const std::string file =
      (std::filesystem::temp_directory_path() / "capture_live_bench.lanes").string();
  auto capture = CaptureSession::start(options_for(rate, seconds, threads, file));
  if (!capture.ok()) {
    fmt::print(stderr, "capture_live: {}\n", capture.error().message);
    return 1;
  }
  const Clock::time_point start = Clock::now();
  Session session(file, {}, Session::Kind::Capture);
  if (!settles) session.hold_complete();
  std::vector<double> lags_ms, complete_lags_ms;
  while (!capture.value()->wait_finished(50)) {
    const Shown shown = shown_by(session);
    if (shown.slices > 0) lags_ms.push_back(static_cast<double>(now_ns() - shown.newest_ns) / 1e6);
    if (const Ns until = complete_until(session); until != 0)
      complete_lags_ms.push_back(static_cast<double>(now_ns() - until) / 1e6);
  }
  const double took_s = seconds_since(start);
  session.wait();
  const CaptureState state = capture.value()->state();
  std::ranges::sort(lags_ms);
  std::ranges::sort(complete_lags_ms);
  std::uint64_t lost = state.dropped_records;
  for (const CapturedProcessState& process : state.processes) lost += process.cupti_dropped;
  const auto trace = session.snapshot().value;
  fmt::print("asked for {} launches/s for {} s on {} threads\n", rate, seconds, threads);
  fmt::print("  {:.2f} M records in {:.2f} s: {:.2f} M records/s, {} lost\n",
             static_cast<double>(state.records) / 1e6, took_s,
             static_cast<double>(state.records) / took_s / 1e6, lost);
  fmt::print("  lanes behind: median {:.0f} ms, p90 {:.0f} ms, worst {:.0f} ms\n",
             at_share(lags_ms, 0.5), at_share(lags_ms, 0.9), at_share(lags_ms, 1));
  if (settles) {
    fmt::print("  details and tables behind: median {:.0f} ms, p90 {:.0f} ms, worst {:.0f} ms{}\n",
               at_share(complete_lags_ms, 0.5), at_share(complete_lags_ms, 0.9),
               at_share(complete_lags_ms, 1), session.rebuild_waits() ? ", then waiting" : "");
  }
  if (trace) {
    fmt::print(
        "  settled: {} slices, {} of {} kernels with their launch, {} listed, loaded in {:.2f} s\n",
        trace->slice_count, trace->kernel_links.with_launch, trace->kernel_links.count,
        trace->report.listed, session.load_seconds());
  }
  std::filesystem::remove(file);
  return lost == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const auto rate = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 340'000;
  const double seconds = argc > 2 ? std::atof(argv[2]) : 5;
  const int threads = argc > 3 ? std::max(1, std::atoi(argv[3])) : 1;
  const bool settles = argc <= 4 || std::string_view(argv[4]) != "lanes";
  return run(std::max<std::uint64_t>(1, rate), seconds, threads, settles);
}
