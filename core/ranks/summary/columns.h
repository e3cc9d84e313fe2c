// Rows as columns of bytes: each field of all rows in turn, integers as varints of the difference
// from the row before, text by its number in a table. Both classes have the same members, so that
// one description of the fields both writes and reads them.
#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace lanescope {

/// One more than the largest value of an enumeration that is stored; those of other types than
/// classes, such as EventId, may have any.
template <typename Choice>
inline constexpr std::uint64_t kChoices = UINT64_MAX;

class ColumnWriter {
 public:
  template <typename Field>
  void field(const Field& value) {
    if constexpr (std::is_same_v<Field, std::string>) {
      add_varint(number_of(value));
    } else if constexpr (std::is_same_v<Field, double>) {
      add_fixed(std::bit_cast<std::uint64_t>(value));
    } else {
      const auto number = static_cast<std::uint64_t>(value);
      const std::uint64_t more = number - before_;
      before_ = number;
      // Zigzag: small numbers of either sign are short.
      add_varint((more << 1U) ^ (0 - (more >> 63U)));
    }
  }
  template <typename Field>
  void field(const std::optional<Field>& value) {
    add_varint(value ? 1 : 0);
    if (value) field(*value);
  }

  /// `list(column)` calls column(get) for each field; get(row) is a reference to it. For numbers
  /// that have nothing to do with those of the row before, column(get, false).
  template <typename Rows, typename List>
  void rows(const Rows& rows, const List& list) {
    add_varint(rows.size());
    list([&](const auto& get, bool differences = true) {
      before_ = 0;
      for (const auto& row : rows) {
        field(get(row));
        if (!differences) before_ = 0;
      }
    });
    before_ = 0;
  }

  /// A part that readers may lack or not know: `write()` adds to it.
  template <typename Write>
  void section(std::uint64_t id, const Write& write) {
    std::string others = std::exchange(bytes_, {});
    before_ = 0;
    write();
    const std::string own = std::exchange(bytes_, std::move(others));
    add_varint(id);
    add_varint(own.size());
    bytes_ += own;
  }

  /// All of it, with the table of texts.
  [[nodiscard]] std::string take();

 private:
  void add_varint(std::uint64_t value);
  void add_fixed(std::uint64_t value);
  std::uint64_t number_of(const std::string& text);

  std::string bytes_;
  std::uint64_t before_ = 0;  // the last number of this column
  std::map<std::string, std::uint64_t, std::less<>> numbers_;
  std::vector<std::string> texts_;
};

/// Trusts nothing: what does not fit makes it broken, and all further values are zero. Rows, and
/// texts, take at most kMostGrowth times the bytes.
class ColumnReader {
 public:
  static constexpr std::size_t kMostGrowth = 32;

  /// `bytes` outlive it.
  explicit ColumnReader(std::string_view bytes);

  [[nodiscard]] bool broken() const { return broken_; }

  template <typename Field>
  void field(Field& value) {
    if constexpr (std::is_same_v<Field, std::string>) {
      value = text(take_varint());
    } else if constexpr (std::is_same_v<Field, double>) {
      value = std::bit_cast<double>(take_fixed());
    } else {
      const std::uint64_t coded = take_varint();
      before_ += (coded >> 1U) ^ (0 - (coded & 1U));
      value = fitting<Field>(before_);
    }
  }
  template <typename Field>
  void field(std::optional<Field>& value) {
    const std::uint64_t has = take_varint();
    if (has > 1) broken_ = true;
    value.reset();
    if (has == 1 && !broken_) field(value.emplace());
  }

  template <typename Rows, typename List>
  void rows(Rows& rows, const List& list) {
    std::uint64_t columns = 0;
    list([&](const auto&, bool = true) { ++columns; });
    const std::uint64_t count = take_varint();
    // Each field has at least one byte, and no row is much larger than its fields.
    if (count > rest_.size() / columns || count > kMostGrowth * rest_.size() / sizeof(rows.front()))
      broken_ = true;
    rows.clear();
    if (broken_) return;
    rows.resize(static_cast<std::size_t>(count));
    list([&](const auto& get, bool differences = true) {
      before_ = 0;
      for (auto& row : rows) {
        field(get(row));
        if (!differences) before_ = 0;
      }
    });
    before_ = 0;
  }

  /// Reads the section of this id, if there is one. What it has beyond that is of a later version.
  template <typename Read>
  void section(std::uint64_t id, const Read& read) {
    const auto at = sections_.find(id);
    if (at == sections_.end()) return;
    rest_ = at->second;
    before_ = 0;
    read();
  }

 private:
  template <typename Field>
  Field fitting(std::uint64_t number) {
    bool fits = true;
    if constexpr (std::is_same_v<Field, bool>) {
      fits = number <= 1;
    } else if constexpr (std::is_enum_v<Field>) {
      using Number = std::underlying_type_t<Field>;
      fits = number < kChoices<Field> &&
             static_cast<std::uint64_t>(static_cast<Number>(number)) == number;
    } else {
      static_assert(std::integral<Field>);
      fits = static_cast<std::uint64_t>(static_cast<Field>(number)) == number;
    }
    if (!fits) broken_ = true;
    return fits ? static_cast<Field>(number) : Field{};
  }

  std::uint64_t take_varint();
  std::uint64_t take_fixed();
  std::string_view take_bytes(std::uint64_t count);
  std::string text(std::uint64_t number);

  std::string_view rest_;
  std::size_t most_text_;  // that may still be given out
  bool broken_ = false;
  std::uint64_t before_ = 0;
  std::vector<std::string_view> texts_;
  std::map<std::uint64_t, std::string_view> sections_;
};

}  // namespace lanescope
