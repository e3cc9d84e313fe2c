#include "core/base/bytes/utf16_source.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "core/base/bytes/resumable_source.h"
#include "core/base/bytes/source_input.h"
#include "core/base/text/utf8.h"

namespace lanescope {
namespace {

constexpr bool is_high_surrogate(char32_t unit) {
  return unit >= 0xD800 && unit < 0xDC00;
}
constexpr bool is_low_surrogate(char32_t unit) {
  return unit >= 0xDC00 && unit < 0xE000;
}

class Utf16Decoder {
 public:
  static constexpr std::uint64_t kMarkSpacing = 1U << 20;

  struct Mark {
    std::uint64_t text_offset = 0;
    std::uint64_t input_offset = 0;
    bool big_endian = false;
    [[nodiscard]] std::size_t memory_bytes() const { return 0; }
  };

  Utf16Decoder(ByteSource& source, InputOrder order) : input_(source, order) {}

  std::size_t decode(std::span<char> out);
  [[nodiscard]] std::uint64_t text_offset() const { return text_offset_; }
  [[nodiscard]] std::string note() const { return {}; }
  [[nodiscard]] bool is_cut() const { return false; }

  /// Not within a character.
  [[nodiscard]] bool can_mark() const { return carry_begin_ == carry_end_; }
  [[nodiscard]] Mark mark() const { return {text_offset_, input_.offset(), big_endian_}; }
  void restore(const Mark& mark);

 private:
  [[nodiscard]] char32_t unit_at(const char* bytes) const;
  char* decode_one(char* out);
  char* decode_many(std::span<char> out);
  std::size_t take_carried(std::span<char> out);

  SourceInput input_;
  std::uint64_t text_offset_ = 0;
  bool started_ = false;
  bool big_endian_ = false;
  std::array<char, 4> carry_{};  // a character that did not fit into the caller's buffer
  std::size_t carry_begin_ = 0, carry_end_ = 0;
};

std::size_t Utf16Decoder::decode(std::span<char> out) {
  if (!started_ && input_.have(2)) {
    big_endian_ = input_.bytes()[0] == '\xFE';
    input_.eat(2);
  }
  started_ = true;
  std::size_t done = take_carried(out);
  while (done < out.size()) {
    // Four bytes are enough for any character; there are fewer only at the end.
    if (!input_.have(4) && input_.bytes().empty()) break;
    if (input_.bytes().size() >= 4 && out.size() - done >= carry_.size()) {
      done = static_cast<std::size_t>(decode_many(out.subspan(done)) - out.data());
    } else {
      carry_begin_ = 0;
      carry_end_ = static_cast<std::size_t>(decode_one(carry_.data()) - carry_.data());
      done += take_carried(out.subspan(done));
    }
  }
  text_offset_ += done;
  return done;
}

char32_t Utf16Decoder::unit_at(const char* bytes) const {
  const auto first = static_cast<unsigned char>(bytes[0]);
  const auto second = static_cast<unsigned char>(bytes[1]);
  return big_endian_ ? static_cast<char32_t>(first << 8 | second)
                     : static_cast<char32_t>(second << 8 | first);
}

/// Decodes one character; requires at least one byte of input and room for four in `out`. Returns
/// the position after it.
char* Utf16Decoder::decode_one(char* out) {
  const std::span<const char> bytes = input_.bytes();
  if (bytes.size() < 2) {
    input_.eat(1);
    return write_utf8(kReplacementCharacter, out);
  }
  const char32_t unit = unit_at(bytes.data());
  if (is_high_surrogate(unit) && bytes.size() >= 4) {
    const char32_t low = unit_at(bytes.data() + 2);
    if (is_low_surrogate(low)) {
      input_.eat(4);
      return write_utf8(0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00), out);
    }
  }
  input_.eat(2);
  const bool unpaired = is_high_surrogate(unit) || is_low_surrogate(unit);
  return write_utf8(unpaired ? kReplacementCharacter : unit, out);
}

/// Decodes as many characters as fit without checking the ends of input and `out`. Returns the
/// position after the last.
char* Utf16Decoder::decode_many(std::span<char> out) {
  char* write = out.data();
  const char* const last = out.data() + out.size() - carry_.size();
  while (write <= last && input_.bytes().size() >= 4) {
    const std::span<const char> bytes = input_.bytes();
    std::size_t ascii = 0;  // most of a trace is ASCII
    const std::size_t most = std::min(bytes.size() / 2, static_cast<std::size_t>(last - write) + 1);
    for (; ascii < most; ++ascii) {
      const char32_t unit = unit_at(bytes.data() + 2 * ascii);
      if (unit >= 0x80) break;
      write[ascii] = static_cast<char>(unit);
    }
    input_.eat(2 * ascii);
    write += ascii;
    if (write <= last && input_.bytes().size() >= 4) write = decode_one(write);
  }
  return write;
}

std::size_t Utf16Decoder::take_carried(std::span<char> out) {
  const std::size_t n = std::min(out.size(), carry_end_ - carry_begin_);
  std::copy_n(carry_.begin() + static_cast<std::ptrdiff_t>(carry_begin_), n, out.begin());
  carry_begin_ += n;
  return n;
}

void Utf16Decoder::restore(const Mark& mark) {
  input_.seek(mark.input_offset);
  text_offset_ = mark.text_offset;
  big_endian_ = mark.big_endian;
  started_ = true;
  carry_begin_ = carry_end_ = 0;
}

}  // namespace

std::unique_ptr<ByteSource> utf16_source(std::unique_ptr<ByteSource> below) {
  return std::make_unique<ResumableSource<Utf16Decoder>>(std::move(below));
}

}  // namespace lanescope
