#include "core/readers/capture/python_lines.h"

#include <limits>

namespace lanescope {
namespace {

/// Reads a table from front to back; returns 0 beyond its end.
class TableBytes {
 public:
  explicit TableBytes(std::span<const std::byte> bytes) : bytes_(bytes) {}

  [[nodiscard]] bool at_end() const { return next_ >= bytes_.size(); }

  std::uint8_t take() { return at_end() ? 0 : std::to_integer<std::uint8_t>(bytes_[next_++]); }

  /// Six bits per byte, lowest first; bit 6 is set if another byte follows. Bits beyond the 32nd
  /// are dropped; CPython's tables have none.
  std::uint32_t take_varint() {
    std::uint32_t value = 0;
    std::uint8_t byte = 0;
    for (unsigned shift = 0; !at_end(); shift += 6) {
      byte = take();
      if (shift < 32) value |= static_cast<std::uint32_t>(byte & 0x3FU) << shift;
      if ((byte & 0x40U) == 0) break;
    }
    return value;
  }

  /// The sign is in the lowest bit.
  std::int64_t take_signed_varint() {
    const std::uint32_t value = take_varint();
    const auto magnitude = static_cast<std::int64_t>(value >> 1);
    return (value & 1U) != 0 ? -magnitude : magnitude;
  }

  /// Skips the rest of an entry: only the first byte of an entry has the top bit set.
  void skip_to_entry() {
    while (!at_end() && (std::to_integer<std::uint8_t>(bytes_[next_]) & 0x80U) == 0) ++next_;
  }

 private:
  std::span<const std::byte> bytes_;
  std::size_t next_ = 0;
};

/// The entry of an instruction, with its line if it has one.
struct LineEntry {
  std::int64_t end = 0;  // bytes from the start of the bytecode
  std::int64_t line = 0;
  bool has_line = false;
};

/// 3.10: pairs of bytes. The first is the entry's length in bytes of bytecode, the second the line
/// delta, or -128 for an entry without a line.
void step_3_10(TableBytes& table, LineEntry& entry) {
  constexpr std::int8_t kNoLine = -128;
  entry.end += table.take();
  const auto delta = static_cast<std::int8_t>(table.take());
  entry.has_line = delta != kNoLine;
  if (entry.has_line) entry.line += delta;
}

/// 3.11 and later: a byte with the top bit set, four bits for the kind and three for the length
/// minus one, in units of two bytes. Depending on the kind, a line delta and columns follow.
void step_3_11(TableBytes& table, LineEntry& entry) {
  constexpr unsigned kOneLine0 = 10, kOneLine2 = 12, kNoColumns = 13, kLong = 14, kNone = 15;
  const std::uint8_t first = table.take();
  const unsigned kind = (first >> 3) & 15U;
  entry.end += 2 * ((first & 7U) + 1);
  if (kind >= kOneLine0 && kind <= kOneLine2) entry.line += kind - kOneLine0;
  if (kind == kNoColumns || kind == kLong) entry.line += table.take_signed_varint();
  entry.has_line = kind != kNone;
  table.skip_to_entry();
}

using ReadEntry = void (*)(TableBytes&, LineEntry&);

ReadEntry step_of(std::uint16_t version) {
  if (version == 0x030A) return step_3_10;
  if (version >= 0x030B && version <= 0x030E) return step_3_11;
  return nullptr;
}

}  // namespace

std::optional<std::int32_t> python_line(const PythonLineTable& table, std::int32_t instruction) {
  const ReadEntry step = step_of(table.version);
  if (step == nullptr || instruction < 0) return std::nullopt;
  TableBytes bytes(table.bytes);
  LineEntry entry{.end = 0, .line = table.first_line, .has_line = false};
  while (!bytes.at_end() && entry.end <= instruction) step(bytes, entry);
  const bool is_line = entry.line > 0 && entry.line <= std::numeric_limits<std::int32_t>::max();
  if (entry.end <= instruction || !entry.has_line || !is_line) return std::nullopt;
  return static_cast<std::int32_t>(entry.line);
}

}  // namespace lanescope
