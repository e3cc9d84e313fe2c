// The bytes below a decoder: a window over another source that is refilled as the decoder eats it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/bytes/byte_source.h"
#include "core/base/column.h"

namespace lanescope {

/// Sequential: takes them with read(). Anywhere: with read_at(), so that it may run beside another
/// reader.
enum class InputOrder { Sequential, Anywhere };

class SourceInput {
 public:
  SourceInput(ByteSource& source, InputOrder order) : source_(source), order_(order) {}

  /// The bytes at hand, not eaten yet.
  [[nodiscard]] std::span<const char> bytes() const {
    return buffer_.span().subspan(begin_, end_ - begin_);
  }
  void eat(std::size_t count) { begin_ += count; }

  /// Tries to have at least `count` bytes at hand; false when the input ends before that. `count`
  /// is small.
  bool have(std::size_t count);

  /// Position in the source of the first byte at hand.
  [[nodiscard]] std::uint64_t offset() const { return offset_ - (end_ - begin_); }
  /// Only for Anywhere.
  void seek(std::uint64_t offset);

 private:
  static constexpr std::size_t kBufferBytes = 1U << 20;

  ByteSource& source_;
  InputOrder order_;
  Column<char> buffer_;  // made when first needed; most of it may never be touched
  std::size_t begin_ = 0, end_ = 0;
  std::uint64_t offset_ = 0;  // of the byte after the buffered ones
};

}  // namespace lanescope
