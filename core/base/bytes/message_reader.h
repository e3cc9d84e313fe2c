// Reads the fields of a protobuf message one after the other:
// https://protobuf.dev/programming-guides/encoding
// Inline, because profiles and traces have hundreds of millions of fields.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

namespace lanescope {

struct MessageField {
  std::uint32_t number = 0;
  bool is_bytes = false;    // length-delimited: `bytes`, else `value`
  std::uint64_t value = 0;  // a varint, or a number of fixed width
  std::string_view bytes = {};

  [[nodiscard]] std::int64_t integer() const { return static_cast<std::int64_t>(value); }
  /// The value of a field of type double.
  [[nodiscard]] double number_value() const { return std::bit_cast<double>(value); }
};

/// A varint that is longer than the one byte of most.
std::optional<std::uint64_t> take_long_message_varint(std::string_view& bytes);

/// Takes a varint from the front of `bytes`.
inline std::optional<std::uint64_t> take_message_varint(std::string_view& bytes) {
  if (bytes.empty()) return std::nullopt;
  const auto first = static_cast<unsigned char>(bytes.front());
  if (first >= 0x80) return take_long_message_varint(bytes);
  bytes.remove_prefix(1);
  return first;
}

class MessageReader {
 public:
  explicit MessageReader(std::string_view bytes) : rest_(bytes) {}

  /// nullopt at the end, or if what follows is no field; see broken().
  std::optional<MessageField> next() {
    if (rest_.empty()) return std::nullopt;
    const auto tag = take_message_varint(rest_);
    if (!tag || *tag >> 3U == 0 || *tag >> 3U > UINT32_MAX) return fail();
    MessageField field;
    field.number = static_cast<std::uint32_t>(*tag >> 3U);
    return take_value(*tag & 7U, field) ? std::optional(field) : fail();
  }
  /// Whether the message ended within a field.
  [[nodiscard]] bool broken() const { return broken_; }
  /// What is not read yet.
  [[nodiscard]] std::string_view rest() const { return rest_; }

 private:
  std::optional<MessageField> fail() {
    broken_ = true;
    rest_ = {};
    return std::nullopt;
  }

  bool take_value(std::uint64_t wire_type, MessageField& field) {
    switch (wire_type) {
      case 0: {
        const auto value = take_message_varint(rest_);
        field.value = value.value_or(0);
        return value.has_value();
      }
      case 1:
        return take_fixed(sizeof(std::uint64_t), field.value);
      case 2:
        return take_bytes(field);
      case 5:
        return take_fixed(sizeof(std::uint32_t), field.value);
      default:
        return false;
    }
  }

  bool take_bytes(MessageField& field) {
    const auto length = take_message_varint(rest_);
    if (!length || *length > rest_.size()) return false;
    field.is_bytes = true;
    field.bytes = rest_.substr(0, static_cast<std::size_t>(*length));
    rest_.remove_prefix(field.bytes.size());
    return true;
  }

  bool take_fixed(std::size_t size, std::uint64_t& value) {
    static_assert(std::endian::native == std::endian::little);
    if (rest_.size() < size) return false;
    value = 0;
    std::memcpy(&value, rest_.data(), size);
    rest_.remove_prefix(size);
    return true;
  }

  std::string_view rest_;
  bool broken_ = false;
};

/// The integers of a repeated field, packed or not: calls visit(value) for each. False if broken.
template <typename Visit>
bool each_integer(const MessageField& field, const Visit& visit) {
  if (!field.is_bytes) {
    visit(field.value);
    return true;
  }
  for (std::string_view rest = field.bytes; !rest.empty();) {
    const auto value = take_message_varint(rest);
    if (!value) return false;
    visit(*value);
  }
  return true;
}

}  // namespace lanescope
