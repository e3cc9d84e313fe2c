#include "core/analysis/host_time/host_states.h"

#include <algorithm>
#include <tuple>

#include "core/analysis/host/sampled_threads.h"
#include "core/analysis/host/site.h"
#include "core/store/slices_at.h"

namespace lanescope {
namespace {

struct Call {
  std::string_view name;
  HostState state;
};

/// Those that can be about a path or about a channel are judged by what follows the name.
constexpr std::array kCalls{
    Call{"futex", HostState::Lock},
    Call{"futex_waitv", HostState::Lock},
    Call{"semop", HostState::Lock},
    Call{"semtimedop", HostState::Lock},
    Call{"flock", HostState::Lock},
    Call{"nanosleep", HostState::Sleep},
    Call{"clock_nanosleep", HostState::Sleep},
    Call{"poll", HostState::Channel},
    Call{"ppoll", HostState::Channel},
    Call{"select", HostState::Channel},
    Call{"pselect6", HostState::Channel},
    Call{"epoll_wait", HostState::Channel},
    Call{"epoll_pwait", HostState::Channel},
    Call{"epoll_pwait2", HostState::Channel},
    Call{"recvfrom", HostState::Channel},
    Call{"recvmsg", HostState::Channel},
    Call{"recvmmsg", HostState::Channel},
    Call{"sendto", HostState::Channel},
    Call{"sendmsg", HostState::Channel},
    Call{"sendmmsg", HostState::Channel},
    Call{"accept", HostState::Channel},
    Call{"accept4", HostState::Channel},
    Call{"connect", HostState::Channel},
    Call{"fsync", HostState::Disk},
    Call{"fdatasync", HostState::Disk},
    Call{"syncfs", HostState::Disk},
    Call{"sync", HostState::Disk},
    Call{"msync", HostState::Disk},
    Call{"io_getevents", HostState::Disk},
    // Functions of the C library, as Nsight Systems traces them.
    Call{"pthread_mutex_lock", HostState::Lock},
    Call{"pthread_mutex_timedlock", HostState::Lock},
    Call{"pthread_cond_wait", HostState::Lock},
    Call{"pthread_cond_timedwait", HostState::Lock},
    Call{"pthread_cond_clockwait", HostState::Lock},
    Call{"pthread_rwlock_rdlock", HostState::Lock},
    Call{"pthread_rwlock_wrlock", HostState::Lock},
    Call{"sem_wait", HostState::Lock},
    Call{"sem_timedwait", HostState::Lock},
    Call{"sem_clockwait", HostState::Lock},
    Call{"sleep", HostState::Sleep},
    Call{"usleep", HostState::Sleep},
    Call{"pselect", HostState::Channel},
    Call{"recv", HostState::Channel},
    Call{"send", HostState::Channel},
    Call{"fread", HostState::Disk},
    Call{"fwrite", HostState::Disk},
    Call{"fgets", HostState::Disk},
    Call{"getline", HostState::Disk},
    Call{"fflush", HostState::Disk},
    Call{"fopen", HostState::Disk},
    Call{"fopen64", HostState::Disk},
    Call{"fclose", HostState::Disk},
};

constexpr std::string_view kWaitsForThread = "waiting for another thread";

/// In the order of HostState.
constexpr std::array<std::string_view, kHostStates> kTitles{"running",
                                                            "waiting for a CPU",
                                                            "waiting for the GIL",
                                                            "lock",
                                                            "disk",
                                                            "pipe or socket",
                                                            "sleep",
                                                            "page fault",
                                                            kStateIdleLoop,
                                                            kWaitsForThread,
                                                            "other waits"};

bool is_main_python_thread(const Snapshot& snapshot, const HostThreadTime& thread) {
  if (snapshot.text(thread.process) != snapshot.text(thread.thread)) return false;
  const auto track = std::ranges::find(snapshot.tracks, thread.track, &Track::id);
  if (track == snapshot.tracks.end()) return false;
  // A thread that was sampled has a track for functions, also if it was in none.
  const Track* const samples = sampled_thread(snapshot, *track).samples;
  return samples != nullptr &&
         std::ranges::any_of(samples->chunks, [](const auto& chunk) { return chunk->size() != 0; });
}

/// The innermost function that was open at a time.
EventId function_at(const Snapshot& snapshot, const Track& samples, Ns time_ns) {
  EventId innermost = EventId::None;
  Ns shortest_ns = kMaxNs;
  for_each_begun_slice(samples, time_ns, [&](const TrackChunk& chunk, std::uint32_t slice) {
    const TimeRange range = chunk.range(slice);
    if (snapshot.kind_of(chunk.category[slice]) != CategoryKind::SampledFrame ||
        range.end_ns <= time_ns || range.length_ns() > shortest_ns)
      return;
    shortest_ns = range.length_ns();
    innermost = chunk.id_of(slice);
  });
  return innermost;
}

}  // namespace

HostState host_state_of(const ThreadState& state) {
  if (state.runs()) return HostState::Running;
  if (state.waits_for_cpu()) return HostState::Runnable;
  if (state.waits_for_gil()) return HostState::Gil;
  if (state.waits_for_queue()) return HostState::Lock;
  if (state.is_idle_loop()) return HostState::EventLoop;
  if (state.name == kStatePageFault) return HostState::PageFault;
  if (state.name == "waiting for a device") return HostState::Disk;
  const std::size_t space = state.name.find(' ');
  const std::string_view call = state.name.substr(0, space);
  const auto known = std::ranges::find(kCalls, call, &Call::name);
  if (known != kCalls.end()) return known->state;
  if (space == std::string_view::npos) return HostState::Other;
  const std::string_view subject = state.name.substr(space + 1);
  // Terminals and other devices answer when somebody else does something.
  if (subject.starts_with("/dev/") && !subject.starts_with("/dev/shm/")) return HostState::Channel;
  if (subject.starts_with('/')) return HostState::Disk;
  const bool channel = subject == "pipe" || subject == "socket" || subject == "eventfd";
  return channel ? HostState::Channel : HostState::Other;
}

HostState host_state_of(const Snapshot& snapshot, const HostWait& wait) {
  return wait.for_thread ? HostState::OtherThread
                         : host_state_of(parse_thread_state(snapshot.text(wait.state)));
}

bool is_wait_for_thread(const ThreadState& state, const TimeRange& stretch,
                        const CoveredTime& awaiting) {
  if (state.waits_for_queue()) return true;
  return host_state_of(state) == HostState::Lock &&
         awaiting.length_in(stretch) > length_of(stretch) / 2;
}

std::string wait_title(const Snapshot& snapshot, const HostWait& wait) {
  const HostState of = host_state_of(snapshot, wait);
  const ThreadState state = parse_thread_state(snapshot.text(wait.state));
  if (wait.inferred) return std::string(host_state_title(of)) + ", inferred from sampled waits";
  if (of == HostState::OtherThread) return std::string(host_state_title(of));
  if (of != HostState::Lock) return std::string(state.name);
  return std::string(host_state_title(of)) + " (" + std::string(state.name) + ")";
}

std::string_view host_state_title(HostState state) {
  return kTitles.at(static_cast<std::size_t>(state));
}

std::string_view running_title(bool switched) {
  return switched ? host_state_title(HostState::Running) : "running or waiting for a CPU";
}

std::array<Ns, kHostStates> host_states(const Snapshot& snapshot, const HostTime& time,
                                        std::uint32_t thread) {
  std::array<Ns, kHostStates> sums{};
  const HostThreadTime& row = time.threads.at(thread);
  sums[static_cast<std::size_t>(HostState::Running)] = row.running_ns;
  for (const HostWait& wait : time.waits) {
    if (wait.thread != thread) continue;
    const HostState state = host_state_of(snapshot, wait);
    Ns& sum = sums.at(static_cast<std::size_t>(state));
    sum = saturating_add(sum, wait.total_ns);
  }
  return sums;
}

std::optional<std::uint32_t> leading_host_thread(const Snapshot& snapshot, const HostTime& time) {
  std::optional<std::uint32_t> best;
  std::tuple<bool, Ns> best_rank;
  for (std::uint32_t i = 0; i < time.threads.size(); ++i) {
    const HostThreadTime& thread = time.threads[i];
    const bool main = is_main_python_thread(snapshot, thread);
    const std::tuple rank(main, main ? thread.sampled_ns : thread.running_ns);
    if (best && rank <= best_rank) continue;
    best = i;
    best_rank = rank;
  }
  return best;
}

EventId code_of_wait(const Snapshot& snapshot, const HostWait& wait) {
  const auto home = snapshot.find_slice(wait.at_top_line);
  if (!home) return EventId::None;
  const Track* samples = sampled_thread(snapshot, *home->track).samples;
  if (samples == nullptr) return EventId::None;
  const TimeRange range = home->chunk->range(home->slice);
  const Ns middle_ns = range.begin_ns + range.length_ns() / 2;
  const EventId line = sampled_line_at(snapshot, *samples, middle_ns);
  return line != EventId::None ? line : function_at(snapshot, *samples, middle_ns);
}

}  // namespace lanescope
