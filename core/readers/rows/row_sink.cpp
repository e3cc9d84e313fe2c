#include "core/readers/rows/row_sink.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/base/check.h"
#include "core/build/tracks/raw_events.h"

namespace lanescope {
namespace {

/// A clock may be set by hours during a capture; records and chunks reflect it shortly after.
constexpr Ns kFar = Ns{24 * 3600} * 1'000'000'000;

/// Few texts have anything to escape, so what lies between is copied at once.
void write_json_token(std::string_view text, std::string& out) {
  out = '"';
  std::size_t done = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool is_quoted = c == '"' || c == '\\';
    if (!is_quoted && static_cast<unsigned char>(c) >= 0x20) continue;
    out.append(text, done, i - done);
    if (is_quoted) {
      out += '\\';
      out += c;
    } else {
      out += fmt::format("\\u{:04x}", static_cast<int>(c));
    }
    done = i + 1;
  }
  out.append(text, done);
  out += '"';
}

}  // namespace

std::string json_token(std::string_view text) {
  std::string token;
  token.reserve(text.size() + 2);
  write_json_token(text, token);
  return token;
}

std::string_view RowSink::token(std::string_view plain) {
  write_json_token(plain, token_);
  return token_;
}

void RowSink::name_process(LocalId process, LocalId name) {
  tables_->metas.add({MetaKind::ProcessName, process, 0, name, 0});
}

void RowSink::rename_process(LocalId process, LocalId name, std::uint64_t order) {
  tables_->metas.add(
      {MetaKind::LaterProcessName, process, 0, name, static_cast<std::int64_t>(order)});
}

void RowSink::sort_process(LocalId process, std::int64_t sort) {
  tables_->metas.add({MetaKind::ProcessSort, process, 0, 0, sort});
}

void RowSink::name_thread(LocalId process, LocalId thread, LocalId name) {
  tables_->metas.add({MetaKind::ThreadName, process, thread, name, 0});
}

void RowSink::rename_thread(LocalId process, LocalId thread, LocalId name, std::uint64_t order) {
  tables_->metas.add(
      {MetaKind::LaterThreadName, process, thread, name, static_cast<std::int64_t>(order)});
}

TimeRange RowSink::range(Ns begin_ns, Ns end_ns, std::uint64_t offset, std::string_view example) {
  if (end_ns >= begin_ns) return {begin_ns, end_ns};
  issue(Issue::NegativeDuration, offset, example);
  return {begin_ns, begin_ns};
}

void RowSink::written_at(Ns time_ns) {
  if (time_ns == 0) return;
  if (!recorded_) recorded_ = TimeRange{time_ns, time_ns};
  recorded_->include({time_ns, time_ns});
}

std::optional<Issue> RowSink::impossible(TimeRange range) const {
  if (range.begin_ns < -kLargestTime || range.end_ns > kLargestTime) return Issue::ClampedTime;
  const bool is_distant =
      recorded_ && (range.begin_ns < saturating_sub(recorded_->begin_ns, kFar) ||
                    range.end_ns > saturating_add(recorded_->end_ns, kFar));
  return is_distant ? std::optional(Issue::DistantTime) : std::nullopt;
}

bool RowSink::admit(char phase, std::uint16_t category, TimeRange range, std::uint64_t offset) {
  LANESCOPE_CHECK(batch_ != nullptr, "a batch to put the record at {} into", offset);
  LANESCOPE_CHECK(range.begin_ns <= range.end_ns, "an end behind the begin: {} to {}",
                  range.begin_ns, range.end_ns);
  LANESCOPE_CHECK(category < tables_->categories.size(), "one of {} categories, not {}",
                  tables_->categories.size(), category);
  ++tables_->events;
  ++tables_->phase_counts[static_cast<unsigned char>(phase)];
  ++tables_->categories[category].events;
  if (const auto why = impossible(range)) {
    issue(*why, offset, {});
    return false;
  }
  keep_times(range);
  return true;
}

void RowSink::keep_times(TimeRange range) {
  tables_->first_ns = std::min(tables_->first_ns, range.begin_ns);
  tables_->last_ns = std::max(tables_->last_ns, range.end_ns);
}

