#include "core/readers/capture/clock_survey.h"

#include <algorithm>
#include <optional>

#include "core/base/bytes/byte_source.h"
#include "core/base/check.h"
#include "core/base/text/message_text.h"
#include "core/readers/capture/channel.h"
#include "core/readers/capture/file.h"

namespace lanescope {
namespace {

/// How far out of order times may be in a channel that several threads share.
constexpr Ns kDisorder = 500'000;

/// A record written by a thread.
struct Point {
  std::uint64_t offset = 0;
  Ns time_ns = 0;
  std::uint64_t call = 0;  // the call that begins here; 0: none
};

/// The time that a thread wrote; nullopt for definitions and CUPTI records.
std::optional<Point> point_of(const CaptureRecord& record) {
  switch (record.type()) {
    case wire::RecordType::ApiBegin: {
      const auto r = record.as<wire::ApiBeginRecord>();
      return Point{record.offset, r.time_ns, r.correlation};
    }
    case wire::RecordType::ApiEnd:
    case wire::RecordType::RangePush:
    case wire::RecordType::RangePop:
    case wire::RecordType::RangeStart:
    case wire::RecordType::RangeEnd:
    case wire::RecordType::Mark:
    case wire::RecordType::Counter:
      // The time is the first field in all of them.
      return Point{record.offset, record.as<wire::RangePopRecord>().time_ns, 0};
    default:
      return std::nullopt;
  }
}

/// Evidence from the channels about one step.
class StepSurvey {
 public:
  explicit StepSurvey(ClockStep& step) : step_(&step) {}

  void add(std::uint32_t channel, const Point& point) {
    if (point.offset < step_->window_begin || point.offset >= step_->window_end) return;
    Points& points = channels_[channel];
    LANESCOPE_CHECK(points.empty() || points.back().offset < point.offset,
                    "records of channel {} in the order of the file, not {} behind others", channel,
                    point.offset);
    points.push_back(point);
  }

  [[nodiscard]] bool has_part_in(std::uint64_t begin, std::uint64_t end) const {
    return begin < step_->window_end && end > step_->window_begin;
  }

  void settle() {
    if (step_->is_before_all()) return;
    step_->first_new_call = UINT64_MAX;
    if (step_->shift_ns > 0)
      settle_forward();
    else
      settle_back();
    LANESCOPE_CHECK(step_->earliest_ns <= step_->latest_ns,
                    "a stretch in which the clock was set, not from {} to {}", step_->earliest_ns,
                    step_->latest_ns);
  }

 private:
  using Points = std::vector<Point>;

  void pass(std::uint32_t channel, const Points& points, Points::const_iterator first) {
    step_->channels[channel] = first == points.end() ? step_->window_end : first->offset;
    for (; first != points.end(); ++first) {
      if (first->call != 0) step_->first_new_call = std::min(step_->first_new_call, first->call);
    }
  }

  void settle_forward() {
    std::vector<Ns> times{step_->earliest_ns, step_->after_ns};
    for (const auto& [channel, points] : channels_) {
      for (const Point& p : points) {
        if (p.time_ns > step_->earliest_ns && p.time_ns < step_->after_ns)
          times.push_back(p.time_ns);
      }
    }
    std::sort(times.begin(), times.end());
    std::size_t widest = 1;
    for (std::size_t i = 2; i < times.size(); ++i) {
      if (saturating_sub(times[i], times[i - 1]) > saturating_sub(times[widest], times[widest - 1]))
        widest = i;
    }
    step_->earliest_ns = times[widest - 1];
    step_->latest_ns = std::max(step_->earliest_ns, saturating_sub(times[widest], step_->shift_ns));
    for (const auto& [channel, points] : channels_) {
      pass(channel, points, std::ranges::find_if(points, [&](const Point& p) {
             return p.time_ns >= step_->between();
           }));
    }
  }

  /// The first record after the largest decrease that this step can have caused.
  [[nodiscard]] Points::const_iterator fall_in(const Points& points) const {
    auto found = points.end();
    Ns deepest = kDisorder;
    for (std::size_t i = 1; i < points.size(); ++i) {
      const Ns fall = saturating_sub(points[i - 1].time_ns, points[i].time_ns);
      if (fall <= deepest || fall > saturating_sub(kDisorder, step_->shift_ns)) continue;
      deepest = fall;
      found = points.begin() + static_cast<std::ptrdiff_t>(i);
    }
    return found;
  }

  void settle_back() {
    Ns earliest = step_->earliest_ns, latest = step_->latest_ns;
    std::uint64_t seen = step_->after_offset;  // records after this offset have the new time
    for (const auto& [channel, points] : channels_) {
      const auto fall = fall_in(points);
      if (fall == points.end()) continue;
      earliest = std::max(earliest, std::prev(fall)->time_ns);
      latest = std::min(latest, saturating_sub(fall->time_ns, step_->shift_ns));
      seen = std::min(seen, fall->offset);
    }
    step_->earliest_ns = std::min(earliest, latest);
    step_->latest_ns = std::max(earliest, latest);
    for (const auto& [channel, points] : channels_) {
      auto first = fall_in(points);
      if (first == points.end()) {
        first = std::find_if(points.begin(), points.end(), [&](const Point& p) {
          return p.time_ns > step_->latest_ns || p.offset > seen;
        });
      }
      pass(channel, points, first);
    }
  }

  ClockStep* step_;
  std::map<std::uint32_t, Points> channels_;
};

void survey_records(const CaptureChunk& chunk, std::vector<StepSurvey>& surveys) {
  std::vector<StepSurvey*> near;
  for (StepSurvey& survey : surveys) {
    if (survey.has_part_in(chunk.offset, chunk.offset + chunk.payload.size()))
      near.push_back(&survey);
  }
  if (near.empty()) return;
  each_record(chunk.payload, chunk.offset, [&](const CaptureRecord& record) {
    if (const auto point = point_of(record)) {
      for (StepSurvey* survey : near) survey->add(chunk.header.channel, *point);
    }
  });
}

}  // namespace

std::map<std::uint32_t, std::vector<ClockStep>> survey_clock(
    ByteSource& source, std::map<std::uint32_t, std::vector<ClockStep>> steps) {
  std::map<std::uint32_t, std::vector<StepSurvey>> surveys;
  for (auto& [process, list] : steps) {
    for (ClockStep& step : list) surveys[process].emplace_back(step);
  }
  const auto again = again_source(source);
  CaptureFile file(*again);
  if (!file.read_header()) return steps;
  while (const auto chunk = file.next()) {
    const wire::ChunkKind kind{chunk->header.kind};
    const std::uint32_t process = chunk->header.process;
    // The sampler writes a Clock record before anything else after a step, so that its records are
    // told apart by that. Its counters are few, and samples between them would be misplaced.
    if (kind == wire::ChunkKind::Process && MessageText(chunk->text()).value("why") == "sampled")
      surveys.erase(process);
    const auto at = surveys.find(process);
    if (at != surveys.end() && kind == wire::ChunkKind::Records) survey_records(*chunk, at->second);
  }
  for (auto& [process, list] : surveys) {
    for (StepSurvey& survey : list) survey.settle();
  }
  return steps;
}

}  // namespace lanescope
