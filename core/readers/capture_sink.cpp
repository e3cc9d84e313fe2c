#include "core/readers/capture_sink.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/readers/largest_time.h"

namespace lanescope {

std::string json_token(std::string_view text) {
  std::string token = "\"";
  token.reserve(text.size() + 2);
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      token += '\\';
      token += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      token += fmt::format("\\u{:04x}", static_cast<int>(c));
    } else {
      token += c;
    }
  }
  token += '"';
  return token;
}

void CaptureSink::name_process(LocalId process, LocalId name) {
  tables_->metas.add({MetaKind::ProcessName, process, 0, name, 0});
}

void CaptureSink::name_thread(LocalId process, LocalId thread, LocalId name) {
  tables_->metas.add({MetaKind::ThreadName, process, thread, name, 0});
}

void CaptureSink::count(char phase, std::uint16_t category, Ns begin_ns, Ns end_ns) {
  ++tables_->events;
  ++tables_->phase_counts[static_cast<unsigned char>(phase)];
  ++tables_->categories[category].events;
  tables_->first_ns = std::min(tables_->first_ns, begin_ns);
  tables_->last_ns = std::max(tables_->last_ns, end_ns);
}

Ns CaptureSink::held(Ns time_ns, std::uint64_t offset) {
  const Ns held_ns = std::clamp(time_ns, -kLargestTime, kLargestTime);
  if (held_ns != time_ns) issue(Issue::ClampedTime, offset, {});
  return held_ns;
}

void CaptureSink::slice(const Slice& slice) {
  const Ns begin_ns = held(slice.begin_ns, slice.place.offset());
  const Ns end_ns = std::max(begin_ns, held(slice.end_ns, slice.place.offset()));
  count(slice.open ? 'B' : 'X', slice.category, begin_ns, end_ns);
  const RawPhase phase = slice.open ? RawPhase::Begin : RawPhase::Complete;
  RawSlice raw;
  raw.start_ns = begin_ns;
  raw.dur_ns = slice.open ? 0 : end_ns - begin_ns;
  raw.place = slice.place;
  raw.name = slice.name;
  raw.lane = tables_->lanes.add({slice.track, slice.category, phase, slice.row});
  const RawRef ref = writer_.append(raw, *batch_);
  if (ref == kNoRef) return issue(Issue::StoreFull, slice.place.offset(), {});
  if (slice.correlation != 0 || slice.links) batch_->links.push_back({ref, slice.correlation, 0});
}

void CaptureSink::instant(LocalId track, std::uint16_t category, LocalId name, Ns time_ns,
                          Place place) {
  time_ns = held(time_ns, place.offset());
  count('i', category, time_ns, time_ns);
  batch_->instants.push_back({time_ns, place, name, track, category});
}

void CaptureSink::memory(LocalId track, Ns time_ns, Place place, RawMemory memory) {
  memory.instant = static_cast<std::uint32_t>(batch_->instants.size());
  instant(track, category("cpu_instant_event"), text("[memory]"), time_ns, place);
  batch_->memory.push_back(memory);
}

void CaptureSink::counter(LocalId process, LocalId name, Ns time_ns, double value) {
  time_ns = held(time_ns, 0);
  count('C', 0, time_ns, time_ns);
  batch_->counters.push_back({time_ns, value, tables_->counters.add({process, name, 0, 0}), true});
}

void CaptureSink::async(const RawAsync& span) {
  const char phase = span.phase == AsyncPhase::Begin ? 'b' : 'e';
  RawAsync kept = span;
  kept.time_ns = held(span.time_ns, span.place.offset());
  count(phase, kept.category, kept.time_ns, kept.time_ns);
  batch_->asyncs.push_back(kept);
}

void CaptureSink::lost(Issue kind, std::uint64_t offset, std::string_view example,
                       std::uint64_t count) {
  // From a file, so it may be anything, and sums of it must stay numbers.
  constexpr std::uint64_t kMost = std::uint64_t{1} << 40U;
  count = std::min(count, kMost);
  tables_->events += count;
  tables_->odd_phase_counts["(none)"] += count;
  tables_->categories[0].events += count;
  issue(kind, offset, example, count);
}

}  // namespace lanescope
