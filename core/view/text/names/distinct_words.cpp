#include "core/view/text/names/distinct_words.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>

#include "core/base/text/utf8.h"
#include "core/view/text/names/name_words.h"

namespace lanescope {
namespace {

constexpr std::size_t kLongestMark = 32;    // bytes
constexpr std::size_t kMostCompared = 256;  // names, word by word

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Length of the prefix that all names share, up to the start of a word.
std::size_t common_head(const std::vector<std::string_view>& names) {
  std::size_t common = names.front().size();
  for (const std::string_view name : names) {
    const auto end = std::ranges::mismatch(name, names.front()).in1;
    common = std::min(common, static_cast<std::size_t>(end - name.begin()));
  }
  while (common > 0 && is_word(names.front()[common - 1])) --common;
  return common;
}

/// Each name without what all of them begin and end with.
std::vector<std::string_view> middles(std::vector<std::string_view> names) {
  const std::size_t head = common_head(names);
  std::vector<std::string> backwards;
  for (std::string_view& name : names) {
    name.remove_prefix(head);
    backwards.emplace_back(name.rbegin(), name.rend());
  }
  const std::size_t tail = common_head({backwards.begin(), backwards.end()});
  for (std::string_view& name : names) name.remove_suffix(tail);
  return names;
}

std::size_t distinct(const std::vector<std::string_view>& texts) {
  std::vector<std::string_view> sorted = texts;
  std::ranges::sort(sorted);
  return static_cast<std::size_t>(std::ranges::unique(sorted).begin() - sorted.begin());
}

bool can_be_read(const std::vector<std::string_view>& marks) {
  return std::ranges::all_of(
      marks, [](std::string_view mark) { return !mark.empty() && mark.size() <= kLongestMark; });
}

/// Names by their words, and which of them the words chosen so far tell apart.
class WordTable {
 public:
  explicit WordTable(const std::vector<std::string_view>& names) : kind_(names.size()) {
    for (const std::string_view name : names) rows_.push_back(name_words(name));
    for (const auto& row : rows_) columns_ = std::max(columns_, row.size());
    const std::size_t kinds = distinct(names);
    while (kinds_ < kinds && choose()) {
    }
    std::ranges::sort(chosen_);
  }

  [[nodiscard]] bool tells_any() const { return !chosen_.empty(); }
  /// The chosen words of a name; those that it does not have are left out.
  [[nodiscard]] std::string mark(std::size_t row) const {
    std::string out;
    for (const std::size_t column : chosen_) {
      const std::string_view word = word_at(row, column);
      if (!word.empty()) out += (out.empty() ? "" : ", ") + std::string(word);
    }
    return out;
  }

 private:
  [[nodiscard]] std::string_view word_at(std::size_t row, std::size_t column) const {
    return column < rows_[row].size() ? rows_[row][column] : std::string_view();
  }

  /// The number of kinds of names if a column is chosen too; sets `kind` to them.
  std::size_t split(std::size_t column, std::vector<std::uint32_t>& kind) const {
    std::map<std::pair<std::uint32_t, std::string_view>, std::uint32_t> known;
    kind.resize(rows_.size());
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      const auto next = static_cast<std::uint32_t>(known.size());
      kind[r] = known.try_emplace({kind_[r], word_at(r, column)}, next).first->second;
    }
    return known.size();
  }

  [[nodiscard]] bool is_same_for_all(std::size_t column) const {
    for (std::size_t r = 1; r < rows_.size(); ++r) {
      if (word_at(r, column) != word_at(0, column)) return false;
    }
    return true;
  }

  /// The column that tells most apart, of several the first: template arguments become less
  /// important from left to right.
  bool choose() {
    std::size_t best = kinds_, best_column = 0;
    std::vector<std::uint32_t> kind, best_kind;
    for (std::size_t column = 0; column < columns_; ++column) {
      if (is_same_for_all(column)) continue;
      const std::size_t kinds = split(column, kind);
      if (kinds <= best) continue;
      best = kinds;
      best_column = column;
      best_kind = kind;
    }
    if (best_kind.empty()) return false;
    kinds_ = best;
    kind_ = std::move(best_kind);
    chosen_.push_back(best_column);
    return true;
  }

  std::vector<std::vector<std::string_view>> rows_;
  std::size_t columns_ = 0;
  std::vector<std::uint32_t> kind_;  // by name
  std::size_t kinds_ = 1;
  std::vector<std::size_t> chosen_;
};

std::vector<std::string> chosen_words(const std::vector<std::string_view>& names) {
  const WordTable table(names);
  std::vector<std::string> marks;
  for (std::size_t i = 0; table.tells_any() && i < names.size(); ++i)
    marks.push_back(table.mark(i));
  return marks;
}

}  // namespace

std::vector<std::string> distinct_words(const std::vector<std::string_view>& names) {
  const std::vector<std::string_view> between = middles(names);
  const std::size_t kinds = distinct(names);
  std::vector<std::string> marks;
  if (kinds > 1 && names.size() <= kMostCompared &&
      !(can_be_read(between) && distinct(between) == kinds))
    marks = chosen_words(names);
  if (marks.empty()) marks.assign(between.begin(), between.end());
  std::map<std::string, std::size_t> seen;
  for (std::string& mark : marks) {
    mark = utf8_head(mark, kLongestMark);
    const std::size_t times = ++seen[mark];
    if (mark.empty() || times > 1) mark += "#" + std::to_string(times);
  }
  return marks;
}

}  // namespace lanescope
