#include "core/export/written_args.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/analysis/host/record_advice.h"
#include "core/base/text/json_text.h"
#include "core/store/each_slice.h"
#include "core/store/gpu_lanes.h"

namespace lanescope {
namespace {

/// Larger ones are no numbers of calls to a reader of JSON.
constexpr std::int64_t kMostNumber = std::numeric_limits<std::uint32_t>::max();
constexpr std::string_view kCorrelation = "correlation", kExternalId = "External id";

const JsonValue* find(const JsonObject& args, std::string_view key) {
  const auto at = std::ranges::find(args, key, &JsonMember::first);
  return at == args.end() ? nullptr : &at->second;
}

void set(JsonObject& args, std::string_view key, std::int64_t value) {
  const auto at = std::ranges::find(args, key, &JsonMember::first);
  if (at != args.end()) {
    at->second = JsonValue{value};
  } else {
    args.emplace_back(key, JsonValue{value});
  }
}

/// Events that have the number of their launch.
bool is_launched(CategoryKind kind) {
  return is_gpu_work(kind) || kind == CategoryKind::GpuSync || kind == CategoryKind::ProfilerRange;
}

/// 0 if the event has none that readers take.
std::int64_t correlation_in(const ReadEvent& read, EventId event) {
  const auto json = read(event);
  const JsonValue* args = json ? json->find("args") : nullptr;
  const JsonValue* number = args != nullptr ? args->find(kCorrelation) : nullptr;
  const std::int64_t value = number != nullptr ? number->as_int() : 0;
  return value > 0 && value <= kMostNumber ? value : 0;
}

/// What a reader of JSON takes: what the arguments tell, otherwise what the lane's id tells.
std::int64_t number_told(const JsonObject& args, std::string_view key, std::string_view id) {
  const JsonValue* value = find(args, key);
  const auto number = first_int(value != nullptr ? value->to_text(true) : id);
  return number.value_or(-1);
}

}  // namespace

WrittenArgs::WrittenArgs(const Snapshot& trace, const ReadEvent& read, bool with_lanes)
    : trace_(trace),
      is_recording_(is_recording(trace)),
      is_json_(trace.info.format == "kineto-json" || trace.info.format == "chrome-json"),
      with_lanes_(with_lanes) {
  // Processes of a recording number their calls by themselves.
  if (is_recording_) numbers_ = Numbers::Given;
  if (!is_recording_ && !is_json_ && read) find_numbers(read);
}

/// GPU work without a launch may be linked to an operator.
EventId WrittenArgs::call_of(EventId link) const {
  const auto at = link == EventId::None ? std::nullopt : trace_.find_slice(link);
  const bool is_call =
      at && trace_.kind_of(at->chunk->category[at->slice]) == CategoryKind::HostCall;
  return is_call ? link : EventId::None;
}

/// Numbers are given if calls of several processes share one, or work was linked without one; those
/// that one call has are kept all the same.
void WrittenArgs::find_numbers(const ReadEvent& read) {
  bool hold = true;
  for_each_slice(trace_, TrackKind::CpuThread,
                 [&](const Track&, const TrackChunk& chunk, std::uint32_t slice) {
                   if (trace_.kind_of(chunk.category[slice]) != CategoryKind::HostCall) return;
                   const EventId call = chunk.id_of(slice);
                   const std::int64_t number = correlation_in(read, call);
                   if (number == 0) return;
                   most_kept_ = std::max(most_kept_, number);
                   const auto [at, fresh] = calls_.try_emplace(number, call);
                   if (!fresh) at->second = EventId::None;
                   hold = hold && fresh;
                 });
  for (const TrackKind kind : {TrackKind::GpuStream, TrackKind::GpuSync}) {
    for_each_slice(trace_, kind, [&](const Track&, const TrackChunk& chunk, std::uint32_t slice) {
      if (!is_launched(trace_.kind_of(chunk.category[slice]))) return;
      const std::int64_t number = correlation_in(read, chunk.id_of(slice));
      most_kept_ = std::max(most_kept_, number);
      const auto call = calls_.find(number);
      hold = hold &&
             call_of(chunk.link[slice]) == (call == calls_.end() ? EventId::None : call->second);
    });
  }
  if (!hold) numbers_ = Numbers::Given;
  if (hold || most_kept_ > kMostNumber - trace_.slice_count) {
    calls_.clear();
    most_kept_ = 0;
  }
  for (const auto& [number, call] : calls_) {
    if (call != EventId::None) kept_.emplace(call, number);
  }
}

bool WrittenArgs::keeps(std::int64_t number) const {
  return number > 0 && number <= most_kept_ && !calls_.contains(number);
}

/// 0 for None.
std::int64_t WrittenArgs::number_of(EventId call) const {
  if (call == EventId::None) return 0;
  const auto kept = kept_.find(call);
  return kept != kept_.end() ? kept->second : most_kept_ + std::int64_t{index_of(call)} + 1;
}

void WrittenArgs::number(const Track& track, CategoryKind kind, JsonObject& args, EventId event,
                         EventId link) const {
  const JsonValue* written = find(args, kCorrelation);
  const bool is_host = track.kind == TrackKind::CpuThread;
  if (is_recording_) {
    if (written != nullptr) set(args, kCorrelation, number_of(is_host ? event : link));
    return;
  }
  const bool is_call = is_host && kind == CategoryKind::HostCall;
  if (!is_call && !is_launched(kind)) return;
  const EventId call = is_call ? event : call_of(link);
  // Of work whose call is not in the file, nothing else tells which work it launched together.
  if (call == EventId::None && written != nullptr && keeps(written->as_int())) return;
  const std::int64_t number = number_of(call);
  const bool is_needed = is_call ? !trace_.launches->events_of(event).empty() : number != 0;
  if (written == nullptr && !is_needed) return;
  // A copy of the number is no operator's id.
  const JsonValue* external = find(args, kExternalId);
  const bool is_copy =
      written != nullptr && external != nullptr && external->as_int() == written->as_int();
  set(args, kCorrelation, number);
  if (is_copy) set(args, kExternalId, number);
}

void WrittenArgs::tell_lane(const Track& track, CategoryKind kind, JsonObject& args) const {
  if (is_recording_) {
    const bool is_told = args.empty() || track.device < 0 || find(args, "device") != nullptr;
    if (!is_told) set(args, "device", track.device);
    return;
  }
  if (is_json_ || !with_lanes_ || !is_gpu_lane(track.kind)) return;
  const std::string_view process = trace_.text(track.process), thread = trace_.text(track.thread);
  // Of a lane whose id is a name, nothing else says that it is a stream.
  const bool is_other = kind == CategoryKind::Other && !token_int(thread);
  // Ids of GPUs of further processes are written as other numbers, see TraceWords.
  const bool has_other_id = process.find('@') != std::string_view::npos;
  const bool is_untold = has_other_id && find(args, "device") == nullptr;
  if (is_other || is_untold || number_told(args, "device", process) != track.device)
    set(args, "device", track.device);
  // The stream in a sync record may be another one, which it waits for.
  if (track.kind == TrackKind::GpuSync) return;
  if (is_other || number_told(args, "stream", thread) != track.stream)
    set(args, "stream", track.stream);
}

JsonObject WrittenArgs::of(const Track& track, CategoryKind kind, JsonObject args, EventId event,
                           EventId link) const {
  if (numbers_ == Numbers::Given) number(track, kind, args, event, link);
  tell_lane(track, kind, args);
  return args;
}

}  // namespace lanescope
