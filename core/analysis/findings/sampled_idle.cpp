// The rule about GPUs that are idle while samples show one Python function, or the recorder one
// call of the operating system.
#include "core/analysis/findings/sampled_idle.h"

#include <algorithm>
#include <array>
#include <map>

#include <fmt/format.h>

#include "core/analysis/findings/share.h"
#include "core/analysis/findings/worker_words.h"
#include "core/analysis/host/site.h"
#include "core/analysis/host_time/host_states.h"
#include "core/analysis/idle/claims.h"
#include "core/analysis/idle/system_calls.h"
#include "core/store/thread_state.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostCauses = 3;

struct Words {
  std::string_view title, fix;
};

/// In the order of HostState.
constexpr std::array<Words, kHostStates> kWords{{
    {"GPU idle while one Python function runs",
     "Vectorize it, do it every N steps, or move it to another process (DataLoader workers) while "
     "the GPU is busy."},
    {"GPU idle while the host waits for a CPU",
     "Give the process more CPUs, or run fewer threads and DataLoader workers (OMP_NUM_THREADS, "
     "num_workers)."},
    {"GPU idle while the host waits for the GIL",
     "Move the Python code of the other threads to processes, or to native code that releases the "
     "GIL."},
    {"GPU idle while the host waits for a lock",
     "Hold the lock for less time, or launch the work before waiting for it."},
    {"GPU idle while the host waits for the disk",
     "Read ahead on another thread or in DataLoader workers, or keep the data in memory or on a "
     "faster disk."},
    {"GPU idle while the host waits for another process",
     "Prefetch, so that the answer is there when it is needed, or make the other process faster."},
    {"GPU idle while the host sleeps",
     "Wait for the event itself (a queue, a condition, a future) instead of polling with sleep()."},
    {"GPU idle while the host waits for page faults",
     "Read mapped files ahead (madvise, or a first pass), and leave enough memory free for them."},
    {"GPU idle while the event loop is idle",
     "No task was ready to run: send requests faster or more at once, or look at what the tasks "
     "wait for."},
    {"GPU idle while the host waits for another thread",
     "Look at what that thread does, or launch the work before waiting for it."},
    {"GPU idle while the host is in system calls",
     "Make the call on another thread or in DataLoader workers while the GPU is busy, or before "
     "the "
     "loop."},
}};

StringId function_of(const IdleCulprit& culprit) {
  return culprit.source != StringId::Empty ? culprit.source : culprit.name;
}

/// What the thread did: a cause of samples that is no state is a line of Python.
HostState state_of(const Snapshot& trace, const IdleCulprit& culprit) {
  const bool is_call = culprit.system_call && culprit.cause == StringId::Empty;
  const StringId cause = is_call ? culprit.name : culprit.cause;
  const HostState state = host_state_of(parse_thread_state(trace.text(cause)));
  if (culprit.system_call) return state;
  return state == HostState::Other ? HostState::Running : state;
}

/// The culprits of the function, the worst first.
std::vector<const IdleCulprit*> causes_of(const IdleDevice& idle, const SampledIdle& blame) {
  std::vector<const IdleCulprit*> causes;
  for (const IdleCulprit& culprit : idle.culprits) {
    if (blame.is_blamed(culprit)) causes.push_back(&culprit);
  }
  return causes;
}

/// What the function did for most of the time.
HostState main_state(const Snapshot& trace, const std::vector<const IdleCulprit*>& causes) {
  std::array<Ns, kHostStates> sums{};
  for (const IdleCulprit* cause : causes) {
    Ns& sum_ns = sums.at(static_cast<std::size_t>(state_of(trace, *cause)));
    sum_ns = saturating_add(sum_ns, cause->total.ns);
  }
  return static_cast<HostState>(std::ranges::max_element(sums) - sums.begin());
}

/// "in the main thread", "in thread loader 4711".
std::string thread_text(const Snapshot& trace, EventId event) {
  const auto home = trace.find_slice(event);
  if (!home) return "in an unknown thread";
  const Track& track = *home->track;
  if (trace.text(track.process) == trace.text(track.thread)) return "in the main thread";
  const std::string_view name = trace.text(track.name);
  return fmt::format("in thread {}", name.empty() ? trace.text(track.thread) : name);
}

/// Where in the function, or in what it calls: "at data.py:41", "waiting in read /data/a.bin".
void say_cause(const FindingFacts& facts, const IdleCulprit& cause, Finding& finding) {
  const ThreadState state = parse_thread_state(facts.trace.text(cause.cause));
  const bool waits = cause.system_call || host_state_of(state) != HostState::Other;
  const std::string time = ": " + facts.per_step(cause.total.ns, cause.max_ns, "one gap");
  if (waits) return finding.say("Of that, it waits in ", cause.cause, time, cause.event);
  finding.say("Of that, it is at ", cause.cause, time, cause.event);
}

