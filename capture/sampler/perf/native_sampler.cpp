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
/// How long all processes that end at the same time may wait for names, in steps of 2 ms.
constexpr int kMostTries = 100;

/// What stands for the callers that are not known, so that they are not taken for none.
std::string mark_of(UnwoundStack::End end, std::uint32_t stack_bytes) {
  switch (end) {
    case UnwoundStack::End::Complete:
      return {};
    case UnwoundStack::End::Cut:
      return fmt::format("[stack cut at {} KiB]", stack_bytes >> 10U);
    case UnwoundStack::End::Signaled:
      return "[interrupted stack not copied]";
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
  LANESCOPE_CHECK(process.pid() > 0, "a process to watch, not {}", process.pid());
  watch_.attach(process);
  Process& joined = processes_[process.pid()];
  joined.folder = &process;
  joined.map = {};
  joined.next_map_ns = kMinNs;
  joined.map_again_after_ns = 0;
  left_.erase(process.pid());
  // It was not there when this was told.
  if (const Ns until_ns = watch_.off_until(); until_ns > now_.monotonic_ns)
    note_gap(joined, {now_.monotonic_ns, until_ns});
}

void NativeSampler::leave(std::int64_t pid) {
  const auto at = processes_.find(pid);
  if (at == processes_.end()) return;
  if (!at->second.has_ended && left_.size() < kMostUnseen) left_.insert(pid);
  processes_.erase(at);
  if (unwinder_ != nullptr) unwinder_->map(pid, nullptr);
}

void NativeSampler::take(const Now& now) {
  before_ = std::exchange(now_, now);
  tries_ = 0;
  const PerfBatch& batch = watch_.take(now.monotonic_ns);
  note_mappings(batch);
  for (const PerfBatch::Entry& entry : batch.entries) {
    const auto at = processes_.find(entry.record.pid);
    if (at != processes_.end())
      add(at->second, batch, entry);
    else
      note_unseen(entry.record);
  }
  for (const PerfBatch::Gap& gap : batch.gaps) {
    for (auto& [pid, process] : processes_) note_gap(process, gap);
  }
  collect();
}

void NativeSampler::note_gap(Process& process, const PerfBatch::Gap& gap) {
  process.gaps.push_back(gap);
  process.map_doubtful_ns = std::max(process.map_doubtful_ns.value_or(gap.end_ns), gap.end_ns);
}

void NativeSampler::note_unseen(const PerfRecord& record) {
  if (record.kind != PerfRecord::Kind::Ended) {
    const bool is_new = record.pid > 0 && !left_.contains(record.pid);
    if (is_new && strays_.size() < kMostStrays) strays_.insert(record.pid);
    return;
  }
  const bool is_process = record.tid == record.pid;
  if (is_process) strays_.erase(record.pid);
  if (!is_process || left_.erase(record.pid) > 0 || unseen_.size() >= kMostUnseen) return;
  unseen_.push_back(record.pid);
}

void NativeSampler::add(Process& process, const PerfBatch& batch, const PerfBatch::Entry& entry) {
  const PerfRecord& record = entry.record;
  const Ns time_ns = record.time_ns + (now_.time_ns - now_.monotonic_ns);
  switch (record.kind) {
    case PerfRecord::Kind::Sample:
      return add_sample(process, batch, entry, time_ns);
    case PerfRecord::Kind::Mapped:
      LANESCOPE_CHECK(!process.to_map.empty(), "each mapping to be noted");
      process.map.add(process.to_map.front());
      process.to_map.pop_front();
      process.is_map_new = true;
      return;
    case PerfRecord::Kind::Exec:
      process.map = {};
      process.next_map_ns = kMinNs;
      process.map_again_after_ns = 0;
      process.moments.push_back(
          {record.kind, record.tid, time_ns, std::string(batch.text_of(entry))});
      return;
    default:
      process.has_ended =
          process.has_ended || (record.kind == PerfRecord::Kind::Ended && record.tid == record.pid);
      process.moments.push_back({record.kind, record.tid, time_ns});
  }
}

void NativeSampler::add_sample(Process& process, const PerfBatch& batch,
                               const PerfBatch::Entry& entry, Ns time_ns) {
  Sample sample{entry.record.tid, time_ns, entry.stands_for, {}};
  // Where the stack is unwound, callers by frame pointers only stand in. Most that are in no code
  // are none at all, and to read the map for each would cost more than to unwind.
  const bool is_unwound = unwinder_ != nullptr && entry.record.stack_bytes > 0;
  add_places(process, sample, batch.addresses_of(entry), !is_unwound);
  if (sample.places.empty()) return;
  if (entry.record.stack_bytes > 0) ask_to_unwind(process, sample, batch, entry);
  if (sample.unwinding == 0) ask(sample);
  process.waiting.push_back(std::move(sample));
}

void NativeSampler::ask(const Sample& sample) {
  for (const FunctionNames::Place place : sample.places) names_.find(place);
}

bool NativeSampler::name_frames(const Sample& sample) {
  frames_.clear();
  if (sample.unwinding != 0) return false;
  for (const FunctionNames::Place place : sample.places) {
    const std::string* const name = names_.find(place);
    if (name == nullptr) return false;
    frames_.push_back(*name);
  }
  return true;
}

void NativeSampler::pass_on_first(Process& process, bool is_named, NativeSink& sink) {
  LANESCOPE_CHECK(!process.waiting.empty(), "a sample that waits");
  const Sample& sample = process.waiting.front();
  std::vector<std::string> texts;
  if (!is_named) {
    for (const FunctionNames::Place place : sample.places)
      texts.push_back(names_.find_or_address(place));
    frames_.assign(texts.begin(), texts.end());
  }
  const std::string mark = mark_of(sample.end, watch_.stack_bytes());
  if (!mark.empty()) frames_.push_back(mark);
  sink.on_native_sample(sample.tid, sample.time_ns, sample.periods, frames_);
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
    const bool is_named = name_frames(first);
    if (!is_named && !must_go) return;
    pass_on_first(process, is_named, sink);
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
    collect();
    std::this_thread::sleep_for(kBetween);
    collect();
  }
  Process& process = processes_.at(pid);
  while (!process.waiting.empty()) pass_on_first(process, false, sink);
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
    case PerfRecord::Kind::Exec:
      sink.on_exec(moment.time_ns, moment.program);
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
    if (moment.kind == PerfRecord::Kind::Exec) continue;
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

Ns NativeSampler::spent_ns() const {
  return names_.spent_ns() + (unwinder_ != nullptr ? unwinder_->spent_ns() : 0);
}

std::uint64_t NativeSampler::take_lost() {
  const std::uint64_t lost = watch_.lost();
  return lost - std::exchange(told_lost_, lost);
}

}  // namespace lanescope
