#include "capture/host/runner/recorded_samples.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/check.h"
#include "core/base/text/message_text.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostAtOnce = 1U << 20;  // in one chunk of the file
static_assert(kMostAtOnce >= wire::kMaxRecordBytes);
/// They come once a second; more has passed where it was paused.
constexpr std::int64_t kMostBetweenStats = 5'000'000'000;

/// Empty if threads were sampled as often as was asked for.
std::string sampled_less_text(const HostSamplesState& state, std::int64_t wanted_ns) {
  constexpr double kMs = 1e6, kLeastTold = 0.01;
  std::string text;
  if (state.period_ns > wanted_ns) {
    text = fmt::format(
        "Threads were sampled every {:g} ms, not every {:g} ms, to leave the CPUs to the program",
        static_cast<double>(state.period_ns) / kMs, static_cast<double>(wanted_ns) / kMs);
  }
  const double missed = state.missed_share();
  if (missed < kLeastTold) return text;
  return text + fmt::format("{}{:.0f} % of the planned samples were not taken",
                            text.empty() ? "" : "; ", missed * 100);
}

}  // namespace

void RecordedSamples::join(std::int64_t pid, std::string_view hello, std::int64_t now_ns) {
  const auto [at, is_new] = processes_.try_emplace(pid);
  Process& process = at->second;
  if (is_new) {
    ++state_.seen_processes;
    process.since_ns = now_ns;
  }
  if (process.number) return sink_.join(*process.number, hello);
  process.hello = hello;
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
    count_ticks(process, *counts.stats);
  }
  state_.any_stacks = state_.any_stacks || counts.has_stack;
  process.samples += counts.samples;
  process.is_worth = process.is_worth || counts.has_stack || process.samples >= few_;
  if (has_begun_ && process.is_worth && !process.number) record(process);
  if (process.number) {
    pass_on(process, records);
  } else {
    process.held.add(records);
  }
  return process.is_worth;
}

/// Its own clock may be set, and counters begin anew with a channel: such steps are left out.
void RecordedSamples::count_ticks(Process& process, const wire::SampleStatsRecord& stats) {
  const auto before = std::exchange(process.stats, stats);
  if (!before || before->period_ns <= 0) return;
  const std::int64_t past_ns = stats.time_ns - before->time_ns;
  if (past_ns <= 0 || past_ns > kMostBetweenStats || stats.missed < before->missed) return;
  // The rate that is told holds from now on.
  const double due = static_cast<double>(past_ns) / static_cast<double>(before->period_ns);
  process.watched_ns += past_ns;
  process.due += due;
  process.ticks += std::max(0.0, due - static_cast<double>(stats.missed - before->missed));
  if (process.watched_ns <= state_.watched_ns) return;
  state_.watched_ns = process.watched_ns;
  state_.ticks = process.ticks;
  state_.due = process.due;
}

std::int64_t RecordedSamples::sampled_since_ns(std::int64_t pid) const {
  const auto at = processes_.find(pid);
  return at == processes_.end() ? 0 : at->second.since_ns;
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
  } else {
    ++state_.unrecorded_processes;
  }
  processes_.erase(at);
}

void RecordedSamples::begin() {
  if (std::exchange(has_begun_, true)) return;
  for (auto& [pid, process] : processes_) {
    if (process.is_worth) record(process);
  }
}

void RecordedSamples::end() {
  for (const auto& [pid, process] : processes_) {
    if (process.number) note_loss(process);
    state_.unrecorded_processes += process.number ? 0 : 1;
  }
}

std::vector<std::string> RecordedSamples::problems(std::int64_t wanted_ns) const {
  std::vector<std::string> problems;
  if (const std::uint64_t count = state_.unrecorded_processes; count != 0) {
    MessageText fields;
    fields.add("code", "processes_left_out")
        .add("text", fmt::format("{} {} ended within a few samples and {} left out", count,
                                 count == 1 ? "process" : "processes", count == 1 ? "is" : "are"))
        .add("count", static_cast<std::int64_t>(count));
    problems.push_back(fields.text());
  }
  if (const std::string less = sampled_less_text(state_, wanted_ns); !less.empty())
    problems.push_back(MessageText().add("code", "sampled_less").add("text", less).text());
  return problems;
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
