#include "tests/fuzz/files/message_tree.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "tests/fuzz/engine/fuzz_target.h"

namespace lanescope {
namespace {

using Fields = std::vector<MessageTree>;
using Wire = MessageTree::Wire;

std::optional<std::uint64_t> take_varint(std::string_view& bytes) {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64 && !bytes.empty(); shift += 7) {
    const auto byte = static_cast<std::uint8_t>(bytes.front());
    bytes.remove_prefix(1);
    value |= std::uint64_t{byte & 0x7FU} << shift;
    if (byte < 0x80) return value;
  }
  return std::nullopt;
}

std::optional<std::uint64_t> take_fixed(std::string_view& bytes, std::size_t size) {
  if (bytes.size() < size) return std::nullopt;
  std::uint64_t value = 0;
  for (std::size_t i = size; i > 0; --i)
    value = value << 8U | static_cast<std::uint8_t>(bytes[i - 1]);
  bytes.remove_prefix(size);
  return value;
}

/// Text that happens to parse stays text.
bool is_readable(std::string_view text) {
  return text.size() > 2 && std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; });
}

bool take_bytes(std::string_view& bytes, MessageTree& field, unsigned levels) {
  const auto size = take_varint(bytes);
  if (!size || *size > bytes.size()) return false;
  const std::string_view content = bytes.substr(0, *size);
  bytes.remove_prefix(*size);
  auto inner = is_readable(content) || content.empty() || levels == 0
                   ? std::nullopt
                   : parse_message(content, levels - 1);
  if (inner) field.children = std::move(*inner);
  if (!inner) field.text = content;
  return true;
}

bool take_value(std::string_view& bytes, MessageTree& field, unsigned levels) {
  if (field.wire == Wire::Bytes) return take_bytes(bytes, field, levels);
  const auto number = field.wire == Wire::Varint    ? take_varint(bytes)
                      : field.wire == Wire::Fixed64 ? take_fixed(bytes, 8)
                      : field.wire == Wire::Fixed32 ? take_fixed(bytes, 4)
                                                    : std::nullopt;
  field.number = number.value_or(0);
  return number.has_value();
}

void add_varint(std::string& out, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7U) out += static_cast<char>((value & 0x7FU) | 0x80U);
  out += static_cast<char>(value);
}

void add_fixed(std::string& out, std::uint64_t value, unsigned size) {
  for (unsigned i = 0; i < size; ++i) out += static_cast<char>(value >> (8 * i) & 0xFFU);
}

void add_field(std::string& out, const MessageTree& field) {
  add_varint(out, field.field << 3U | static_cast<std::uint64_t>(field.wire));
  switch (field.wire) {
    case Wire::Varint:
      return add_varint(out, field.number);
    case Wire::Fixed64:
      return add_fixed(out, field.number, 8);
    case Wire::Fixed32:
      return add_fixed(out, field.number, 4);
    case Wire::Bytes:
      const std::string content =
          field.children.empty() ? field.text : message_bytes(field.children);
      add_varint(out, content.size() + field.more_bytes);
      out += content;
  }
}

/// A field, by the list that holds it.
struct Spot {
  Fields* list = nullptr;
  std::size_t at = 0;
  [[nodiscard]] MessageTree& field() const { return (*list)[at]; }
};

void collect(Fields& fields, std::vector<Spot>& spots) {
  for (std::size_t i = 0; i < fields.size(); ++i) {
    spots.push_back({&fields, i});
    collect(fields[i].children, spots);
  }
}

/// Of all, so that most changes are deep inside.
Spot any_spot(Fields& fields, std::mt19937_64& random) {
  std::vector<Spot> spots;
  collect(fields, spots);
  return spots.empty() ? Spot{} : spots[below(random, spots.size())];
}

