#include "core/view/overview/host_overview.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/analysis/host/sampled_threads.h"
#include "core/analysis/host/site.h"
#include "core/analysis/host_time/host_states.h"
#include "core/analysis/results.h"
#include "core/view/text/lane_names.h"
#include "core/view/text/short_name.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostFunctions = 12;
constexpr std::string_view kTab = "Host time";

struct StateLook {
  ColorRole role;
  std::string_view meaning;
};

constexpr std::string_view kRunningOrWaitingTitle = "Running or waiting for a CPU";
constexpr std::string_view kRunningOrWaiting =
    "The thread is running or waiting for a CPU; context switches were not recorded.";

/// In the order of HostState, in the colors of core/view/colors/state_look.h; on lanes, what is
/// waited for otherwise looks like sleep.
constexpr std::array<StateLook, kHostStates> kLooks{{
    {ColorRole::CpuOp, "The thread is on a CPU."},
    {ColorRole::Gemm, "The thread could run, but other threads have the CPUs."},
    {ColorRole::Sync, "Another thread has the lock of the Python interpreter."},
    {ColorRole::Attention, "The thread waits for a lock."},
    {ColorRole::Copy, "The thread waits for a file system or a device."},
    {ColorRole::DataLoading, "The thread waits for data of another process, or polls for it."},
    {ColorRole::Python, "The thread sleeps for a set time."},
    {ColorRole::Communication, "The thread waits for a page of memory to be read."},
    {ColorRole::Annotation, "The thread's event loop, such as asyncio's, has nothing to do."},
    {ColorRole::Attention,
     "The thread waits for the end of another thread, or for what it puts into a queue or sets."},
    {ColorRole::Compute, "The thread waits for something else, such as a child process."},
}};

std::string share_text(Ns part_ns, Ns whole_ns) {
  return format_share(static_cast<double>(part_ns) /
                      static_cast<double>(std::max<Ns>(1, whole_ns)));
}

const Track& track_of(const Snapshot& snapshot, const HostThreadTime& thread) {
  return snapshot.tracks[index_of(thread.track)];
}

/// "Main thread 70", "loader 71".
std::string bar_title(const Snapshot& snapshot, const HostThreadTime& thread) {
  std::string title = thread_title(snapshot, track_of(snapshot, thread));
  const std::string_view tid = snapshot.text(thread.thread);
  if (!title.ends_with(tid)) title += " " + std::string(tid);
  if (title.starts_with("main thread")) title[0] = 'M';
  if (title.starts_with("thread")) title[0] = 'T';
  return title;
}

/// Whose time a figure is of: beside it are others, of all threads. Figures with a long note have
/// it in their title, as those that are too wide for the row are left out.
std::string of_thread(const Snapshot& snapshot, const HostThreadTime& thread) {
  return is_main_thread(snapshot, track_of(snapshot, thread)) ? ", main thread"
                                                              : ", busiest thread";
}

KeyFigure running_figure(const HostThreadTime& thread, std::string_view whose, bool switched) {
  return {switched ? "Running" : kRunningOrWaitingTitle,
          share_text(thread.running_ns, thread.sampled_ns),
          fmt::format("of {}{}", format_duration(thread.sampled_ns), whose),
          switched ? "Share of the thread's sampled time in which it was on a CPU; below: the "
                     "sampled time."
                   : "Share of the thread's sampled time in which it was running or waiting for a "
                     "CPU, as context switches were not recorded; below: the sampled time.",
          kTab};
}

KeyFigure waiting_figure(const HostThreadTime& thread, std::string_view whose, bool switched) {
  const Ns waited_ns = saturating_sub(thread.sampled_ns, thread.running_ns);
  return {"Waiting", share_text(waited_ns, thread.sampled_ns),
          fmt::format("{}{}", format_duration(waited_ns), whose),
          switched ? "Share of the thread's sampled time in which it waited, for the GIL, a CPU or "
                     "anything else."
                   : "Share of the thread's sampled time in which it waited, for the GIL or "
                     "anything else except a CPU, as context switches were not recorded.",
          kTab};
}

