#include "core/export/perfetto/written_tracks.h"

#include <cstdint>
#include <limits>
#include <utility>

#include "core/base/text/json_text.h"
#include "core/store/own_members.h"
#include "core/store/track_kind_names.h"

namespace lanescope::perfetto {
namespace {

std::optional<std::int64_t> id_of(std::string_view text) {
  constexpr std::int64_t kLargest = std::numeric_limits<std::int32_t>::max();
  const auto number = token_int(text);
  return number && *number >= 0 && *number <= kLargest ? number : std::nullopt;
}

std::string_view description_of(const Track& track, std::string_view name) {
  if (track.has_spans) return kSpansDescription;
  return name.starts_with(kStreamNames) ? kSlicesDescription : std::string_view();
}

}  // namespace

WrittenTracks::WrittenTracks(const Snapshot& trace, Redaction* redaction, Packets& packets)
    : trace_(trace), redaction_(redaction), packets_(packets) {
  for (const Track& track : trace.tracks) {
    const std::string_view text = given(&Redaction::process, trace.text(track.process));
    if (const auto number = id_of(text)) used_pids_.insert(*number);
  }
}

/// Processes whose ids are no numbers get ones that no other has.
std::int64_t WrittenTracks::pid_of(StringId process) {
  if (const auto number = id_of(given(&Redaction::process, trace_.text(process)))) return *number;
  const auto [at, fresh] = made_pids_.try_emplace(process, 0);
  if (fresh) {
    std::int64_t next = 1'000'000;
    while (!used_pids_.insert(next).second) ++next;
    at->second = next;
  }
  return at->second;
}

std::uint64_t WrittenTracks::process(StringId process, std::string_view name) {
  if (trace_.text(process).empty() && name.empty()) return 0;
  const auto [at, fresh] = processes_.try_emplace(process, 0);
  if (!fresh) return at->second;
  at->second = ++last_uuid_;
  const std::string_view id = trace_.text(process);
  const std::string_view title = name.empty() && !id_of(id) ? given(&Redaction::process, id)
                                                            : given(&Redaction::process_name, name);
  packets_.track(
      {.uuid = at->second, .name = title, .pid = pid_of(process), .orders_children = true});
  return at->second;
}

std::uint64_t WrittenTracks::main_track(const Track& track) {
  const auto [at, fresh] = mains_.try_emplace({track.process, track.thread}, 0);
  if (!fresh) return at->second;
  const std::uint64_t parent = process(track.process, trace_.text(track.process_name));
  at->second = ++last_uuid_;
  const std::string_view id = given(&Redaction::thread, trace_.text(track.thread));
  const std::string_view name = given(&Redaction::thread_name, trace_.text(track.name));
  const std::string_view shown = name.empty() ? id : name;
  const auto tid = id_of(id);
  if (tid && parent != 0) {
    packets_.track({.uuid = at->second,
                    .parent = parent,
                    .name = name,
                    .description = description_of(track, shown),
                    .pid = pid_of(track.process),
                    .tid = tid});
  } else {
    packets_.track({.uuid = at->second,
                    .parent = parent,
                    .name = shown,
                    .description = description_of(track, shown),
                    .rank = std::int64_t{index_of(track.id)}});
  }
  return at->second;
}

/// The first track of a thread is the thread's own; its other ones, and other lanes, are children
/// of it with its name.
std::uint64_t WrittenTracks::of(const Track& track, std::size_t lane) {
  const auto [at, fresh] = lanes_.try_emplace({track.id, lane}, 0);
  if (!fresh) return at->second;
  const std::uint64_t main = main_track(track);
  const auto [owner, first] = owners_.try_emplace({track.process, track.thread}, track.id);
  if (lane == 0 && (first || owner->second == track.id)) {
    describe(main, track);
    return at->second = main;
  }
  const std::string_view name = given(&Redaction::thread_name, trace_.text(track.name));
  const std::string_view id = given(&Redaction::thread, trace_.text(track.thread));
  const std::string_view shown = name.empty() ? id : name;
  at->second = ++last_uuid_;
  packets_.track({.uuid = at->second,
                  .parent = main,
                  .name = shown,
                  .description = description_of(track, shown)});
  describe(at->second, track);
  return at->second;
}

void WrittenTracks::describe(std::uint64_t uuid, const Track& track) {
  const auto text = [](std::string_view value) { return JsonValue{std::string(value)}; };
  JsonObject facts;
  facts.emplace_back("uuid", JsonValue{static_cast<std::int64_t>(uuid)});
  facts.emplace_back("kind", text(track_kind_name(track.kind)));
  if (track.kind == TrackKind::Async && !track.has_spans)
    facts.emplace_back("own slices", JsonValue{true});
  facts.emplace_back("pid", text(given(&Redaction::process, trace_.text(track.process))));
  facts.emplace_back("tid", text(given(&Redaction::thread, trace_.text(track.thread))));
  if (track.process_name != StringId::Empty)
    facts.emplace_back("process name",
                       text(given(&Redaction::process_name, trace_.text(track.process_name))));
  if (track.name != StringId::Empty)
    facts.emplace_back("thread name",
                       text(given(&Redaction::thread_name, trace_.text(track.name))));
  if (track.process_sort != Track::kNoSort)
    facts.emplace_back("process sort", JsonValue{track.process_sort});
  if (track.thread_sort != Track::kNoSort)
    facts.emplace_back("thread sort", JsonValue{track.thread_sort});
  facts.emplace_back("device", JsonValue{track.device});
  facts.emplace_back("stream", JsonValue{track.stream});
  described_.push_back(JsonValue{std::move(facts)});
}

std::uint64_t WrittenTracks::global(std::string_view name) {
  packets_.track({.uuid = ++last_uuid_, .name = name});
  return last_uuid_;
}

void WrittenTracks::note_counter(std::uint64_t uuid, const CounterTrack& counter) {
  const auto text = [](std::string_view value) { return JsonValue{std::string(value)}; };
  JsonObject facts;
  facts.emplace_back("uuid", JsonValue{static_cast<std::int64_t>(uuid)});
  facts.emplace_back("kind", text("counter"));
  facts.emplace_back("pid", text(given(&Redaction::process, trace_.text(counter.process))));
  if (counter.process_name != StringId::Empty)
    facts.emplace_back("process name",
                       text(given(&Redaction::process_name, trace_.text(counter.process_name))));
  facts.emplace_back("counter", text(given(&Redaction::counter, trace_.text(counter.name))));
  const std::string_view series = trace_.text(counter.series);
  if (!series.empty()) facts.emplace_back("series", text(given(&Redaction::series, series)));
  described_.push_back(JsonValue{std::move(facts)});
}

std::uint64_t WrittenTracks::counter(StringId process_id, std::string_view process_name,
                                     std::string_view name) {
  const std::uint64_t parent = process(process_id, process_name);
  const std::uint64_t uuid = ++last_uuid_;
  packets_.track({.uuid = uuid, .parent = parent, .name = name, .counter = true});
  return uuid;
}

}  // namespace lanescope::perfetto
