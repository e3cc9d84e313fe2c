// Reads the fields of a message as MessageReader does, for the messages that a trace has tens of
// millions of: the field stays in the cursor, and a long varint is read eight bytes at once.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "core/base/bytes/message_reader.h"

namespace lanescope::perfetto {

class FieldCursor {
 public:
  explicit FieldCursor(std::string_view bytes)
      : at_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  /// False at the end, or if what follows is no field; see broken().
  bool next() {
    if (at_ == end_) return false;
    std::uint64_t tag = 0;
    if (!take_varint(tag) || tag >> 3U == 0 || tag >> 3U > UINT32_MAX) return fail();
    field_.number = static_cast<std::uint32_t>(tag >> 3U);
    field_.is_bytes = false;
    return take_value(static_cast<unsigned>(tag & 7U)) || fail();
  }
  /// Takes the next field if it has that tag of one byte and less than 128 bytes. False if it has
  /// not: next() tells what it is.
  bool next_short(char tag, std::string_view& bytes) {
    constexpr std::size_t kHead = 2;
    if (left() < kHead || *at_ != tag) return false;
    const auto size = static_cast<unsigned char>(at_[1]);
    if (size >= 0x80 || size > left() - kHead) return false;
    bytes = {at_ + kHead, size};
    at_ += kHead + size;
    return true;
  }
  /// The same for a field of any length.
  bool next_bytes(char tag, std::string_view& bytes) {
    if (at_ == end_ || *at_ != tag) return false;
    const char* const begin = at_++;
    std::uint64_t length = 0;
    if (!take_varint(length) || length > left()) {
      at_ = begin;
      return false;
    }
    bytes = {at_, static_cast<std::size_t>(length)};
    at_ += length;
    return true;
  }
  /// Takes the next field if it has that tag of one byte, of a varint: only the value of field() is
  /// valid then. False if it has not.
  bool next_number(char tag) {
    if (at_ == end_ || *at_ != tag) return false;
    const char* const begin = at_++;
    if (take_varint(field_.value)) return true;
    at_ = begin;
    return false;
  }
  [[nodiscard]] bool at_end() const { return at_ == end_; }
  /// The latest field. Valid after next() returned true.
  [[nodiscard]] const MessageField& field() const { return field_; }
  /// Whether the message ended within a field.
  [[nodiscard]] bool broken() const { return broken_; }

 private:
  bool fail() {
    broken_ = true;
    at_ = end_;
    return false;
  }
  [[nodiscard]] std::size_t left() const { return static_cast<std::size_t>(end_ - at_); }

  bool take_varint(std::uint64_t& value) {
    if (at_ == end_) return false;
    value = static_cast<unsigned char>(*at_);
    if (value < 0x80) {
      ++at_;
      return true;
    }
    return left() >= sizeof(std::uint64_t) ? take_wide_varint(value) : take_short_varint(value);
  }

  bool take_short_varint(std::uint64_t& value) {
    std::string_view rest(at_, left());
    const auto taken = take_long_message_varint(rest);
    if (!taken) return false;
    value = *taken;
    at_ = rest.data();
    return true;
  }

  /// Up to eight bytes without a branch for each; longer ones are ids that were drawn by chance.
  bool take_wide_varint(std::uint64_t& value) {
    static_assert(std::endian::native == std::endian::little);
    constexpr std::uint64_t kMore = 0x8080808080808080U;
    std::uint64_t word = 0;
    std::memcpy(&word, at_, sizeof word);
    const std::uint64_t last = ~word & kMore;
    if (last == 0) return take_short_varint(value);
    word &= last ^ (last - 1);  // up to the first byte that has no other behind it
    word &= ~kMore;
    word = (word & 0x007F007F007F007FU) | (word & 0x7F007F007F007F00U) >> 1U;
    word = (word & 0x00003FFF00003FFFU) | (word & 0x3FFF00003FFF0000U) >> 2U;
    value = (word & 0x000000000FFFFFFFU) | (word & 0x0FFFFFFF00000000U) >> 4U;
    at_ += (std::countr_zero(last) + 1) / 8;
    return true;
  }

  bool take_fixed(std::size_t size) {
    if (left() < size) return false;
    field_.value = 0;
    std::memcpy(&field_.value, at_, size);
    at_ += size;
    return true;
  }

  bool take_bytes() {
    std::uint64_t length = 0;
    if (!take_varint(length) || length > left()) return false;
    field_.is_bytes = true;
    field_.value = 0;
    field_.bytes = {at_, static_cast<std::size_t>(length)};
    at_ += length;
    return true;
  }

  bool take_value(unsigned wire_type) {
    if (wire_type == 2) return take_bytes();
    field_.bytes = {};
    switch (wire_type) {
      case 0:
        return take_varint(field_.value);
      case 1:
        return take_fixed(sizeof(std::uint64_t));
      case 5:
        return take_fixed(sizeof(std::uint32_t));
      default:
        return false;
    }
  }

  const char* at_;
  const char* end_;
  MessageField field_;
  bool broken_ = false;
};

}  // namespace lanescope::perfetto
