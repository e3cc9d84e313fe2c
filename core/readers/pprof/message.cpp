#include "core/readers/pprof/message.h"

namespace lanescope {

std::optional<std::uint64_t> take_message_varint(std::string_view& bytes) {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64 && !bytes.empty(); shift += 7) {
    const auto byte = static_cast<unsigned char>(bytes.front());
    bytes.remove_prefix(1);
    value |= std::uint64_t{byte & 0x7FU} << shift;
    if (byte < 0x80) return value;
  }
  return std::nullopt;
}

std::optional<MessageField> MessageReader::fail() {
  broken_ = true;
  rest_ = {};
  return std::nullopt;
}

bool MessageReader::take_fixed(std::size_t size, std::uint64_t& value) {
  if (rest_.size() < size) return false;
  value = 0;
  for (std::size_t i = size; i-- > 0;) value = value << 8U | static_cast<unsigned char>(rest_[i]);
  rest_.remove_prefix(size);
  return true;
}

std::optional<MessageField> MessageReader::next() {
  if (rest_.empty()) return std::nullopt;
  const auto tag = take_message_varint(rest_);
  if (!tag || *tag >> 3U == 0 || *tag >> 3U > UINT32_MAX) return fail();
  MessageField field;
  field.number = static_cast<std::uint32_t>(*tag >> 3U);
  switch (*tag & 7U) {
    case 0: {
      const auto value = take_message_varint(rest_);
      if (!value) return fail();
      field.value = *value;
      return field;
    }
    case 1:
      return take_fixed(8, field.value) ? std::optional(field) : fail();
    case 2: {
      const auto length = take_message_varint(rest_);
      if (!length || *length > rest_.size()) return fail();
      field.is_bytes = true;
      field.bytes = rest_.substr(0, static_cast<std::size_t>(*length));
      rest_.remove_prefix(field.bytes.size());
      return field;
    }
    case 5:
      return take_fixed(4, field.value) ? std::optional(field) : fail();
    default:
      return fail();
  }
}

}  // namespace lanescope
