#include "core/readers/xplane/space.h"

#include <algorithm>
#include <array>

namespace lanescope {
namespace {

/// An entry of a map: its key, and the message it leads to.
struct MapEntry {
  std::uint64_t key = 0;
  std::string_view message;
};

MapEntry read_entry(std::string_view bytes) {
  MapEntry entry;
  MessageReader fields(bytes);
  while (const auto field = fields.next()) {
    if (field->number == 1 && !field->is_bytes) entry.key = field->value;
    if (field->number == 2 && field->is_bytes) entry.message = field->bytes;
  }
  return entry;
}

XKind read_kind(std::string_view message) {
  XKind kind;
  kind.message = message;
  MessageReader fields(message);
  while (const auto field = fields.next()) {
    if (!field->is_bytes) continue;
    if (field->number == 2) kind.name = field->bytes;
    if (field->number == 4) kind.display_name = field->bytes;
    if (field->number == 5) kind.has_stats = true;
  }
  return kind;
}

std::string_view read_name(std::string_view message) {
  MessageReader fields(message);
  std::string_view name;
  while (const auto field = fields.next()) {
    if (field->number == 2 && field->is_bytes) name = field->bytes;
  }
  return name;
}

XStat::Type type_of(std::uint32_t field) {
  switch (field) {
    case 2:
      return XStat::Type::Double;
    case 3:
      return XStat::Type::Unsigned;
    case 4:
      return XStat::Type::Signed;
    case 5:
      return XStat::Type::Text;
    case 6:
      return XStat::Type::Bytes;
    case 7:
      return XStat::Type::Reference;
    default:
      return XStat::Type::None;
  }
}

bool has_bytes(XStat::Type type) {
  return type == XStat::Type::Text || type == XStat::Type::Bytes;
}

/// Planes are named by what was profiled, such as "/host:CPU" and "/device:GPU:0", but for these.
bool is_plane_name(std::string_view name) {
  constexpr std::array<std::string_view, 4> kOthers = {"Task Environment", "Host CPUs", "Syscalls",
                                                       "#Chip"};
  return name.starts_with("/host:") || name.starts_with("/device:") ||
         name.starts_with("/virtualdevice:") ||
         std::ranges::any_of(kOthers, [&](std::string_view other) { return name == other; });
}

}  // namespace

std::int64_t XStat::integer(std::int64_t fallback) const {
  return type == Type::Unsigned || type == Type::Signed ? value.integer() : fallback;
}

std::optional<XStat> read_stat(std::string_view bytes) {
  XStat stat;
  MessageReader fields(bytes);
  while (const auto field = fields.next()) {
    if (field->number == 1 && !field->is_bytes) stat.name = field->value;
    const XStat::Type type = type_of(field->number);
    if (type == XStat::Type::None || field->is_bytes != has_bytes(type)) continue;
    stat.type = type;
    stat.value = *field;
  }
  return fields.broken() ? std::nullopt : std::optional(stat);
}

bool read_event(std::string_view bytes, XEvent& event) {
  event.kind = 0;
  event.offset_ps = event.duration_ps = 0;
  event.is_sum = false;
  event.stats.clear();
  MessageReader fields(bytes);
  bool whole = true;
  while (const auto field = fields.next()) {
    if (field->number == 4 && field->is_bytes) {
      const auto stat = read_stat(field->bytes);
      whole = whole && stat;
      if (stat) event.stats.push_back(*stat);
    } else if (!field->is_bytes) {
      if (field->number == 1) event.kind = field->value;
      if (field->number == 2) event.offset_ps = field->integer();
      if (field->number == 3) event.duration_ps = field->integer();
      event.is_sum = event.is_sum || field->number == 5;
    }
  }
  return whole && !fields.broken();
}

std::optional<CutField> read_cut_field(std::string_view unread) {
  constexpr std::uint64_t kBytes = 2;  // the wire type
  const auto tag = take_message_varint(unread);
  if (!tag || (*tag & 7U) != kBytes || *tag >> 3U > UINT32_MAX) return std::nullopt;
  const auto length = take_message_varint(unread);
  if (!length || *length <= unread.size()) return std::nullopt;
  return CutField{static_cast<std::uint32_t>(*tag >> 3U), unread, *length - unread.size()};
}

XLine read_line(std::string_view bytes) {
  XLine line;
  line.unread = bytes;
  MessageReader fields(bytes);
  for (; const auto field = fields.next(); line.unread = fields.rest()) {
    if (field->number == 1) line.id = field->integer();
    if (field->number == 2) line.name = field->bytes;
    if (field->number == 3) line.timestamp_ns = field->integer();
    if (field->number == 4 && field->is_bytes) line.events.push_back(field->bytes);
    if (field->number == 11) line.display_name = field->bytes;
  }
  line.whole = !fields.broken();
  return line;
}

std::string_view XPlane::name_of(std::uint64_t number) const {
  const auto found = names.find(number);
  return found == names.end() ? std::string_view() : found->second;
}

std::string_view XPlane::text_of(const XStat& stat) const {
  if (stat.type == XStat::Type::Text) return stat.value.bytes;
  return stat.type == XStat::Type::Reference ? name_of(stat.value.value) : std::string_view();
}

std::vector<XStat> XPlane::own_stats() const {
  std::vector<XStat> read;
  for (const std::string_view bytes : stats) {
    if (const auto stat = read_stat(bytes)) read.push_back(*stat);
  }
  return read;
}

XPlane read_plane(std::string_view bytes, std::uint64_t missing) {
  XPlane plane;
  plane.missing = missing;
  plane.unread = bytes;
  MessageReader fields(bytes);
  for (; const auto field = fields.next(); plane.unread = fields.rest()) {
    if (field->number == 1) plane.id = field->integer();
    if (!field->is_bytes) continue;
    if (field->number == 2) plane.name = field->bytes;
    if (field->number == 3) plane.lines.push_back(field->bytes);
    if (field->number == 6) plane.stats.push_back(field->bytes);
    if (field->number != 4 && field->number != 5) continue;
    const MapEntry entry = read_entry(field->bytes);
    if (field->number == 4) {
      plane.kinds.insert_or_assign(entry.key, read_kind(entry.message));
    } else {
      plane.names.insert_or_assign(entry.key, read_name(entry.message));
    }
  }
  plane.whole = !fields.broken();
  const auto cut = missing != 0 ? read_cut_field(plane.unread) : std::nullopt;
  if (cut && cut->number == 3) plane.cut_line = cut->bytes;
  return plane;
}

XSpace read_space(std::string_view bytes) {
  XSpace space;
  space.unread = bytes;
  MessageReader fields(bytes);
  for (; const auto field = fields.next(); space.unread = fields.rest()) {
    if (!field->is_bytes) continue;
    if (field->number == 1) space.planes.push_back(field->bytes);
    if (field->number == 2) space.errors.push_back(field->bytes);
    if (field->number == 3) space.warnings.push_back(field->bytes);
    if (field->number == 4) space.hosts.push_back(field->bytes);
  }
  space.whole = !fields.broken();
  const auto cut = space.whole ? std::nullopt : read_cut_field(space.unread);
  if (cut && cut->number == 1) {
    space.cut_plane = cut->bytes;
    space.missing = cut->missing;
  }
  return space;
}

bool is_xplane(std::string_view head) {
  if (!head.starts_with('\n')) return false;
  head.remove_prefix(1);
  if (!take_message_varint(head)) return false;
  // The plane may be longer than the head: its number and name are its first fields.
  if (head.starts_with('\x08')) {
    head.remove_prefix(1);
    if (!take_message_varint(head)) return false;
  }
  if (!head.starts_with('\x12')) return false;
  head.remove_prefix(1);
  const auto length = take_message_varint(head);
  return length && is_plane_name(head.substr(
                       0, static_cast<std::size_t>(std::min<std::uint64_t>(*length, head.size()))));
}

}  // namespace lanescope
