#include "capture/sampler/perf/native_sampler.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "core/base/check.h"

namespace lanescope {
namespace {

constexpr Ns kSecond = 1'000'000'000;
/// How soon a map is read again for an address that it lacks.
constexpr Ns kMapEvery = kSecond / 10;
/// How long all processes that end at the same time may wait for names, in steps of 2 ms.
constexpr int kMostTries = 100;

/// What stands for the callers that are not known, so that they are not taken for none.
std::string mark_of(UnwoundStack::End end, std::uint32_t stack_bytes) {
  switch (end) {
    case UnwoundStack::End::Complete:
      return {};
    case UnwoundStack::End::Cut:
      return fmt::format("[stack cut at {} KiB]", stack_bytes >> 10U);
    case UnwoundStack::End::Unknown:
      return "[unknown callers]";
  }
  return {};
}

}  // namespace

NativeSampler::NativeSampler(const PerfSampling& sampling, std::unique_ptr<DwarfUnwinder> unwinder,
                             DescriptorBudget& budget, std::string proc)
    : proc_(std::move(proc)), watch_(sampling, budget, proc_) {
  if (unwinder != nullptr) unwinder_ = std::make_unique<UnwindThread>(std::move(unwinder));
}

void NativeSampler::join(const ProcFolder& process) {
  watch_.attach(process);
  Process& joined = processes_[process.pid()];
  joined.folder = &process;
  joined.map = {};
  joined.map_read_ns = kMinNs;
}

void NativeSampler::leave(std::int64_t pid) {
  processes_.erase(pid);
  if (unwinder_ != nullptr) unwinder_->map(pid, nullptr);
}

void NativeSampler::take(const Now& now) {
  before_ = std::exchange(now_, now);
  tries_ = 0;
  const PerfBatch& batch = watch_.take(now.monotonic_ns);
  for (const PerfBatch::Entry& entry : batch.entries) {
    const auto at = processes_.find(entry.record.pid);
    if (at != processes_.end()) add(at->second, batch, entry);
  }
  for (const PerfBatch::Gap& gap : batch.gaps) {
    if (gap.pid == 0) {
      for (auto& [pid, process] : processes_) process.gaps.push_back(gap);
    } else if (const auto at = processes_.find(gap.pid); at != processes_.end()) {
      at->second.gaps.push_back(gap);
    }
  }
  collect();
}

void NativeSampler::add(Process& process, const PerfBatch& batch, const PerfBatch::Entry& entry) {
  const PerfRecord& record = entry.record;
  const Ns time_ns = record.time_ns + (now_.time_ns - now_.monotonic_ns);
  if (record.kind == PerfRecord::Kind::Sample) {
    add_sample(process, batch, entry, time_ns);
  } else {
    process.moments.push_back({record.kind, record.tid, time_ns});
  }
}

void NativeSampler::add_sample(Process& process, const PerfBatch& batch,
                               const PerfBatch::Entry& entry, Ns time_ns) {
  Sample sample{entry.record.tid, time_ns, {}};
  add_places(process, sample, batch.addresses_of(entry));
  if (sample.places.empty()) return;
  if (entry.record.stack_bytes > 0) ask_to_unwind(process, sample, batch, entry);
  process.waiting.push_back(std::move(sample));
}

void NativeSampler::add_places(Process& process, Sample& sample,
                               std::span<const std::uint64_t> addresses) {
  for (std::size_t i = 0; i < addresses.size(); ++i) {
    // Callers are listed with the address to which they will return, which may be that of the next
    // function.
    const std::uint64_t address = addresses[i] - (i == 0 ? 0 : 1);
    const CodeRegion* const region = region_of(process, address);
    // Code without frame pointers makes up callers.
    if (region == nullptr) break;
    sample.places.push_back(
        FunctionNames::place(region->file, address - region->begin + region->offset));
  }
  LANESCOPE_CHECK(sample.places.size() <= addresses.size(), "{} places of {} addresses",
                  sample.places.size(), addresses.size());
}

const CodeRegion* NativeSampler::region_of(Process& process, std::uint64_t address) {
  const CodeRegion* const region = process.map.find(address);
  if (region != nullptr || now_.monotonic_ns < process.map_read_ns + kMapEvery) return region;
  read_map(process);
  return process.map.find(address);
}

void NativeSampler::read_map(Process& process) {
  process.map_read_ns = now_.monotonic_ns;
  const std::string root = fmt::format("{}/{}/root", proc_, process.folder->pid());
  process.map.read(*process.folder,
                   [&](std::uint64_t device, std::uint64_t inode, std::string_view path) {
                     return names_.file(device, inode, root, path);
                   });
  if (unwinder_ != nullptr) tell_map(process);
}

bool NativeSampler::ask(const Sample& sample) {
  if (sample.unwinding != 0) return false;
  bool is_named = true;
  for (const FunctionNames::Place place : sample.places)
    is_named = names_.find(place) != nullptr && is_named;
  return is_named;
}

void NativeSampler::pass_on_first(Process& process, NativeSink& sink) {
  LANESCOPE_CHECK(!process.waiting.empty(), "a sample that waits");
  const Sample& sample = process.waiting.front();
  frames_.clear();
  for (const FunctionNames::Place place : sample.places)
    frames_.push_back(names_.find_or_address(place));
  if (const std::string mark = mark_of(sample.end, watch_.stack_bytes()); !mark.empty())
    frames_.push_back(mark);
  sink.on_native_sample(sample.tid, sample.time_ns, frames_);
  process.waiting.pop_front();
}

void NativeSampler::pass_on(std::int64_t pid, NativeSink& sink) {
  const auto at = processes_.find(pid);
  if (at == processes_.end()) return;
  Process& process = at->second;
  pass_on_moments(process, sink);
  while (!process.waiting.empty()) {
    const Sample& first = process.waiting.front();
    const bool must_go =
        process.waiting.size() > kMostWaiting || now_.time_ns - first.time_ns > kMostWaitNs;
    if (!ask(first) && !must_go) return;
    pass_on_first(process, sink);
  }
}

void NativeSampler::finish(std::int64_t pid, NativeSink& sink) {
  constexpr std::chrono::milliseconds kBetween(2);
  for (;;) {
    pass_on(pid, sink);
    const auto at = processes_.find(pid);
    if (at == processes_.end() || at->second.waiting.empty()) return;
    if (++tries_ > kMostTries) break;
    for (const Sample& sample : at->second.waiting) ask(sample);
    std::this_thread::sleep_for(kBetween);
    collect();
  }
  Process& process = processes_.at(pid);
  while (!process.waiting.empty()) pass_on_first(process, sink);
}

void NativeSampler::pass_on_moments(Process& process, NativeSink& sink) {
  std::vector<Moment> moments = std::exchange(process.moments, {});
  const Ns passed_ns = std::clamp<Ns>(now_.monotonic_ns - before_.monotonic_ns, 1, kSecond);
  const auto most = kMostSwitchesPerSecond * static_cast<std::size_t>(passed_ns) / kSecond;
  if (moments.size() > most) {
    leave_out_short_waits(moments);
    sink.on_switches_left_out(now_.time_ns);
  }
  std::vector<PerfBatch::Gap> gaps = std::exchange(process.gaps, {});
  std::ranges::stable_sort(gaps, {}, &PerfBatch::Gap::begin_ns);
  const Ns ahead_ns = now_.time_ns - now_.monotonic_ns;
  auto gap = gaps.begin();
  const auto pass_on_gaps = [&](Ns until_ns) {
    for (; gap != gaps.end() && gap->begin_ns + ahead_ns <= until_ns; ++gap)
      sink.on_switch_gap(gap->begin_ns + ahead_ns, gap->end_ns + ahead_ns);
  };
  for (const Moment& moment : moments) {
    // What is of the very begin came before it: the last record before a loss, for one.
    pass_on_gaps(moment.time_ns - 1);
    pass_on(moment, sink);
  }
  pass_on_gaps(kMaxNs);
}

void NativeSampler::pass_on(const Moment& moment, NativeSink& sink) {
  switch (moment.kind) {
    case PerfRecord::Kind::SwitchIn:
      sink.on_switch(moment.tid, moment.time_ns, wire::SwitchKind::In);
      break;
    case PerfRecord::Kind::Preempted:
      sink.on_switch(moment.tid, moment.time_ns, wire::SwitchKind::Preempted);
      break;
    case PerfRecord::Kind::Blocked:
      sink.on_switch(moment.tid, moment.time_ns, wire::SwitchKind::Blocked);
      break;
    case PerfRecord::Kind::Ended:
      sink.on_thread_end(moment.tid, moment.time_ns);
      break;
    default:
      break;
  }
}

void NativeSampler::leave_out_short_waits(std::vector<Moment>& moments) {
  std::unordered_map<std::uint32_t, std::size_t> out;  // where each thread lost its CPU last
  std::vector<bool> is_left_out(moments.size());
  for (std::size_t i = 0; i < moments.size(); ++i) {
    const Moment& moment = moments[i];
    if (moment.kind != PerfRecord::Kind::SwitchIn) {
      out[moment.tid] = i;
      continue;
    }
    const auto before = out.find(moment.tid);
    if (before == out.end()) continue;
    if (moment.time_ns - moments[before->second].time_ns < kShortWaitNs)
      is_left_out[before->second] = is_left_out[i] = true;
    out.erase(before);
  }
  std::size_t at = 0;
  std::erase_if(moments, [&](const Moment&) { return is_left_out[at++]; });
}

std::uint64_t NativeSampler::take_lost() {
  const std::uint64_t lost = watch_.lost();
  return lost - std::exchange(told_lost_, lost);
}

}  // namespace lanescope
