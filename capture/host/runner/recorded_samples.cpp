#include "capture/host/runner/recorded_samples.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/check.h"
#include "core/base/text/message_text.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostAtOnce = 1U << 20;  // in one chunk of the file
static_assert(kMostAtOnce >= wire::kMaxRecordBytes);

/// "/usr/bin/python3.12".
bool is_python(std::string_view hello) {
  const std::string program = MessageText(hello).value("exe");
  return std::string_view(program).substr(program.rfind('/') + 1).starts_with("python");
}

}  // namespace

void RecordedSamples::join(std::int64_t pid, std::string_view hello) {
  Process& process = processes_[pid];
  process.is_python = is_python(hello);
  process.first_stats_ns.reset();
  state_.any_python = state_.any_python || process.is_python;
  if (process.number) return sink_.join(*process.number, hello);
  process.hello = hello;
  if (has_begun_) record(process);
}

bool RecordedSamples::take(std::int64_t pid, std::span<const std::byte> records) {
  const SampleCounts counts = count_samples(records);
  const auto at = processes_.find(pid);
  if (at == processes_.end()) {
    state_.lost += counts.samples;
    return false;
  }
  Process& process = at->second;
  if (counts.stats) {
    state_.period_ns = counts.stats->period_ns;
    state_.missed = std::max(state_.missed, counts.stats->missed);
  }
  if (process.number) {
    pass_on(process, records);
  } else {
    process.held.add(records);
  }
  state_.any_stacks = state_.any_stacks || counts.has_stack;
  return counts.has_stack || is_long_without(process, counts);
}

bool RecordedSamples::is_long_without(Process& process, const SampleCounts& counts) {
  process.has_stacks = process.has_stacks || counts.has_stack;
  if (!process.is_python || process.has_stacks || !counts.stats) return false;
  const std::int64_t first_ns = process.first_stats_ns.value_or(counts.stats->time_ns);
  process.first_stats_ns = first_ns;
  return counts.stats->time_ns - first_ns >= kLongWithout;
}

void RecordedSamples::lose(std::int64_t pid, std::uint64_t records, std::uint64_t samples) {
  state_.lost += samples;
  const auto at = processes_.find(pid);
  if (at != processes_.end()) at->second.lost_records += records;
}

void RecordedSamples::leave(std::int64_t pid) {
  const auto at = processes_.find(pid);
  if (at == processes_.end()) return;
  if (at->second.number) {
    sink_.leave(*at->second.number, pid);
    note_loss(at->second);
  }
  processes_.erase(at);
}

void RecordedSamples::begin() {
  if (std::exchange(has_begun_, true)) return;
  for (auto& [pid, process] : processes_) record(process);
}

void RecordedSamples::end() {
  for (const auto& [pid, process] : processes_) {
    if (process.number) note_loss(process);
  }
}

HostSamplesState RecordedSamples::state() const {
  HostSamplesState state = state_;
  state.processes = processes_.size();
  return state;
}

std::optional<RecordedSamples::Recorded> RecordedSamples::first_recorded() const {
  std::optional<Recorded> first;
  for (const auto& [pid, process] : processes_) {
    if (process.number && (!first || *process.number < first->number))
      first = Recorded{*process.number, pid};
  }
  return first;
}

void RecordedSamples::record(Process& process) {
  LANESCOPE_CHECK(has_begun_ && !process.number, "a process that is not recorded yet");
  process.number = sink_.next_number();
  ++state_.all_processes;
  sink_.join(*process.number, process.hello);
  const std::vector<std::byte> held = process.held.take();
  state_.lost += process.held.dropped();
  pass_on(process, held);
}

void RecordedSamples::pass_on(const Process& process, std::span<const std::byte> records) {
  while (!records.empty()) {
    const std::span<const std::byte> piece = first_records(records, kMostAtOnce);
    if (piece.empty()) return;
    const SampleCounts counts = count_samples(piece);
    state_.samples += counts.samples;
    state_.torn += counts.torn;
    sink_.take(*process.number, piece, counts.records);
    records = records.subspan(piece.size());
  }
}

void RecordedSamples::note_loss(const Process& process) const {
  if (process.lost_records != 0) sink_.lose(*process.number, process.lost_records);
}

}  // namespace lanescope
