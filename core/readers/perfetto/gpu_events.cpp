// What GPU producers write as packets of their own: the work of queues, counters, memory.
#include <algorithm>

#include <fmt/format.h>

#include "core/base/bytes/message_reader.h"
#include "core/base/text/ascii_case.h"
#include "core/readers/perfetto/event_rows.h"

namespace lanescope::perfetto {
namespace {

bool mentions(const std::string& text, std::initializer_list<std::string_view> words) {
  for (const std::string_view word : words) {
    if (text.find(word) != std::string::npos) return true;
  }
  return false;
}

/// What a queue does that is no kernel is told by names only.
std::string_view category_of(std::string_view queue, std::string_view stage, bool compute) {
  const std::string text = lower_cased(std::string(queue) + ' ' + std::string(stage));
  if (mentions(text, {"memset", "fill"})) return "gpu_memset";
  if (mentions(text, {"copy", "sdma", "transfer", "htod", "dtoh", "dtod"})) return "gpu_memcpy";
  if (compute || mentions(text, {"kernel", "compute"})) return "kernel";
  return "gpu_render_stage";
}

std::string name_in(std::string_view description) {
  MessageReader fields(description);
  while (const auto field = fields.next()) {
    if (field->number == 1) return std::string(field->bytes);
  }
  return {};
}

}  // namespace

struct GpuEvents::Stage {
  std::optional<std::uint64_t> event, queue_id, stage_id, kernel, name_id;
  std::uint64_t duration = 0, queue = 0, stage = 0;
  bool has_duration = false;
  std::int64_t gpu = 0;
  std::string_view name, specifications;

  bool read(std::string_view message) {
    MessageReader fields(message);
    while (const auto field = fields.next()) {
      if (!field->is_bytes) take_number(field->number, field->value);
      if (field->number == 7) specifications = field->bytes;
      if (field->number == 17) name = field->bytes;
    }
    return !fields.broken();
  }

