// The input of a decoder: a window over another source, refilled as the decoder consumes it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/bytes/byte_source.h"
#include "core/base/column.h"

namespace lanescope {

/// Sequential: uses read(). Anywhere: uses read_at(), so another reader may run at the same time.
enum class InputOrder { Sequential, Anywhere };

class SourceInput {
 public:
  SourceInput(ByteSource& source, InputOrder order) : source_(source), order_(order) {}

  /// The buffered bytes that have not been consumed.
  [[nodiscard]] std::span<const char> bytes() const {
    return buffer_.span().subspan(begin_, end_ - begin_);
  }
  void eat(std::size_t count) { begin_ += count; }

  /// Tries to buffer at least `count` bytes; false if the input ends first. `count` is small.
  bool have(std::size_t count);

  /// Position in the source of the first buffered byte.
  [[nodiscard]] std::uint64_t offset() const { return offset_ - (end_ - begin_); }
  /// Only for Anywhere.
  void seek(std::uint64_t offset);

 private:
  static constexpr std::size_t kBufferBytes = 1U << 20;

  ByteSource& source_;
  InputOrder order_;
  Column<char> buffer_;  // allocated when first needed; most of it may never be touched
  std::size_t begin_ = 0, end_ = 0;
  std::uint64_t offset_ = 0;  // of the byte after the buffered ones
};

}  // namespace lanescope
