#include "core/readers/sqlite/header.h"

#include "core/base/check.h"

namespace lanescope {
namespace {

/// Most significant byte first.
std::uint64_t number_at(std::string_view bytes, std::size_t at, std::size_t length) {
  LANESCOPE_CHECK(at + length <= bytes.size(), "a number in {} bytes, not at {}", bytes.size(), at);
  std::uint64_t number = 0;
  for (const char c : bytes.substr(at, length))
    number = number << 8U | static_cast<unsigned char>(c);
  return number;
}

}  // namespace

bool is_sqlite(std::string_view head) {
  using namespace std::string_view_literals;
  return head.starts_with("SQLite format 3\0"sv);
}

std::uint64_t sqlite_bytes_in_header(std::string_view head) {
  constexpr std::size_t kPageSize = 16, kChanges = 24, kPages = 28, kPagesValidFor = 92;
  constexpr std::uint64_t kLargestPage = 65'536;  // is written as 1
  if (head.size() < kSqliteHeaderBytes) return 0;
  if (number_at(head, kChanges, 4) != number_at(head, kPagesValidFor, 4)) return 0;
  const std::uint64_t page_bytes = number_at(head, kPageSize, 2);
  return number_at(head, kPages, 4) * (page_bytes == 1 ? kLargestPage : page_bytes);
}

}  // namespace lanescope