/// The ones that the thread waits for, of its process.
void say_awaited(const FindingFacts& facts, EventId event, std::span<const TimeRange> idle,
                 Finding& finding) {
  const auto home = facts.trace.find_slice(event);
  if (!home || facts.host_time == nullptr) return;
  const std::vector<WorkerTime> workers =
      workers_during(facts.trace, *facts.host_time, home->track->process, idle);
  say_workers(facts, workers, "While the GPU is idle", finding);
}

}  // namespace

SampledIdle::SampledIdle(const FindingFacts& facts)
    : trace_(facts.trace), sources_(facts.trace), culprits_(facts.trace) {
  const IdleDevice* const idle = facts.idle_device();
  if (idle == nullptr) return;
  std::map<StringId, Ns> sums;
  Ns most_ns = 0;
  for (const IdleCulprit& culprit : idle->culprits) {
    if (!is_shown(culprit)) continue;
    Ns& sum_ns = sums[function_of(culprit)];
    sum_ns = saturating_add(sum_ns, culprit.total.ns);
    if (sum_ns <= most_ns) continue;
    most_ns = sum_ns;
    function_ = function_of(culprit);
  }
  if (facts.share_pct(most_ns) <= facts.limits().host_between_ops_pct) function_.reset();
}

bool SampledIdle::is_sampled_python(IdleClass what, EventId event) const {
  if (what != IdleClass::Python) return false;
  const auto home = trace_.find_slice(event);
  return home && is_sampled(home->track->kind);
}

bool SampledIdle::is_shown(const IdleCulprit& culprit) const {
  return culprit.system_call || is_sampled_python(culprit.what, culprit.event);
}

bool SampledIdle::is_blamed(const IdleCulprit& culprit) const {
  return function_ && function_of(culprit) == *function_ && is_shown(culprit);
}

bool SampledIdle::is_blamed(const IdlePiece& piece) {
  if (!function_ || !kMayBlame.has(piece.what)) return false;
  const StringId source = slice_name(sources_, piece.source);
  const StringId name = source != StringId::Empty ? source : slice_name(culprits_, piece.culprit);
  if (name != *function_) return false;
  return piece.what == IdleClass::Runtime ? is_system_call(trace_, piece.cause)
                                          : is_sampled_python(piece.what, piece.culprit);
}

void judge_sampled_idle(const FindingFacts& facts, RuleAnswer& answer) {
  const IdleDevice* const idle = facts.idle_device();
  if (idle == nullptr) return;
  SampledIdle blame(facts);
  const std::vector<const IdleCulprit*> causes = causes_of(*idle, blame);
  if (causes.empty()) return;
  std::vector<TimeRange> claims =
      idle_ranges(*idle, SampledIdle::kMayBlame,
                  [&](const IdleGap&, const IdlePiece& piece) { return blame.is_blamed(piece); });
  const Ns lost_ns = total_length(claims), longest_ns = longest_of(claims);
  const HostState state = main_state(facts.trace, causes);
  const Words& words = kWords.at(static_cast<std::size_t>(state));
  const EventId event = causes.front()->event;
  Finding& finding = answer.add(claims);
  finding.title = words.title;
  // Overlapped with GPU work, at most as much time is saved as the GPU is busy.
  finding.low_pct = facts.share_pct(std::min(lost_ns, facts.gpu()->busy_ns));
  finding.high_pct = facts.share_pct(lost_ns);
  finding.confidence = Confidence::High;
  finding.say(
      fmt::format("{} of the idle time: ", format_pct(share_pct(lost_ns, idle->total_ns))),
      *blame.function(),
      fmt::format(", {}: {}", thread_text(facts.trace, event), facts.per_step(lost_ns, longest_ns)),
      event);
  for (std::size_t i = 0; i < std::min(causes.size(), kMostCauses); ++i) {
    if (causes[i]->cause != StringId::Empty) say_cause(facts, *causes[i], finding);
  }
  const bool for_others =
      state == HostState::Lock || state == HostState::Channel || state == HostState::EventLoop;
  if (for_others) say_awaited(facts, event, claims, finding);
  finding.where = {*blame.function(), StringId::Empty, event};
  finding.fix = words.fix;
  finding.confirm = causes.front()->system_call
                        ? "Click the evidence: the lane of the thread shows the calls around it."
                        : "Click the evidence: the samples of the thread there show what runs.";
}

}  // namespace lanescope