std::uint64_t hostile_number(std::uint64_t now, std::mt19937_64& random) {
  constexpr std::array<std::uint64_t, 12> kNumbers = {0,
                                                      1,
                                                      2,
                                                      127,
                                                      0x7FFF'FFFF,
                                                      0x8000'0000,
                                                      0xFFFF'FFFF,
                                                      std::uint64_t{1} << 40U,
                                                      std::uint64_t{1} << 62U,
                                                      0x7FFF'FFFF'FFFF'FFFF,
                                                      0x8000'0000'0000'0000,
                                                      0xFFFF'FFFF'FFFF'FFFF};
  switch (below(random, 5)) {
    case 0:
      return now + 1;
    case 1:
      return now - 1;
    case 2:
      return below(random, 64);
    case 3:
      return now ^ std::uint64_t{1} << below(random, 64);
    default:
      return kNumbers[below(random, kNumbers.size())];
  }
}

void change_text(std::string& text, std::mt19937_64& random) {
  if (below(random, 8) == 0) {
    text.assign(below(random, 70'000), 'a');
    return;
  }
  mutate(text, random,
         "\xFF\n\xC3\n\xED\xA0\x80\n\"\n\\u0000\nkernel\ncpu_op\nstream 7\n/device:GPU:0");
}

void change_value(MessageTree& field, std::mt19937_64& random) {
  if (field.wire != Wire::Bytes) {
    field.number = hostile_number(field.number, random);
  } else if (field.children.empty()) {
    change_text(field.text, random);
  } else {
    field.more_bytes = hostile_number(0, random);
  }
}

void change_type(MessageTree& field, std::mt19937_64& random) {
  constexpr std::array kWires = {Wire::Varint, Wire::Fixed64, Wire::Bytes, Wire::Fixed32};
  field.wire = kWires[below(random, kWires.size())];
}

}  // namespace

std::optional<std::vector<MessageTree>> parse_message(std::string_view bytes, unsigned levels) {
  constexpr std::uint64_t kLargestField = 100'000;
  Fields fields;
  while (!bytes.empty()) {
    const auto key = take_varint(bytes);
    if (!key || *key >> 3U == 0 || *key >> 3U > kLargestField) return std::nullopt;
    MessageTree field;
    field.field = *key >> 3U;
    field.wire = static_cast<Wire>(*key & 7U);
    if (!take_value(bytes, field, levels)) return std::nullopt;
    fields.push_back(std::move(field));
  }
  return fields;
}

std::string message_bytes(const std::vector<MessageTree>& fields) {
  std::string out;
  for (const MessageTree& field : fields) add_field(out, field);
  return out;
}

void mutate_message(std::vector<MessageTree>& fields, std::mt19937_64& random) {
  const Spot spot = any_spot(fields, random);
  if (spot.list == nullptr) return;
  const auto place = spot.list->begin() + static_cast<std::ptrdiff_t>(spot.at);
  switch (below(random, 10)) {
    case 0:
      spot.list->erase(place);
      return;
    case 1: {
      MessageTree copy = spot.field();
      spot.list->insert(place, std::move(copy));
      return;
    }
    case 2:
      std::swap(spot.field(), (*spot.list)[below(random, spot.list->size())]);
      return;
    case 3: {
      MessageTree other = any_spot(fields, random).field();
      spot.list->insert(place, std::move(other));
      return;
    }
    case 4: {
      // The value of another of the same number, such as an id that is not its own.
      const MessageTree other = any_spot(fields, random).field();
      if (other.wire == spot.field().wire) spot.field().number = other.number;
      return;
    }
    case 5:
      spot.field().field = 1 + below(random, 64);
      return;
    case 6:
      return change_type(spot.field(), random);
    default:
      return change_value(spot.field(), random);
  }
}

std::string mutated_message(const std::string& bytes, std::mt19937_64& random) {
  std::string out = bytes;
  if (auto fields = below(random, 8) == 0 ? std::nullopt : parse_message(bytes)) {
    for (std::size_t rounds = 1 + below(random, 12); rounds > 0; --rounds)
      mutate_message(*fields, random);
    out = message_bytes(*fields);
    if (below(random, 6) != 0) return out;
  }
  for (std::size_t rounds = 1 + below(random, 3); rounds > 0; --rounds)
    mutate(out, random, "\xFF\xFF\xFF\xFF\x0F\n\x80\n\x0A");
  if (below(random, 4) == 0) out.resize(below(random, out.size() + 1));
  return out;
}

}  // namespace lanescope
