#include "core/readers/nsys/export_check.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>

#include "core/base/bytes/byte_source.h"
#include "core/readers/nsys/facts.h"
#include "core/readers/nsys/report.h"
#include "core/readers/sqlite/database.h"

namespace lanescope {
namespace {

// The header of a database, https://www.sqlite.org/fileformat.html: numbers are big-endian.
constexpr std::size_t kHeaderBytes = 100;
constexpr std::size_t kPageSizeAt = 16, kChangesAt = 24, kPagesAt = 28, kValidForAt = 92;

std::uint64_t number_at(std::string_view header, std::size_t at, std::size_t bytes) {
  std::uint64_t number = 0;
  for (const char c : header.substr(at, bytes))
    number = number << 8U | static_cast<unsigned char>(c);
  return number;
}

/// Of the whole database, as its header says; 0 if it does not say.
std::uint64_t bytes_told(std::string_view header) {
  if (header.size() < kHeaderBytes) return kHeaderBytes;
  // Written by versions that did not keep the number of pages up to date.
  if (number_at(header, kChangesAt, 4) != number_at(header, kValidForAt, 4)) return 0;
  const std::uint64_t page = number_at(header, kPageSizeAt, 2);
  return (page == 1 ? 65'536 : page) * number_at(header, kPagesAt, 4);
}

}  // namespace

std::string fault_of_export(const std::string& path) {
  auto opened = open_byte_source(path);
  if (!opened.ok()) return opened.error().message;
  const std::shared_ptr<ByteSource> source = std::move(opened).value();
  std::array<char, kHeaderBytes> bytes{};
  const auto got = source->read_at(0, bytes);
  if (!got.ok()) return got.error().message;
  const std::string_view header(bytes.data(), got.value());
  if (header.starts_with(kNsysReportMagic)) return "it is a report itself";
  if (!is_sqlite(header)) return "it is not SQLite";
  if (source->random_access_size().value_or(0) < bytes_told(header)) return "it is truncated";
  const auto database = SqliteDatabase::open(source, path, nullptr);
  if (!database.ok()) return "it " + database.error().message;
  if (!is_nsys_database(*database.value())) return "it has no StringIds or META_DATA_EXPORT table";
  return {};
}

}  // namespace lanescope