std::optional<KeyFigure> largest_wait(const Snapshot& snapshot, const HostTime& time,
                                      std::uint32_t thread) {
  // The waits of a thread are sorted.
  const auto wait = std::ranges::find(time.waits, thread, &HostWait::thread);
  if (wait == time.waits.end()) return std::nullopt;
  const ThreadState state = parse_thread_state(snapshot.text(wait->state));
  std::string note = state.waits_for_cpu() ? std::string(host_state_title(HostState::Runnable))
                                           : short_name(wait_title(snapshot, *wait));
  const EventId code = code_of_wait(snapshot, *wait);
  if (code != EventId::None) note += " at " + short_name(snapshot.text(slice_name(snapshot, code)));
  const bool is_main = is_main_thread(snapshot, track_of(snapshot, time.threads[thread]));
  KeyFigure figure{is_main ? "Largest wait, main thread" : "Largest wait, busiest thread",
                   share_text(wait->total_ns, time.threads[thread].sampled_ns), std::move(note),
                   "Share of the thread's sampled time in which it waited in one way, named "
                   "below with the line at which it waited most. Click to go there.",
                   ""};
  figure.event = wait->at_top_line;
  return figure;
}

/// Only where threads can compete for it.
std::optional<KeyFigure> gil_figure(const HostTime& time) {
  Ns waited_ns = 0, held_ns = 0;
  std::size_t python_threads = 0;
  for (const HostThreadTime& thread : time.threads) {
    if (thread.gil_held_ns > 0 || thread.gil_wait_ns > 0) ++python_threads;
    waited_ns = saturating_add(waited_ns, thread.gil_wait_ns);
    held_ns = saturating_add(held_ns, thread.gil_held_ns);
  }
  if (python_threads < 2) return std::nullopt;
  return KeyFigure{"Waiting for the GIL", format_duration(waited_ns),
                   format_duration(held_ns) + " held, all threads",
                   "Time that threads waited for the GIL, and below that they held it; both summed "
                   "over threads.",
                   kTab};
}

std::optional<KeyFigure> native_figure(const Snapshot& snapshot, const HostTime& time) {
  const auto top =
      std::ranges::max_element(time.native_functions, {}, &SampledCode::self_running_ns);
  if (top == time.native_functions.end() || top->self_running_ns <= 0) return std::nullopt;
  Ns running_ns = 0;
  for (const HostThreadTime& thread : time.threads)
    running_ns = saturating_add(running_ns, thread.running_ns);
  KeyFigure figure{"Top native function, all threads", share_text(top->self_running_ns, running_ns),
                   "of CPU time in " + short_name(snapshot.text(top->name)),
                   "Share of the time that all sampled threads ran in which this native function "
                   "was the innermost one. Click to go to its longest stretch.",
                   ""};
  figure.event = top->longest;
  return figure;
}

/// Threads that wait for others for nearly all their time, as helpers do for work. Not the leading
/// one, whose waits are the program's. By their index.
class RestingThreads {
 public:
  RestingThreads(const Snapshot& snapshot, const HostTime& time) : snapshot_(snapshot) {
    std::vector<Ns> waited_ns(time.threads.size(), 0);
    for (const HostWait& wait : time.waits) {
      const ThreadState state = parse_thread_state(snapshot.text(wait.state));
      const HostState what = host_state_of(state);
      if (wait.for_thread || what == HostState::Channel || what == HostState::EventLoop)
        waited_ns[wait.thread] = saturating_add(waited_ns[wait.thread], wait.total_ns);
    }
    const auto leading = leading_host_thread(snapshot, time);
    for (std::uint32_t i = 0; i < time.threads.size(); ++i) {
      if (i != leading && is_nearly_all(waited_ns[i], time.threads[i].sampled_ns))
        resting_.push_back(&track_of(snapshot, time.threads[i]));
    }
  }

  [[nodiscard]] bool has(const Track& thread) const {
    return std::ranges::any_of(resting_,
                               [&](const Track* one) { return is_same_thread(*one, thread); });
  }
  /// Whether a function waits in such a thread, by where it was for longest.
  [[nodiscard]] bool contain(const SampledCode& function) const {
    const Ns waited_ns = saturating_sub(function.self_ns, function.self_running_ns);
    if (resting_.empty() || !is_nearly_all(waited_ns, function.self_ns)) return false;
    const auto home = snapshot_.find_slice(function.longest);
    return home && has(*home->track);
  }

