#include "capture/host/runner/captured_process.h"

#include <algorithm>
#include <utility>

namespace lanescope {
namespace {

constexpr double kHurryPercent = 25;
constexpr std::int64_t kRatePeriodNs = 500'000'000;

/// Time in callbacks per wall time, between two of the agent's reports.
std::optional<double> overhead_between(const wire::StatsRecord& before,
                                       const wire::StatsRecord& now) {
  const std::int64_t wall_ns = now.time_ns - before.time_ns;
  if (wall_ns <= 0 || now.spent_ns < before.spent_ns) return std::nullopt;
  return 100.0 * static_cast<double>(now.spent_ns - before.spent_ns) / static_cast<double>(wall_ns);
}

}  // namespace

CapturedProcess::CapturedProcess(std::uint32_t index, std::uint32_t peer, std::int64_t pid,
                                 const MessageText& hello, RingMemory ring, std::int64_t now_ns)
    : peer_(peer), pid_(pid), ring_(std::move(ring)), reader_(*ring_), rated_ns_(now_ns) {
  state_.index = index;
  state_.pid = hello.number("pid").value_or(pid);
  state_.exe = hello.value("exe");
  state_.arguments = hello.value("argv");
  state_.host = hello.value("host");
  state_.rank = hello.number("rank");
  state_.local_rank = hello.number("local_rank");
  state_.world_size = hello.number("world_size");
}

CapturedProcess::Round CapturedProcess::read_round(const Sink& sink) {
  LANESCOPE_CHECK(ring_ && reader_, "a ring to read, before it is given back by process {}", pid_);
  Round round;
  double fullest = 0;
  for (std::uint32_t channel = 0; channel < ring_->layout().channels; ++channel) {
    const ChannelReading reading = reader_->read(channel);
    if (!reading.records.empty()) {
      state_.records += reading.count;
      state_.bytes += reading.records.size();
      round.bytes += reading.records.size();
      if (reading.conflict) state_.conflict = reading.conflict;
      if (reading.stats) {
        stats_before_ = std::exchange(state_.stats, reading.stats);
        state_.cupti_dropped = reading.stats->cupti_dropped;
      }
      sink.take(channel, reading);
    }
    if (!reading.fault.empty()) {
      ++state_.broken_channels;
      sink.broken(channel, reading.fault);
    }
    round.hurry = round.hurry || reading.more;
    if (!reader_->broken(channel)) fullest = std::max(fullest, reader_->fill_percent(channel));
  }
  state_.fill_percent = fullest;
  round.hurry = round.hurry || fullest >= kHurryPercent;
  return round;
}

void CapturedProcess::read_rest(const Sink& sink) {
  std::uint64_t bytes = 0;
  while (bytes < 2 * ring_->layout().total_bytes()) {
    const Round round = read_round(sink);
    bytes += round.bytes;
    if (round.bytes == 0 && !round.hurry) return;
  }
}

void CapturedProcess::release() {
  reader_.reset();
  ring_.reset();
}

const CapturedProcessState& CapturedProcess::update(std::int64_t monotonic_ns) {
  if (reader_) {
    const RingReader::Dropped dropped = reader_->dropped();
    state_.dropped_records = dropped.records;
    state_.dropped_bytes = dropped.bytes;
  }
  state_.channels = present() && reader_ ? reader_->channels_in_use() : 0;
  if (stats_before_ && state_.stats)
    state_.overhead_percent = overhead_between(*stats_before_, *state_.stats);
  LANESCOPE_CHECK(monotonic_ns >= rated_ns_, "a clock that only goes on: {} after {}", monotonic_ns,
                  rated_ns_);
  LANESCOPE_CHECK(state_.records >= rated_records_ && state_.bytes >= rated_bytes_,
                  "counts that only grow: {} records after {}", state_.records, rated_records_);
  const std::int64_t past_ns = monotonic_ns - rated_ns_;
  const bool reads = present() && reader_;
  if (reads && past_ns < kRatePeriodNs) return state_;
  const auto per_second = [past_ns, reads](std::uint64_t count) {
    return reads ? static_cast<double>(count) * 1e9 / static_cast<double>(past_ns) : 0;
  };
  state_.records_per_second = per_second(state_.records - rated_records_);
  state_.bytes_per_second = per_second(state_.bytes - rated_bytes_);
  rated_ns_ = monotonic_ns;
  rated_records_ = state_.records;
  rated_bytes_ = state_.bytes;
  return state_;
}

std::string CapturedProcess::losses() const {
  MessageText text;
  const auto add = [&text](const char* key, std::uint64_t count) {
    text.add(key, static_cast<std::int64_t>(count));
  };
  add("records", state_.records);
  add("bytes", state_.bytes);
  add("dropped_records", state_.dropped_records);
  add("dropped_bytes", state_.dropped_bytes);
  add("broken_lanes", state_.broken_channels);
  add("cupti_dropped", state_.cupti_dropped);
  return text.text();
}

}  // namespace lanescope
