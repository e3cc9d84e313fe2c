#include "core/readers/pprof/profile.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/bytes/message_reader.h"
#include "core/readers/profiles/frame_name.h"

namespace lanescope {
namespace {

constexpr std::uint64_t kSampleField = 2;

/// The number of the field that `bytes` end in, 0 if they end in the tag of one; nullopt if they
/// are none of a profile, whose fields are numbers and bytes.
std::optional<std::uint64_t> cut_field(std::string_view bytes) {
  constexpr std::size_t kMostTagBytes = 5;
  const std::size_t given = bytes.size();
  const auto tag = take_message_varint(bytes);
  if (!tag) return given < kMostTagBytes ? std::optional<std::uint64_t>(0) : std::nullopt;
  const std::uint64_t number = *tag >> 3U, type = *tag & 7U;
  const bool is_field = number >= 1 && number <= 15 && (type == 0 || type == 2);
  return is_field ? std::optional(number) : std::nullopt;
}

}  // namespace

PprofProfile::Reading PprofProfile::read(std::string_view file) {
  MessageReader fields(file);
  bool whole = true;
  std::string_view rest = file;
  for (auto field = fields.next(); field; rest = fields.rest(), field = fields.next()) {
    switch (field->number) {
      case 1:
        whole = read_type(field->bytes) && whole;
        break;
      case kSampleField:
        samples_.push_back(field->bytes);
        break;
      case 4:
        whole = read_location(field->bytes) && whole;
        break;
      case 5:
        whole = read_function(field->bytes) && whole;
        break;
      case 6:
        strings_.push_back(field->bytes);
        break;
      case 9:
        time_ns_ = field->integer();
        break;
      case 14:
        default_type_ = field->value;
        break;
      default:  // mappings, comments, the period: nothing to show
        break;
    }
  }
  if (!whole) return Reading::Damaged;
  if (!fields.broken()) return Reading::Whole;
  const auto cut = cut_field(rest);
  if (!cut) return Reading::Damaged;
  if (*cut == kSampleField) cut_sample_ = file.size() - rest.size();
  return Reading::Truncated;
}

bool PprofProfile::names_types() const {
  return std::ranges::all_of(
      types_, [this](const auto& type) { return has_text(type.first) && has_text(type.second); });
}

std::vector<PprofProfile::ValueType> PprofProfile::types() const {
  std::vector<ValueType> types;
  for (const auto& [type, unit] : types_) types.push_back({text(type), text(unit)});
  return types;
}

bool PprofProfile::read_type(std::string_view bytes) {
  MessageReader fields(bytes);
  auto& [type, unit] = types_.emplace_back();
  while (const auto field = fields.next()) {
    if (field->number == 1) type = field->value;
    if (field->number == 2) unit = field->value;
  }
  return !fields.broken();
}

bool PprofProfile::read_location(std::string_view bytes) {
  MessageReader fields(bytes);
  std::uint64_t id = 0;
  Location location;
  bool whole = true;
  while (const auto field = fields.next()) {
    if (field->number == 1) id = field->value;
    if (field->number == 3) location.address = field->value;
    if (field->number != 4) continue;
    MessageReader line_fields(field->bytes);
    Line& line = location.lines.emplace_back();
    while (const auto part = line_fields.next()) {
      if (part->number == 1) line.function = part->value;
      if (part->number == 2) line.line = part->integer();
    }
    whole = whole && !line_fields.broken();
  }
  locations_.insert_or_assign(id, std::move(location));
  return whole && !fields.broken();
}

bool PprofProfile::read_function(std::string_view bytes) {
  MessageReader fields(bytes);
  std::uint64_t id = 0;
  Function function;
  while (const auto field = fields.next()) {
    if (field->number == 1) id = field->value;
    if (field->number == 2) function.name = field->value;
    if (field->number == 4) function.file = field->value;
    if (field->number == 5) function.first_line = field->integer();
  }
  functions_.insert_or_assign(id, function);
  return !fields.broken();
}

std::vector<std::string> PprofProfile::frames_of(std::uint64_t location,
                                                 std::uint64_t& unnamed) const {
  const auto found = locations_.find(location);
  if (found == locations_.end()) {
    ++unnamed;
    return {"(unknown)"};
  }
  std::vector<std::string> frames;
  for (const Line& line : found->second.lines) {
    const auto function = functions_.find(line.function);
    if (function == functions_.end() || !has_text(function->second.name)) {
      ++unnamed;
      frames.emplace_back("(unknown)");
      continue;
    }
    const Function& its = function->second;
    const std::int64_t first_line = its.first_line > 0 ? its.first_line : line.line;
    frames.push_back(frame_name(text(its.name), text(its.file), first_line));
  }
  if (frames.empty()) frames.push_back(fmt::format("0x{:x}", found->second.address));
  return frames;
}

}  // namespace lanescope
