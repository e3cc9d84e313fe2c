#include "core/readers/perfetto/clocks.h"

#include <algorithm>
#include <deque>
#include <set>

#include "core/base/bytes/message_reader.h"
#include "core/base/check.h"
#include "core/build/tracks/raw_events.h"

namespace lanescope::perfetto {
namespace {

constexpr std::uint32_t kFirstOfSequence = 64, kLastOfSequence = 127;
/// Just beyond what a trace may contain, so that the sink sets such times aside and tells of them.
constexpr Ns kLargest = kLargestTime + 1;

Ns bounded(std::uint64_t time) {
  return static_cast<Ns>(std::min(time, static_cast<std::uint64_t>(kLargest)));
}

struct ClockReading {
  std::uint32_t clock = 0;
  std::uint64_t time = 0;
  bool incremental = false;
  std::int64_t unit_ns = 1;
};

std::optional<ClockReading> reading_of(std::string_view message) {
  constexpr std::int64_t kLongestUnit = 1'000'000'000'000;
  ClockReading reading;
  MessageReader fields(message);
  while (const auto field = fields.next()) {
    if (field->number == 1) reading.clock = static_cast<std::uint32_t>(field->value);
    if (field->number == 2) reading.time = field->value;
    if (field->number == 3) reading.incremental = field->value != 0;
    if (field->number == 4 && field->value != 0)
      reading.unit_ns = std::clamp<std::int64_t>(field->integer(), 1, kLongestUnit);
  }
  return fields.broken() ? std::nullopt : std::optional(reading);
}

Ns times_unit(Ns time, std::int64_t unit_ns) {
  return unit_ns == 1 ? time : time > kLargest / unit_ns ? kLargest : time * unit_ns;
}

}  // namespace

Clocks::Key Clocks::key_of(std::uint32_t sequence, std::uint32_t clock) {
  return {clock >= kFirstOfSequence && clock <= kLastOfSequence ? sequence : 0, clock};
}

bool Clocks::take_snapshot(std::uint32_t sequence, std::string_view message) {
  Snapshot snapshot;
  MessageReader fields(message);
  while (const auto field = fields.next()) {
    if (field->number != 1 || !field->is_bytes) continue;
    const auto reading = reading_of(field->bytes);
    if (!reading) return false;
    const Key key = key_of(sequence, reading->clock);
    const Ns time_ns = times_unit(bounded(reading->time), reading->unit_ns);
    snapshot[key] = time_ns;
    if (reading->unit_ns != 1 || reading->incremental || counting_.contains(key))
      counting_[key] = {reading->unit_ns, reading->incremental, time_ns};
  }
  if (fields.broken()) return false;
  const auto real = snapshot.find({0, kRealtime}), boot = snapshot.find({0, kBoottime});
  if (!unix_base_ns_ && real != snapshot.end() && boot != snapshot.end())
    unix_base_ns_ = saturating_sub(real->second, boot->second);
  snapshots_.push_back(std::move(snapshot));
  known_.clear();
  return true;
}

Ns Clocks::absolute(const Key& key, std::uint64_t time) {
  const auto at = counting_.find(key);
  if (at == counting_.end()) return bounded(time);
  Counting& counting = at->second;
  LANESCOPE_CHECK(counting.unit_ns >= 1, "a clock's unit, not {} ns", counting.unit_ns);
  Ns time_ns = times_unit(bounded(time), counting.unit_ns);
  if (counting.incremental) time_ns = std::min(kLargest, saturating_add(counting.last_ns, time_ns));
  counting.last_ns = time_ns;
  return time_ns;
}

std::optional<Ns> Clocks::boottime(std::uint32_t sequence, std::uint32_t clock,
                                   std::uint64_t time) {
  const Key key = key_of(sequence, clock);
  const Ns time_ns = absolute(key, time);
  if (clock == kBoottime) return time_ns;
  const auto at = known_.find(key);
  if (at != known_.end() && time_ns >= at->second.from_ns && time_ns < at->second.until_ns)
    return saturating_add(time_ns, at->second.shift_ns);
  const auto found = find(key, time_ns);
  if (!found) return std::nullopt;
  known_[key] = *found;
  return saturating_add(time_ns, found->shift_ns);
}

/// Clocks that a snapshot has beside the one at hand, with the time that it then shows and for
/// which times of the first clock the same snapshot is chosen.
std::map<Clocks::Key, Clocks::Step> Clocks::neighbors(const Step& at) const {
  std::map<Key, Step> out;
  for (const Snapshot& snapshot : snapshots_) {
    const auto own = snapshot.find(at.key);
    if (own == snapshot.end()) continue;
    const bool before = own->second <= at.time_ns;
    for (const auto& [key, time_ns] : snapshot) {
      if (key == at.key) continue;
      const auto [step, fresh] = out.try_emplace(key, Step{key, 0, at.known});
      const Ns edge_ns = saturating_sub(own->second, at.known.shift_ns);
      Known& known = step->second.known;
      if (!before) known.until_ns = std::min(known.until_ns, edge_ns);
      if (!fresh && !before) continue;
      if (before) known.from_ns = std::max(known.from_ns, edge_ns);
      const Ns shift_ns = saturating_sub(time_ns, own->second);
      known.shift_ns = saturating_add(at.known.shift_ns, shift_ns);
      step->second.time_ns = saturating_add(at.time_ns, shift_ns);
    }
  }
  return out;
}

std::optional<Clocks::Known> Clocks::find(const Key& key, Ns time_ns) const {
  std::deque<Step> reached{{key, time_ns, {kMinNs, kMaxNs, 0}}};
  std::set<Key> seen{key};
  while (!reached.empty()) {
    const Step at = reached.front();
    reached.pop_front();
    if (at.key == Key{0, kBoottime}) return at.known;
    for (auto& [next, step] : neighbors(at)) {
      if (seen.insert(next).second) reached.push_back(step);
    }
  }
  return std::nullopt;
}

}  // namespace lanescope::perfetto
