// OpenType: a table of contents, then tables (specification, "Table Directory", "head", "hhea").
#include "app/shell/theme/font_file.h"

#include <array>
#include <cstdint>
#include <fstream>
#include <string_view>

namespace lanescope {
namespace {

using Bytes = std::vector<char>;

std::uint32_t big_endian(const Bytes& bytes, std::size_t at, std::size_t size) {
  std::uint32_t value = 0;
  for (std::size_t i = at; i < at + size && i < bytes.size(); ++i) {
    value = value << 8U | static_cast<unsigned char>(bytes[i]);
  }
  return value;
}

/// Offset of a table, 0 when there is none.
std::size_t table_offset(const Bytes& bytes, std::string_view tag) {
  const std::size_t tables = big_endian(bytes, 4, 2);
  for (std::size_t i = 0; i < tables; ++i) {
    const std::size_t record = 12 + 16 * i;
    if (record + 16 > bytes.size()) break;
    if (std::string_view(bytes.data() + record, 4) == tag) return big_endian(bytes, record + 8, 4);
  }
  return 0;
}

}  // namespace

FontFile::FontFile(const std::string& path) {
  // In pieces: letter by letter takes as long as the atlas itself, before the first frame.
  std::array<char, 1U << 16U> piece;
  std::ifstream file(path, std::ios::binary);
  do {
    file.read(piece.data(), piece.size());
    bytes_.insert(bytes_.end(), piece.data(), piece.data() + file.gcount());
  } while (file);
}

bool FontFile::whole() const {
  constexpr std::size_t kHeader = 12, kRecord = 16;
  const std::size_t tables = big_endian(bytes_, 4, 2);
  if (bytes_.size() < kHeader + tables * kRecord) return false;
  for (std::size_t at = kHeader; at < kHeader + tables * kRecord; at += kRecord) {
    const std::uint64_t end = std::uint64_t{big_endian(bytes_, at + 8, 4)} +
                              std::uint64_t{big_endian(bytes_, at + 12, 4)};
    if (end > bytes_.size()) return false;
  }
  return table_offset(bytes_, "head") != 0 && table_offset(bytes_, "hhea") != 0 &&
         table_offset(bytes_, "cmap") != 0;
}

float FontFile::line_height_em() const {
  const std::size_t head = table_offset(bytes_, "head");
  const std::size_t hhea = table_offset(bytes_, "hhea");
  const auto units = static_cast<float>(big_endian(bytes_, head + 18, 2));
  const auto ascent = static_cast<std::int16_t>(big_endian(bytes_, hhea + 4, 2));
  const auto descent = static_cast<std::int16_t>(big_endian(bytes_, hhea + 6, 2));
  return head == 0 || hhea == 0 || units <= 0 ? 1.2F : static_cast<float>(ascent - descent) / units;
}

}  // namespace lanescope
