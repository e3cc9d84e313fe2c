#include "core/readers/json/event_sink.h"

#include <algorithm>

#include "core/base/check.h"
#include "core/base/text/json_text.h"
#include "core/base/text/numbers.h"
#include "core/build/tracks/raw_events.h"
#include "core/readers/json/ascend_events.h"

namespace lanescope {
namespace {

/// Flow and async ids: integers, even if quoted, keep their value; other text is hashed, with the
/// top bit set.
std::uint64_t id_of(std::string_view token) {
  const std::string_view text = strip_quotes(token);
  if (const auto value = parse_number<std::uint64_t>(text)) return *value;
  if (const auto negative = token_int(text)) return static_cast<std::uint64_t>(*negative);
  return hash_text(text) | std::uint64_t{1} << 63U;
}

std::uint64_t mix_id(std::uint64_t id, std::string_view text) {
  return (id ^ hash_text(text)) * 0x9E3779B97F4A7C15U;
}

bool has_fraction(std::string_view time) {
  return time.find('.') != std::string_view::npos;
}

/// An async event is of any thread of its process, and its lane is called by its category. In what
/// this program writes, a name in place of a thread's number is that of the lane, as tracks of
/// Perfetto have; other tools call threads by names.
bool names_lane(std::string_view thread) {
  return thread.size() > 2 && thread.starts_with('"') && !token_int(thread);
}

}  // namespace

EventSink::EventSink(RawSliceStore& store, WorkerTables& tables, std::uint32_t worker,
                     LinkNumbers& links, bool is_own)
    : tables_(&tables), links_(&links), writer_(store, worker), is_own_(is_own) {}

void EventSink::issue(Issue kind, std::string_view example) {
  tables_->issues.add(kind, offset_, example);
}

LocalId EventSink::text(std::string_view token) {
  if (token.size() > WorkerTables::kLongestText) issue(Issue::LongText, strip_quotes(token));
  return tables_->text(token);
}

void EventSink::count_phase(std::string_view phase) {
  if (phase.size() == 1 && static_cast<unsigned char>(phase[0]) < tables_->phase_counts.size()) {
    ++tables_->phase_counts[static_cast<unsigned char>(phase[0])];
    return;
  }
  constexpr std::size_t kLongestPhase = 256;
  std::string decoded;
  phase = phase.substr(0, kLongestPhase);
  ++tables_->odd_phase_counts[phase.empty() ? "(none)"
                                            : std::string(decode_json_text(phase, decoded))];
}

void EventSink::add(const EventFields& event, std::uint64_t offset) {
  LANESCOPE_CHECK(batch_ != nullptr, "a batch to put the event at {} into", offset);
  offset_ = offset;
  place_ = Place(offset, event.text.size());
  ++tables_->events;
  const std::string_view category_token =
      event.category.empty() ? ascend_category(event) : event.category;
  category_ = category_token.empty() ? std::uint16_t{0} : tables_->category(category_token);
  LocalCategory& category = tables_->categories[category_];
  ++category.events;
  kind_ = category.kind;
  const std::string_view phase = strip_quotes(event.phase);
  count_phase(phase);
  if (phase.empty()) return issue(Issue::MissingPhase, event.text);
  process_ = process_text_.number(*tables_, event.process);
  thread_ = thread_text_.number(*tables_, event.thread);
  const char c = phase.size() == 1 ? phase[0] : '\0';
  if (c == 'M') return add_metadata(event);
  const auto time = parse_microseconds(strip_quotes(event.time));
  if (!time) return issue(Issue::UnusableTime, strip_quotes(event.name));
  if (*time > kLargestTime || *time < -kLargestTime)
    return issue(Issue::ClampedTime, strip_quotes(event.name));
  time_ns_ = *time;
  tables_->fractional_times += static_cast<std::uint64_t>(has_fraction(event.time));
  tables_->first_ns = std::min(tables_->first_ns, time_ns_);
  tables_->last_ns = std::max(tables_->last_ns, time_ns_);
  add_timed(event, c, phase);
}

void EventSink::add_timed(const EventFields& event, char phase, std::string_view phase_text) {
  LANESCOPE_CHECK(time_ns_ <= kLargestTime && time_ns_ >= -kLargestTime,
                  "a time of which differences do not overflow, not {}", time_ns_);
  switch (phase) {
    case 'X':
      return add_slice(event, RawPhase::Complete);
    case 'B':
      return add_slice(event, RawPhase::Begin);
    case 'E':
      return add_slice(event, RawPhase::End);
    case 's':
      return add_flow(event, FlowPhase::Start);
    case 't':
      return add_flow(event, FlowPhase::Step);
    case 'f':
      return add_flow(event, FlowPhase::End);
    case 'i':
    case 'I':
    case 'R':
    case 'P':
    case 'N':
    case 'O':
    case 'D':
      return add_instant(event);
    case 'C':
      return add_counter(event);
    case 'b':
      return add_async(event, AsyncPhase::Begin, false);
    case 'e':
      return add_async(event, AsyncPhase::End, false);
    case 'n':
      return add_async(event, AsyncPhase::Instant, false);
    case 'S':
      return add_async(event, AsyncPhase::Begin, true);
    case 'F':
      return add_async(event, AsyncPhase::End, true);
    case 'T':
    case 'p':
      return add_async(event, AsyncPhase::Instant, true);
    case 'v':
    case 'V':
    case 'c':
    case '(':
    case ')':
    case '=':
      return issue(Issue::UnsupportedPhase, phase_text);
    default:
      return issue(Issue::UnknownPhase, phase_text);
  }
}

/// Work of a queue that is neither computing nor copying: what draws, for one. On a numbered lane,
/// such arguments may be those of a call.
bool EventSink::is_named_stream(const EventFields& event) const {
  return kind_ == CategoryKind::Other && !event.device.empty() && !event.stream.empty() &&
         !token_int(event.thread);
}

LocalTrack EventSink::lane(const EventFields& event, TrackRole role) {
  if (role == TrackRole::Neutral && is_named_stream(event)) role = TrackRole::Gpu;
  LocalTrack track{process_, thread_, role, -1, -1};
  if (role != TrackRole::Gpu && role != TrackRole::GpuAnnotation && role != TrackRole::GpuSync)
    return track;
  std::optional<std::int64_t> device, stream;
  // The stream that a sync waits for may differ from the one of its track.
  const bool is_told =
      is_gpu_work(kind_) || role == TrackRole::GpuAnnotation || kind_ == CategoryKind::Other;
  if (is_told) stream = first_int(event.stream);
  if (is_told || role == TrackRole::GpuSync) device = first_int(event.device);
  if (!device) device = ascend_device(event);
  if (!device) device = first_int(event.process);
  if (!stream) stream = first_int(event.thread);
  track.device = device.value_or(-1);
  track.stream = stream.value_or(-1);
  return track;
}

LocalId EventSink::slice_track(const EventFields& event) {
  return tables_->tracks.add(lane(event, role_of(kind_)));
}

LocalId EventSink::slice_track(const EventFields& event, RawPhase phase) {
  return tables_->lanes.add({slice_track(event), category_, phase});
}

void EventSink::begin_batch(RawBatch& batch) {
  batch_ = &batch;
  last_process_ = last_thread_ = kNoLocal;
}

std::optional<Ns> EventSink::duration_of(const EventFields& event) {
  if (event.duration.empty()) {
    issue(Issue::MissingDuration, strip_quotes(event.name));
    return 0;
  }
  const auto duration = parse_microseconds(strip_quotes(event.duration));
  if (!duration) issue(Issue::UnusableDuration, strip_quotes(event.name));
  if (duration.value_or(0) < 0) issue(Issue::NegativeDuration, strip_quotes(event.name));
  if (duration.value_or(0) > kLargestTime - time_ns_) {
    issue(Issue::ClampedTime, strip_quotes(event.name));
    return std::nullopt;
  }
  return std::max<Ns>(duration.value_or(0), 0);
}

std::uint32_t EventSink::link_id(std::string_view token) {
  if (token.empty()) return 0;
  if (token.size() <= 9) {  // almost always: no quotes, no sign, fits
    std::uint32_t number = 0;
    for (const char c : token) {
      if (c < '0' || c > '9') return link_id_of_text(token);
      number = number * 10 + static_cast<std::uint32_t>(c - '0');
    }
    return number;
  }
  return link_id_of_text(token);
}

std::uint32_t EventSink::link_id_of_text(std::string_view token) {
  const auto value = token_int(token);
  const std::string_view text = strip_quotes(token);
  const bool beyond_int64 = !value && !text.empty() &&
                            std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
  if (!beyond_int64)
    return value.value_or(0) <= 0 ? 0 : links_->of(static_cast<std::uint64_t>(*value));
  if (const auto number = parse_number<std::uint64_t>(text)) return links_->of(*number);
  issue(Issue::LargeCorrelation, token);
  return 0;
}

void EventSink::add_slice(const EventFields& event, RawPhase phase) {
  RawSlice slice;
  slice.start_ns = time_ns_;
  if (phase == RawPhase::Complete) {
    const auto duration = duration_of(event);
    last_process_ = kNoLocal;  // flows do not bind to slices that are set aside
    if (!duration) return;
    slice.dur_ns = *duration;
  }
  slice.place = place_;
  slice.name = text(event.name);
  slice.lane = slice_track(event, phase);
  const RawRef ref = writer_.append(slice, *batch_);
  if (ref == kNoRef) return issue(Issue::StoreFull, {});
  const std::string_view correlation =
      event.correlation.empty() ? ascend_launch(event) : event.correlation;
  const RawLink link{ref, link_id(correlation), link_id(event.external_id)};
  if (link.correlation != 0 || link.external_id != 0 || is_gpu_work(kind_))
    batch_->links.push_back(link);
  add_python_id(event, ref);
  // Recordings that were converted have it with the calls.
  if (kind_ == CategoryKind::HostCall && !strip_quotes(event.call_stack).empty())
    batch_->with_stack.push_back(ref);
  if (!event.collective.empty() && !strip_quotes(event.collective).empty()) {
    tables_->collective_arguments = true;
    if (is_classified_by_name(kind_)) tables_->collectives.insert(slice.name);
  }
  tables_->last_ns = std::max(tables_->last_ns, time_ns_ + slice.dur_ns);
  // A flow cannot bind to an end event.
  last_process_ = phase == RawPhase::End ? kNoLocal : process_;
  last_thread_ = thread_;
  last_start_ns_ = time_ns_;
  last_correlation_ = link.correlation;
  last_ref_ = ref;
}

void EventSink::add_python_id(const EventFields& event, RawRef frame) {
  if (kind_ != CategoryKind::PythonFunction || event.python_id.empty()) return;
  const std::int64_t id = token_int(event.python_id).value_or(0);
  if (id > 0 && id <= UINT32_MAX)
    batch_->python_ids.push_back({frame, static_cast<std::uint32_t>(id)});
}

void EventSink::add_instant(const EventFields& event) {
  if (strip_quotes(event.name) == "[memory]") add_memory(event);
  batch_->instants.push_back({time_ns_, place_, text(event.name), slice_track(event), category_});
}

void EventSink::add_memory(const EventFields& event) {
  RawMemory memory;
  memory.instant = static_cast<std::uint32_t>(batch_->instants.size());
  memory.device_type = static_cast<std::int32_t>(token_int(event.device_type).value_or(0));
  memory.device_id = static_cast<std::int32_t>(token_int(event.device_id).value_or(-1));
  memory.index = token_int(event.event_index).value_or(-1);
  memory.address = token_int(event.address).value_or(0);
  const auto bytes = token_int(event.bytes);
  if (!bytes) issue(Issue::UnusableMemory, strip_quotes(event.bytes));
  memory.bytes = bytes.value_or(0);
  const auto allocated = token_int(event.allocated);
  memory.has_totals = allocated.has_value();
  memory.allocated = allocated.value_or(0);
  memory.reserved = token_int(event.reserved).value_or(0);
  batch_->memory.push_back(memory);
}

void EventSink::add_counter(const EventFields& event) {
  LocalCounter counter{process_, text(event.name), event.id.empty() ? 0 : text(event.id), 0};
  bool first = true;
  counter_reader_.read(event.json, [&](const SeriesValue& value) {
    counter.series = text(value.series);
    batch_->counters.push_back(
        {time_ns_, value.value, tables_->counters.add(counter), first, place_});
    first = false;
  });
  if (first) issue(Issue::UnusableCounter, strip_quotes(event.name));
}

/// The same thread may be written as 7 or "7".
bool EventSink::same_text(LocalId a, LocalId b) const {
  if (a == b) return true;
  if (a == kNoLocal || b == kNoLocal) return false;
  return strip_quotes(tables_->texts[StringId{a}]) == strip_quotes(tables_->texts[StringId{b}]);
}

void EventSink::add_flow(const EventFields& event, FlowPhase phase) {
  RawFlow flow;
  flow.time_ns = time_ns_;
  flow.id = id_of(event.id);
  flow.place = place_;
  const LocalId category =
      event.category.empty() ? kNoLocal : flow_category_.number(*tables_, event.category);
  const LocalId kind = tables_->flow_kinds.add({category, flow_name_.number(*tables_, event.name)});
  flow.kind = static_cast<std::uint16_t>(std::min<LocalId>(65'535, kind));
  flow.phase = phase;
  flow.on_slice = last_start_ns_ == time_ns_ && flow.id == last_correlation_ &&
                  last_correlation_ != 0 && same_text(last_process_, process_) &&
                  same_text(last_thread_, thread_);
  flow.carrier = flow.on_slice ? last_ref_ : tables_->tracks.add(lane(event, TrackRole::Neutral));
  LANESCOPE_CHECK(!flow.on_slice || last_ref_ != kNoRef, "the slice before the flow at {}",
                  offset_);
  batch_->flows.push_back(flow);
}

void EventSink::add_async(const EventFields& event, AsyncPhase phase, bool by_name) {
  std::uint64_t id = mix_id(id_of(event.id), strip_quotes(event.category));
  if (event.id_is_local) id = mix_id(id, strip_quotes(event.process));
  if (by_name) id = mix_id(id, strip_quotes(event.name));
  if (!event.scope.empty()) id = mix_id(id, strip_quotes(event.scope));
  RawAsync async;
  async.time_ns = time_ns_;
  async.id = id;
  async.place = place_;
  async.name = text(event.name);
  const LocalId lane = is_own_ && names_lane(event.thread) ? thread_ : text(event.category);
  async.track = tables_->tracks.add({process_, lane, TrackRole::Async, -1, -1});
  async.lane = tables_->lanes.add({async.track, category_, RawPhase::Complete});
  async.category = category_;
  async.phase = phase;
  batch_->asyncs.push_back(async);
}

void EventSink::add_metadata(const EventFields& event) {
  const std::string_view name = strip_quotes(event.name);
  LocalMeta meta;
  meta.process = process_;
  meta.thread = thread_;
  if (name == "process_name" || name == "process_labels") {
    // If a device's process has no name, only its label identifies it.
    meta.kind = name == "process_name" ? MetaKind::ProcessName : MetaKind::ProcessLabel;
    meta.text = text(name == "process_name" ? event.meta_name : event.meta_labels);
    meta.thread = 0;
  } else if (name == "thread_name") {
    meta.kind = MetaKind::ThreadName;
    meta.text = text(event.meta_name);
  } else if (name == "process_sort_index" || name == "thread_sort_index") {
    const bool process = name.front() == 'p';
    meta.kind = process ? MetaKind::ProcessSort : MetaKind::ThreadSort;
    meta.sort = token_int(event.meta_sort).value_or(Track::kNoSort);
    if (process) meta.thread = 0;
  } else {
    return issue(Issue::UnusedMetadata, name);
  }
  tables_->metas.add(meta);
  ++tables_->metadata_kept;
}

}  // namespace lanescope
