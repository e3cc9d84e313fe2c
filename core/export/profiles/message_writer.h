// Writes the fields of a protobuf message: https://protobuf.dev/programming-guides/encoding
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

namespace lanescope {

/// A message as a string of fields. Negative numbers are written as protobuf's int64.
class MessageWriter {
 public:
  MessageWriter& integer(std::uint32_t field, std::int64_t value) {
    varint(std::uint64_t{field} << 3U);
    varint(static_cast<std::uint64_t>(value));
    return *this;
  }
  MessageWriter& fixed(std::uint32_t field, std::uint64_t value) {
    varint(std::uint64_t{field} << 3U | 1U);
    for (int byte = 0; byte < 8; ++byte) {
      out_ += static_cast<char>(value & 0xFFU);
      value >>= 8U;
    }
    return *this;
  }
  MessageWriter& number(std::uint32_t field, double value) {
    return fixed(field, std::bit_cast<std::uint64_t>(value));
  }
  /// A text, or another message.
  MessageWriter& bytes(std::uint32_t field, std::string_view bytes) {
    varint(std::uint64_t{field} << 3U | 2U);
    varint(bytes.size());
    out_ += bytes;
    return *this;
  }
  MessageWriter& message(std::uint32_t field, const MessageWriter& inner) {
    return bytes(field, inner.out_);
  }
  /// Without a tag: the content of a packed list.
  MessageWriter& item(std::int64_t value) {
    varint(static_cast<std::uint64_t>(value));
    return *this;
  }

  [[nodiscard]] const std::string& text() const { return out_; }
  void clear() { out_.clear(); }

 private:
  void varint(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7U) out_ += static_cast<char>(value | 0x80U);
    out_ += static_cast<char>(value);
  }

  std::string out_;
};

}  // namespace lanescope