  void take_number(std::uint32_t number, std::uint64_t value) {
    switch (number) {
      case 1:
        event = value;
        break;
      case 2:
        duration = value;
        has_duration = true;
        break;
      case 3:
        queue = value;
        break;
      case 4:
        stage = value;
        break;
      case 11:
        gpu = static_cast<std::int32_t>(value);
        break;
      case 13:
        queue_id = value;
        break;
      case 14:
        stage_id = value;
        break;
      case 19:
        kernel = value;
        break;
      case 20:
        name_id = value;
        break;
      default:
        break;
    }
  }
};

bool GpuEvents::take_specifications(std::string_view message) {
  queues_.clear();
  stages_.clear();
  MessageReader fields(message);
  while (const auto field = fields.next()) {
    if (field->number == 2) queues_.push_back(name_in(field->bytes));
    if (field->number == 3) stages_.push_back(name_in(field->bytes));
  }
  return !fields.broken();
}

std::string_view GpuEvents::queue_of(const Stage& stage, const Sequence& sequence) const {
  if (!stage.queue_id)
    return stage.queue < queues_.size() ? std::string_view(queues_[stage.queue]) : "queue";
  const GpuSpecification* found = sequence.specifications.find(*stage.queue_id);
  return found == nullptr ? std::string_view("queue") : found->name;
}

std::string_view GpuEvents::stage_of(const Stage& stage, const Sequence& sequence,
                                     bool& compute) const {
  if (!stage.stage_id)
    return stage.stage < stages_.size() ? std::string_view(stages_[stage.stage]) : "";
  const GpuSpecification* found = sequence.specifications.find(*stage.stage_id);
  if (found == nullptr) return "";
  compute = found->is_compute;
  return found->name;
}

/// Categories are told by texts, and queues are found by theirs: once for all work of a kind.
const GpuEvents::WorkKind& GpuEvents::kind_of(std::int64_t gpu, std::string_view queue,
                                              std::string_view stage, bool compute) {
  constexpr std::size_t kMost = 64;  // of drivers that give each of many queues a name
  const auto same = [&](const WorkKind& kind) {
    return kind.gpu == gpu && kind.compute == compute && kind.queue == queue && kind.stage == stage;
  };
  const auto known = std::ranges::find_if(kinds_, same);
  if (known != kinds_.end()) return *known;
  if (kinds_.size() >= kMost) kinds_.clear();
  const EventCategory category = rows_.names.category(category_of(queue, stage, compute));
  const LocalId track = rows_.tracks.gpu_queue(gpu, queue, TrackRole::Gpu);
  return kinds_.emplace_back(
      WorkKind{gpu, compute, std::string(queue), std::string(stage), category, track});
}

bool GpuEvents::read_stage(const PacketBytes& packet, std::string_view message,
                           const Sequence& sequence, std::optional<Ns> time_ns) {
  Stage stage;
  if (!stage.read(message)) return false;
  if (!stage.specifications.empty() && !take_specifications(stage.specifications)) return false;
  if (!stage.has_duration && !stage.event) return true;  // only the specifications
  if (!time_ns) {
    rows_.sink.lost(Issue::UnusableTime, packet.place.offset(), "gpu_render_stage_event");
    return true;
  }
  bool compute = stage.kernel.has_value();
  const std::string_view queue = queue_of(stage, sequence);
  const std::string_view stage_name = stage_of(stage, sequence, compute);
  const WorkKind& kind = kind_of(stage.gpu, queue, stage_name, compute);
  RowSink::Slice slice;
  slice.track = kind.track;
  slice.category = kind.category.number;
  const LocalId* name = stage.name_id ? sequence.names.find(*stage.name_id) : nullptr;
  if (name == nullptr && stage.kernel) name = sequence.kernels.find(*stage.kernel);
  if (stage.name.empty() && name == nullptr && (stage.name_id || stage.kernel))
    rows_.sink.issue(Issue::MissingText, packet.place.offset(),
                     stage.name_id ? fmt::format("event name {}", *stage.name_id)
                                   : fmt::format("kernel {}", *stage.kernel));
  slice.name = !stage.name.empty() ? rows_.names.text(stage.name)
               : name != nullptr   ? *name
                                   : rows_.names.text(stage_name);
  slice.begin_ns = *time_ns;
  slice.end_ns = saturating_add(
      *time_ns, static_cast<Ns>(std::min<std::uint64_t>(stage.duration, kMaxNs / 2)));
  slice.place = packet.place;
  if (stage.event) slice.correlation = rows_.launches.of_work(*stage.event);
  slice.links = is_gpu_work(kind.category.kind);
  rows_.sink.slice(slice);
  return true;
}

/// `interned` is what names the counter, if it is not told by a descriptor of its own.
LocalId GpuEvents::counter_of(const CounterKey& key, const std::vector<CounterName>* interned) {
  const std::string* name = nullptr;
  if (interned != nullptr) {
    for (const CounterName& counter : *interned) {
      if (counter.id == key.id) name = &counter.name;
    }
  } else if (const auto at = counters_.find(key); at != counters_.end()) {
    name = &at->second;
  }
  return rows_.tracks.gpu_counter(key.gpu,
                                  name != nullptr ? *name : fmt::format("counter {}", key.id));
}

bool GpuEvents::read_counters(const PacketBytes& packet, std::string_view message,
                              const Sequence& sequence, std::optional<Ns> time_ns) {
  std::int64_t gpu = 0;
  std::optional<std::uint64_t> descriptor;
  std::string_view written;
  values_.clear();
  MessageReader fields(message);
  while (const auto field = fields.next()) {
    if (field->number == 1) written = field->bytes;
    if (field->number == 2) values_.push_back(field->bytes);
    if (field->number == 3) gpu = static_cast<std::int32_t>(field->value);
    if (field->number == 4) descriptor = field->value;
  }
  if (fields.broken()) return false;
  for (const CounterName& counter : counter_names(written))
    counters_[{sequence.number, gpu, counter.id}] = counter.name;
  const auto* interned = descriptor ? sequence.counters.find(*descriptor) : nullptr;
  for (const std::string_view value : values_) {
    std::uint32_t id = 0;
    double number = 0;
    MessageReader parts(value);
    while (const auto part = parts.next()) {
      if (part->number == 1) id = static_cast<std::uint32_t>(part->value);
      if (part->number == 2) number = static_cast<double>(part->integer());
      if (part->number == 3) number = part->number_value();
    }
    if (parts.broken()) return false;
    if (!time_ns) {
      rows_.sink.lost(Issue::UnusableTime, packet.place.offset(), "gpu_counter_event");
      continue;
    }
    rows_.sink.sample(counter_of({sequence.number, gpu, id}, interned), *time_ns, number,
                      packet.place);
  }
  return true;
}

bool GpuEvents::read_memory(const PacketBytes& packet, std::string_view message,
                            std::optional<Ns> time_ns) {
  std::int64_t gpu = 0;
  std::uint64_t pid = 0, size = 0;
  MessageReader fields(message);
  while (const auto field = fields.next()) {
    if (field->number == 1) gpu = static_cast<std::int32_t>(field->value);
    if (field->number == 2) pid = field->value;
    if (field->number == 3) size = field->value;
  }
  if (fields.broken()) return false;
  if (!time_ns) {
    rows_.sink.lost(Issue::UnusableTime, packet.place.offset(), "gpu_mem_total_event");
    return true;
  }
  const std::string name =
      pid == 0 ? "Memory (bytes)" : fmt::format("Memory of process {} (bytes)", pid);
  rows_.sink.sample(rows_.tracks.gpu_counter(gpu, name), *time_ns, static_cast<double>(size),
                    packet.place);
  return true;
}

}  // namespace lanescope::perfetto