 private:
  static bool is_nearly_all(Ns part_ns, Ns whole_ns) {
    constexpr double kNearlyAll = 0.95;
    return static_cast<double>(part_ns) >= kNearlyAll * static_cast<double>(whole_ns);
  }

  const Snapshot& snapshot_;
  std::vector<const Track*> resting_;
};

void add_functions(const Snapshot& snapshot, const HostTime& time, HostOverview& out) {
  std::vector<SampledCode> functions = time.functions;
  const RestingThreads resting(snapshot, time);
  // Idle helpers, and threads of native libraries, which have no Python function.
  Ns all_ns = 0;
  for (const HostThreadTime& thread : time.threads) {
    const Track& track = track_of(snapshot, thread);
    if (sampled_thread(snapshot, track).samples != nullptr && !resting.has(track))
      all_ns = saturating_add(all_ns, thread.sampled_ns);
  }
  std::ranges::stable_partition(
      functions, [&](const SampledCode& function) { return !resting.contain(function); });
  for (const SampledCode& function : functions) {
    if (out.functions.size() == kMostFunctions) break;
    if (function.self_ns <= 0) continue;
    const double share = std::min(
        1.0, static_cast<double>(function.self_ns) / static_cast<double>(std::max<Ns>(1, all_ns)));
    out.functions.push_back({short_name(snapshot.text(function.name)),
                             short_name(snapshot.text(function.top_line)), format_share(share),
                             share, function.longest});
  }
}

}  // namespace

ColorRole host_state_role(std::size_t state) {
  return kLooks.at(state).role;
}

BreakdownBar host_bar(const Snapshot& snapshot, const HostTime& time) {
  BreakdownBar bar;
  const auto thread = leading_host_thread(snapshot, time);
  if (!thread) return bar;
  const HostThreadTime& row = time.threads[*thread];
  bar.title = bar_title(snapshot, row);
  bar.span_ns = row.sampled_ns;
  const bool switched = has_thread_switches(snapshot);
  // Where it is not known how long it ran, the legend says so, for which there is no room here.
  bar.facts = switched ? fmt::format("running {} of {}", share_text(row.running_ns, row.sampled_ns),
                                     format_duration(row.sampled_ns))
                       : format_duration(row.sampled_ns) + " sampled";
  const auto states = host_states(snapshot, time, *thread);
  for (std::size_t s = 0; s < kHostStates; ++s) {
    if (states[s] <= 0) continue;
    const double share =
        static_cast<double>(states[s]) / static_cast<double>(std::max<Ns>(1, row.sampled_ns));
    const auto state = static_cast<HostState>(s);
    const bool or_waiting = state == HostState::Running && !switched;
    bar.parts.push_back(
        {.title = std::string(or_waiting ? running_title(switched) : host_state_title(state)),
         .meaning = or_waiting ? kRunningOrWaiting : kLooks.at(s).meaning,
         .role = kLooks.at(s).role,
         .ns = states[s],
         .share = share,
         .length_text = format_duration(states[s]),
         .share_text = format_share(share)});
  }
  // Running comes first, then the waits, the longest first.
  const auto is_running = [](const BreakdownPart& part) { return part.role == ColorRole::CpuOp; };
  const auto waits = std::ranges::stable_partition(bar.parts, is_running);
  std::ranges::stable_sort(waits, std::greater(), &BreakdownPart::ns);
  return bar;
}

HostOverview build_host_overview(const Snapshot& snapshot, const HostTime& time) {
  HostOverview out;
  const auto thread = leading_host_thread(snapshot, time);
  if (!thread) return out;
  const HostThreadTime& row = time.threads[*thread];
  const std::string whose = of_thread(snapshot, row);
  const bool switched = has_thread_switches(snapshot);
  out.figures = {running_figure(row, whose, switched), waiting_figure(row, whose, switched)};
  if (auto wait = largest_wait(snapshot, time, *thread)) out.figures.push_back(std::move(*wait));
  if (auto gil = gil_figure(time)) out.figures.push_back(std::move(*gil));
  if (auto native = native_figure(snapshot, time)) out.figures.push_back(std::move(*native));
  add_functions(snapshot, time, out);
  return out;
}

HostOverview host_overview_insight(const AnalysisResults& in) {
  if (!in.of<GpuTime>()->devices.empty()) return {};
  return build_host_overview(in.trace, *in.of<HostTime>());
}

}  // namespace lanescope
