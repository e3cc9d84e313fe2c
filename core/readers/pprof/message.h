// Reads the fields of a protobuf message one after the other:
// https://protobuf.dev/programming-guides/encoding
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace lanescope {

struct MessageField {
  std::uint32_t number = 0;
  bool is_bytes = false;    // length-delimited: `bytes`, else `value`
  std::uint64_t value = 0;  // a varint, or a number of fixed width
  std::string_view bytes = {};

  [[nodiscard]] std::int64_t integer() const { return static_cast<std::int64_t>(value); }
};

class MessageReader {
 public:
  explicit MessageReader(std::string_view bytes) : rest_(bytes) {}

  /// nullopt at the end, or if what follows is no field; see broken().
  std::optional<MessageField> next();
  /// Whether the message ended within a field.
  [[nodiscard]] bool broken() const { return broken_; }

 private:
  std::optional<MessageField> fail();
  bool take_fixed(std::size_t size, std::uint64_t& value);

  std::string_view rest_;
  bool broken_ = false;
};

/// Takes a varint from the front of `bytes`.
std::optional<std::uint64_t> take_message_varint(std::string_view& bytes);

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