RawRef RowSink::slice(const Slice& slice) {
  const Ns begin_ns = slice.begin_ns;
  const Ns end_ns = std::max(begin_ns, slice.end_ns);
  if (slice.concluded) {
    if (impossible({begin_ns, end_ns})) return kNoRef;  // told of what it was concluded from
    keep_times({begin_ns, end_ns});
  } else if (!admit(slice.open ? 'B' : 'X', slice.category, {begin_ns, end_ns},
                    slice.place.offset())) {
    return kNoRef;
  }
  const RawPhase phase = slice.open     ? RawPhase::Begin
                         : slice.nested ? RawPhase::Nested
                                        : RawPhase::Complete;
  RawSlice raw;
  raw.start_ns = begin_ns;
  raw.dur_ns = end_ns - begin_ns;
  raw.place = slice.place;
  raw.name = slice.name;
  raw.lane = tables_->lanes.add({slice.track, slice.category, phase, slice.row});
  const RawRef ref = writer_.append(raw, *batch_);
  if (ref == kNoRef) {
    issue(Issue::StoreFull, slice.place.offset(), {});
    return ref;
  }
  if (slice.stack) batch_->with_stack.push_back(ref);
  if (slice.begin_order != 0) batch_->python_ids.push_back({ref, slice.begin_order});
  if (slice.correlation != 0 || slice.external_id != 0 || slice.links)
    batch_->links.push_back({ref, slice.correlation, slice.external_id});
  return ref;
}

void RowSink::end_mark(const Slice& slice) {
  const Ns time_ns = slice.end_ns;
  if (!admit('E', slice.category, {time_ns, time_ns}, slice.place.offset())) return;
  RawSlice raw;
  raw.start_ns = time_ns;
  raw.place = slice.place;
  raw.name = slice.name;
  raw.lane = tables_->lanes.add({slice.track, slice.category, RawPhase::End, slice.row});
  if (writer_.append(raw, *batch_) == kNoRef) issue(Issue::StoreFull, slice.place.offset(), {});
}

void RowSink::instant(LocalId track, std::uint16_t category, LocalId name, Ns time_ns,
                      Place place) {
  if (admit('i', category, {time_ns, time_ns}, place.offset()))
    batch_->instants.push_back({time_ns, place, name, track, category});
}

void RowSink::memory(LocalId track, Ns time_ns, Place place, RawMemory memory) {
  memory.instant = static_cast<std::uint32_t>(batch_->instants.size());
  instant(track, category("cpu_instant_event"), text("[memory]"), time_ns, place);
  if (batch_->instants.size() > memory.instant) batch_->memory.push_back(memory);
}

void RowSink::counter(LocalId process, LocalId name, Ns time_ns, double value) {
  if (!std::isfinite(value)) return lost(Issue::UnusableCounter, 0, {});
  if (!admit('C', 0, {time_ns, time_ns}, 0)) return;
  batch_->counters.push_back({time_ns, value, tables_->counters.add({process, name, 0, 0})});
}

void RowSink::further_counter(LocalId process, LocalId name, Ns time_ns, double value) {
  if (impossible({time_ns, time_ns}) || !std::isfinite(value)) return;
  batch_->counters.push_back({time_ns, value, tables_->counters.add({process, name, 0, 0}), false});
}

void RowSink::sample(LocalId counter, Ns time_ns, double value, Place place) {
  if (!std::isfinite(value)) return lost(Issue::UnusableCounter, place.offset(), {});
  if (admit('C', 0, {time_ns, time_ns}, place.offset()))
    batch_->counters.push_back({time_ns, value, counter, true, place});
}

void RowSink::async(const RawAsync& span) {
  const char phase = span.phase == AsyncPhase::Begin ? 'b'
                     : span.phase == AsyncPhase::End ? 'e'
                                                     : 'n';
  if (admit(phase, span.category, {span.time_ns, span.time_ns}, span.place.offset()))
    batch_->asyncs.push_back(span);
}

void RowSink::arrow(std::string_view name, const ArrowEnd& from, const ArrowEnd& to) {
  LANESCOPE_CHECK(batch_ != nullptr, "a batch to put the arrow at {} into", from.place.offset());
  if (impossible({from.time_ns, to.time_ns})) return;  // told of its ends
  const LocalId text_of_name = text(name);
  const auto kind =
      static_cast<std::uint16_t>(tables_->flow_kinds.add({text_of_name, text_of_name}));
  ++arrows_;
  const auto half = [&](const ArrowEnd& end, FlowPhase phase) {
    LANESCOPE_CHECK(end.track < tables_->tracks.items().size(), "one of {} tracks, not {}",
                    tables_->tracks.items().size(), end.track);
    batch_->flows.push_back({end.time_ns, arrows_, end.place, end.track, kind, phase, false});
  };
  half(from, FlowPhase::Start);
  half(to, FlowPhase::End);
}

void RowSink::lost(Issue kind, std::uint64_t offset, std::string_view example,
                   std::uint64_t count) {
  // The count is from a file and may be anything; keep sums from overflowing.
  constexpr std::uint64_t kMost = std::uint64_t{1} << 40U;
  count = std::min(count, kMost);
  tables_->events += count;
  tables_->odd_phase_counts["(none)"] += count;
  tables_->categories[0].events += count;
  issue(kind, offset, example, count);
}

}  // namespace lanescope
