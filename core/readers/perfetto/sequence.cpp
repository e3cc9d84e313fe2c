#include "core/readers/perfetto/sequence.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/bytes/message_reader.h"

namespace lanescope::perfetto {
namespace {

using Entry = std::pair<std::string_view, ArgumentKey>;

/// Of torch.profiler, rocprofv3 and rocprof-sys.
constexpr std::array kArguments = {
    Entry{"correlation", ArgumentKey::Correlation},
    Entry{"corr_id", ArgumentKey::Correlation},
    Entry{"External id", ArgumentKey::ExternalId},
    Entry{"device", ArgumentKey::Device},
    Entry{"agent", ArgumentKey::Device},
    Entry{"dst_agent", ArgumentKey::Device},
    Entry{"stream", ArgumentKey::Stream},
    Entry{"stream_ID", ArgumentKey::Stream},
    Entry{"stream_id", ArgumentKey::Stream},
    Entry{"Collective name", ArgumentKey::Collective},
    Entry{"Addr", ArgumentKey::Address},
    Entry{"Bytes", ArgumentKey::Bytes},
    Entry{"Device Type", ArgumentKey::DeviceType},
    Entry{"Device Id", ArgumentKey::DeviceId},
    Entry{"Total Allocated", ArgumentKey::TotalAllocated},
    Entry{"Total Reserved", ArgumentKey::TotalReserved},
    Entry{"Ev Idx", ArgumentKey::EventIndex},
    Entry{"pid", ArgumentKey::Process},
    Entry{"tid", ArgumentKey::Thread},
    Entry{"Sequence number", ArgumentKey::SequenceNumber},
};

struct NamedEntry {
  std::uint64_t id = 0;
  std::string_view name;       // field 2
  std::string_view pretty;     // field 3
  std::uint64_t category = 0;  // field 4
};

std::optional<NamedEntry> entry_of(std::string_view message) {
  NamedEntry entry;
  MessageReader fields(message);
  while (const auto field = fields.next()) {
    if (field->number == 1) entry.id = field->value;
    if (field->number == 2 && field->is_bytes) entry.name = field->bytes;
    if (field->number == 3 && field->is_bytes) entry.pretty = field->bytes;
    if (field->number == 4) entry.category = field->value;
  }
  return fields.broken() ? std::nullopt : std::optional(entry);
}

bool is_read(InternedKind kind) {
  switch (kind) {
    case InternedKind::Category:
    case InternedKind::EventName:
    case InternedKind::AnnotationName:
    case InternedKind::GraphicsContext:
    case InternedKind::GpuSpecification:
    case InternedKind::AnnotationString:
    case InternedKind::GpuCounterDescriptor:
    case InternedKind::ComputeKernel:
    case InternedKind::ComputeArgumentName:
      return true;
  }
  return false;
}

/// GpuCounterDescriptor.MeasureUnit.
std::string_view measure_unit(std::uint64_t unit) {
  constexpr std::array<std::string_view, 41> kUnits = {
      "",    "bit", "Kbit", "Mbit",       "Gbit",      "Tbit",        "Pbit",
      "B",   "KB",  "MB",   "GB",         "TB",        "PB",          "Hz",
      "kHz", "MHz", "GHz",  "THz",        "PHz",       "ns",          "µs",
      "ms",  "s",   "min",  "h",          "vertices",  "pixels",      "triangles",
      "mW",  "W",   "kW",   "J",          "V",         "A",           "°C",
      "°F",  "K",   "%",    "primitives", "fragments", "instructions"};
  return unit < kUnits.size() ? kUnits[unit] : "";
}

std::string joined_units(const std::vector<std::uint64_t>& units) {
  std::string text;
  for (const std::uint64_t unit : units) {
    const std::string_view name = measure_unit(unit);
    if (!name.empty() && !text.empty()) text += "·";
    text += name;
  }
  return text;
}

CounterName counter_name(std::string_view message) {
  CounterName counter{0, ""};
  std::vector<std::uint64_t> above, below;
  MessageReader fields(message);
  while (const auto field = fields.next()) {
    if (field->number == 1) counter.id = static_cast<std::uint32_t>(field->value);
    if (field->number == 2) counter.name = field->bytes;
    if (field->number == 7)
      each_integer(*field, [&](std::uint64_t unit) { above.push_back(unit); });
    if (field->number == 8)
      each_integer(*field, [&](std::uint64_t unit) { below.push_back(unit); });
  }
  std::string unit = joined_units(above);
  if (!below.empty()) unit += "/" + joined_units(below);
  if (!unit.empty()) counter.name += " (" + unit + ")";
  return counter;
}

}  // namespace

ArgumentKey argument_key(std::string_view name) {
  const auto* const found = std::ranges::find(kArguments, name, &Entry::first);
  return found == kArguments.end() ? ArgumentKey::None : found->second;
}

std::vector<CounterName> counter_names(std::string_view message) {
  std::vector<CounterName> names;
  MessageReader fields(message);
  while (const auto field = fields.next()) {
    if (field->number == 1 && field->is_bytes) names.push_back(counter_name(field->bytes));
  }
  return names;
}

void Sequence::clear() {
  valid = true;
  clock = 0;
  track.reset();
  extra_counters.clear();
  extra_doubles.clear();
  names.clear();
  categories.clear();
  arguments.clear();
  argument_texts.clear();
  specifications.clear();
  kernels.clear();
  counters.clear();
  sums.clear();
}

bool Sequence::take_defaults(std::string_view message) {
  clock = 0;
  track.reset();
  extra_counters.clear();
  extra_doubles.clear();
  MessageReader fields(message);
  while (const auto field = fields.next()) {
    if (field->number == 58) clock = static_cast<std::uint32_t>(field->value);
    if (field->number != 11) continue;
    MessageReader parts(field->bytes);
    while (const auto part = parts.next()) {
      if (part->number == 11) track = part->value;
      if (part->number == 31)
        each_integer(*part, [&](std::uint64_t uuid) { extra_counters.push_back(uuid); });
      if (part->number == 45)
        each_integer(*part, [&](std::uint64_t uuid) { extra_doubles.push_back(uuid); });
    }
    if (parts.broken()) return false;
  }
  return !fields.broken();
}

bool Sequence::take_interned(const PacketBytes& packet, std::string_view message, Names& texts,
                             InternedPlaces& places) {
  MessageReader fields(message);
  while (const auto field = fields.next()) {
    if (field->number > UINT16_MAX) continue;
    const auto kind = static_cast<InternedKind>(field->number);
    // What is not known may be no message.
    if (!field->is_bytes || !is_read(kind)) continue;
    const auto entry = entry_of(field->bytes);
    if (!entry) return false;
    switch (kind) {
      case InternedKind::Category:
        categories.set(entry->id, texts.category(entry->name));
        break;
      case InternedKind::EventName:
        names.set(entry->id, texts.text(entry->name));
        break;
      case InternedKind::AnnotationName:
        arguments.set(entry->id, argument_key(entry->name));
        break;
      case InternedKind::AnnotationString:
        argument_texts.set(entry->id, std::string(entry->name));
        break;
      case InternedKind::GpuSpecification:
        specifications.set(entry->id, {std::string(entry->name), entry->category == 2});
        break;
      case InternedKind::ComputeKernel:
        kernels.set(entry->id, texts.text(entry->pretty.empty() ? entry->name : entry->pretty));
        break;
      case InternedKind::GpuCounterDescriptor:
        counters.set(entry->id, counter_names(entry->name));
        break;
      case InternedKind::GraphicsContext:
      case InternedKind::ComputeArgumentName:
        break;
    }
    const std::uint64_t at = packet.place.offset() +
                             static_cast<std::uint64_t>(field->bytes.data() - packet.bytes.data());
    places.add({number, kind, entry->id}, {packet.in_file, packet.place.offset()},
               Place(at, field->bytes.size()));
  }
  return !fields.broken();
}

}  // namespace lanescope::perfetto
