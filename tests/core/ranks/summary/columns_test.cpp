#include "core/ranks/summary/columns.h"

#include <doctest/doctest.h>

using namespace lanescope;

namespace {

enum class Kind : std::uint8_t { A, B };

}  // namespace

template <>
inline constexpr std::uint64_t lanescope::kChoices<Kind> = 2;

namespace {

struct Row {
  std::int64_t time = 0;
  std::uint32_t number = 0;
  Kind kind = Kind::A;
  bool flag = false;
  double share = 0;
  std::string name;
  std::optional<std::int64_t> bytes;
  friend bool operator==(const Row&, const Row&) = default;
};

template <typename Io, typename Rows>
void describe(Io& io, Rows& rows) {
  io.rows(rows, [](const auto& column) {
    column([](auto& row) -> auto& { return row.time; });
    column(
        [](auto& row) -> auto& { return row.number; }, false);
    column([](auto& row) -> auto& { return row.kind; });
    column([](auto& row) -> auto& { return row.flag; });
    column([](auto& row) -> auto& { return row.share; });
    column([](auto& row) -> auto& { return row.name; });
    column([](auto& row) -> auto& { return row.bytes; });
  });
}

const std::vector<Row> kRows = {
    {INT64_MIN, 0, Kind::B, true, 0.1, "aten::mm", std::nullopt},
    {INT64_MAX, UINT32_MAX, Kind::A, false, -1e300, "", -1},
    {-1, 7, Kind::B, true, 0, "aten::mm", INT64_MIN},
};

std::string bytes_of(const std::vector<Row>& rows) {
  ColumnWriter writer;
  writer.section(1, [&] { describe(writer, rows); });
  return writer.take();
}

std::vector<Row> rows_in(const std::string& bytes, bool& broken) {
  std::vector<Row> rows;
  ColumnReader reader(bytes);
  reader.section(1, [&] { describe(reader, rows); });
  broken = reader.broken();
  return rows;
}

}  // namespace

TEST_CASE("numbers of all sizes, choices and texts are read as they were written") {
  bool broken = true;
  CHECK(rows_in(bytes_of(kRows), broken) == kRows);
  CHECK_FALSE(broken);
  CHECK(rows_in(bytes_of({}), broken).empty());
  CHECK_FALSE(broken);
}

TEST_CASE("columns that end too early are broken, wherever they do") {
  const std::string bytes = bytes_of(kRows);
  for (std::size_t size = 1; size < bytes.size(); ++size) {
    CAPTURE(size);
    bool broken = false;
    const auto rows = rows_in(bytes.substr(0, size), broken);
    // Only between the table of texts and the section it cannot be told.
    CHECK((broken || rows.empty()));
  }
}

TEST_CASE("a number of rows that the bytes cannot hold takes no memory") {
  ColumnWriter writer;
  writer.section(1, [&] { writer.field(std::uint64_t{1} << 61U); });
  bool broken = false;
  CHECK(rows_in(writer.take(), broken).empty());
  CHECK(broken);
}

TEST_CASE("a choice that does not exist is broken") {
  ColumnWriter writer;
  writer.section(1, [&] { writer.field(std::uint64_t{2}); });
  const std::string bytes = writer.take();
  ColumnReader reader(bytes);
  Kind kind = Kind::B;
  reader.section(1, [&] { reader.field(kind); });
  CHECK(reader.broken());
  CHECK(kind == Kind::A);
}

TEST_CASE("a text that is used so often that it would fill the memory is broken") {
  const std::string text(100'000, 'x');
  struct Named {
    std::string name;
  };
  const auto list = [](const auto& column) { column([](auto& row) -> auto& { return row.name; }); };
  for (const std::size_t uses : {std::size_t{10}, std::size_t{1000}}) {
    ColumnWriter writer;
    writer.section(1, [&] { writer.rows(std::vector<Named>(uses, {text}), list); });
    const std::string bytes = writer.take();
    ColumnReader reader(bytes);
    std::vector<Named> rows;
    reader.section(1, [&] { reader.rows(rows, list); });
    CHECK(reader.broken() == (uses == 1000));
  }
}

TEST_CASE("what a later program adds is skipped, and what an older one lacks stays empty") {
  ColumnWriter writer;
  writer.section(9, [&] { writer.field(std::string("new")); });
  writer.section(1, [&] {
    describe(writer, kRows);
    writer.field(std::int64_t{42});
  });
  bool broken = true;
  CHECK(rows_in(writer.take(), broken) == kRows);
  CHECK_FALSE(broken);
  ColumnWriter older;
  older.section(9, [&] { older.field(true); });
  CHECK(rows_in(older.take(), broken).empty());
  CHECK_FALSE(broken);
}
