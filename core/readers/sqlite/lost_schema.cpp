#include "core/readers/sqlite/lost_schema.h"

#include <set>
#include <span>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "core/base/check.h"

namespace lanescope {
namespace {

constexpr std::size_t kFileHeader = 100, kLeastPage = 512, kLargestPage = 65'536;
constexpr std::size_t kMostPages = 10'000;  // of a list; a page has dozens of tables
constexpr std::size_t kMostStandIns = 16U
                                      << 20U;  // bytes, for the file may be made to ask for more
constexpr char kBranch = 5, kLeaf = 13;        // kinds of pages of a table

std::uint32_t number_in(std::string_view page, std::size_t at, std::size_t length) {
  std::uint32_t number = 0;
  for (const char c : page.substr(at, length))
    number = number << 8U | static_cast<unsigned char>(c);
  return number;
}

void put_number(std::string& page, std::size_t at, std::size_t length, std::size_t number) {
  for (std::size_t i = length; i-- > 0; number >>= 8U)
    page[at + i] = static_cast<char>(number & 0xFFU);
}

struct PageSize {
  std::size_t bytes = 0;
  std::size_t usable = 0;  // without what extensions keep at its end
};

class ListedTables {
 public:
  ListedTables(ByteSource& source, std::uint64_t bytes, PageSize size)
      : source_(source), bytes_(bytes), size_(size) {}

  StandInPages stand_ins() {
    visit(1);
    while (!waiting_.empty()) {
      const std::uint32_t page = waiting_.back();
      waiting_.pop_back();
      visit(page);
    }
    return std::move(found_);
  }

 private:
  void visit(std::uint32_t number) {
    LANESCOPE_CHECK(number > 0, "pages count from 1, not from {}", number);
    const std::uint64_t begin = std::uint64_t{number - 1} * size_.bytes;
    std::string page(size_.bytes, '\0');
    if (begin + size_.bytes > bytes_) {
      if (number != 1 && (found_.size() + 1) * size_.bytes <= kMostStandIns)
        found_.emplace(begin, stand_in(number));
      return;
    }
    const auto got = source_.read_at(begin, std::span<char>(page));
    if (got.ok() && got.value() == page.size()) add_children(page, number == 1 ? kFileHeader : 0);
  }

  void add_children(std::string_view page, std::size_t header) {
    constexpr std::size_t kCells = 3, kLastChild = 8, kPlaces = 12;
    if (page[header] != kBranch) return;
    add_child(number_in(page, header + kLastChild, 4));
    const std::size_t cells = number_in(page, header + kCells, 2);
    for (std::size_t i = 0; i < cells; ++i) {
      const std::size_t place = header + kPlaces + 2 * i;
      if (place + 2 > page.size()) return;
      const std::size_t cell = number_in(page, place, 2);
      if (cell + 4 <= page.size()) add_child(number_in(page, cell, 4));
    }
  }

  void add_child(std::uint32_t page) {
    if (page != 0 && seen_.size() < kMostPages && seen_.insert(page).second)
      waiting_.push_back(page);
  }

  /// A leaf with a single row: type, name, tbl_name, rootpage and sql of a view.
  [[nodiscard]] std::string stand_in(std::uint32_t number) const {
    const std::string name = fmt::format("lost_tables_of_page_{}", number);
    const std::string sql = fmt::format("CREATE VIEW {} AS SELECT 1", name);
    const auto type_of_text = [](std::string_view text) {
      constexpr std::size_t kText = 13;  // the serial type of an empty one
      const std::size_t type = kText + 2 * text.size();
      const bool fits_byte = type < 128;
      return fits_byte ? std::string(1, static_cast<char>(type))
                       : std::string{static_cast<char>(0x80U | type >> 7U),
                                     static_cast<char>(type & 0x7FU)};
    };
    constexpr char kZero = 8;  // the serial type of the number 0, which needs no bytes
    const std::string types =
        type_of_text("view") + type_of_text(name) + type_of_text(name) + kZero + type_of_text(sql);
    const std::string record =
        static_cast<char>(types.size() + 1) + types + "view" + name + name + sql;
    LANESCOPE_CHECK(record.size() < 256, "a row of two bytes for its length, not {}",
                    record.size());
    const std::string length = record.size() < 128
                                   ? std::string(1, static_cast<char>(record.size()))
                                   : std::string{'\x81', static_cast<char>(record.size() & 0x7FU)};
    const std::string cell = length + '\x01' + record;
    std::string page(size_.bytes, '\0');
    const std::size_t at = size_.usable - cell.size();
    page[0] = kLeaf;
    put_number(page, 3, 2, 1);
    put_number(page, 5, 2, at);
    put_number(page, 8, 2, at);
    return page.replace(at, cell.size(), cell);
  }

  ByteSource& source_;
  std::uint64_t bytes_;
  PageSize size_;
  StandInPages found_;
  std::set<std::uint32_t> seen_{1};
  std::vector<std::uint32_t> waiting_;
};

}  // namespace

StandInPages stand_ins_for_lost_schema(ByteSource& source, std::uint64_t bytes) {
  constexpr std::size_t kPageSize = 16, kReserved = 20;
  std::string header(kFileHeader, '\0');
  const auto got = source.read_at(0, std::span<char>(header));
  if (!got.ok() || got.value() != header.size()) return {};
  const std::size_t written = number_in(header, kPageSize, 2);
  const std::size_t page = written == 1 ? kLargestPage : written;
  const std::size_t reserved = number_in(header, kReserved, 1);
  if (page < kLeastPage || reserved + kLeastPage / 2 + kFileHeader > page) return {};
  return ListedTables(source, bytes, {page, page - reserved}).stand_ins();
}

}  // namespace lanescope
