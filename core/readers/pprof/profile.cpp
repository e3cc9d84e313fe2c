#include "core/readers/pprof/profile.h"

#include <fmt/format.h>

#include "core/base/bytes/message_reader.h"
#include "core/readers/profiles/frame_name.h"

namespace lanescope {

bool PprofProfile::read(std::string_view file) {
  MessageReader fields(file);
  bool whole = true;
  while (const auto field = fields.next()) {
    switch (field->number) {
      case 1:
        whole = read_type(field->bytes) && whole;
        break;
      case 2:
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
  return whole && !fields.broken();
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

std::vector<std::string> PprofProfile::frames_of(std::uint64_t location) const {
  const auto found = locations_.find(location);
  if (found == locations_.end()) return {"(unknown)"};
  std::vector<std::string> frames;
  for (const Line& line : found->second.lines) {
    const auto function = functions_.find(line.function);
    if (function == functions_.end()) {
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
