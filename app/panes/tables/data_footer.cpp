#include "app/panes/tables/data_footer.h"

#include <algorithm>

#include "app/panes/tables/row_events.h"
#include "core/view/tables/column_words.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

std::string count_words(const FooterContent& content) {
  const std::size_t all = content.table.rows.size(), matching = content.listed.matching;
  const std::size_t around = content.listed.rows.size() - matching;
  if (around > 0)
    return count_text(matching) + " of " + counted(all, "row") + ", inside " +
           counted(around, "other");
  if (matching < all) return count_text(matching) + " of " + counted(all, "row");
  return counted(all, "row");
}

/// " · 300 launches" of a table that counts them: in a narrow table only the waits, which have no
/// sum, are in view.
std::string launches_words(const DataTable& table, std::span<const DataCell> sums) {
  const auto column = std::ranges::find(table.columns, "Launches", &DataColumn::title);
  const auto number = static_cast<std::size_t>(column - table.columns.begin());
  if (number >= sums.size() || sums[number].text.empty()) return "";
  return " · " + counted(static_cast<std::uint64_t>(std::max<std::int64_t>(0, sums[number].number)),
                         "launch", "launches");
}

}  // namespace

void DataFooter::refresh(const Snapshot& trace, const FooterContent& content) {
  if (of_ == &content.listed && picks_ == content.picks.changes() && selected_ == content.selected)
    return;
  const bool same_rows = of_ == &content.listed && picks_ == content.picks.changes();
  of_ = &content.listed;
  picks_ = content.picks.changes();
  selected_ = content.selected;
  const std::size_t picked = content.picks.count();
  if (picked > 1) {
    if (!same_rows) sums_ = sums_of(content.table, content.picks.listed(content.listed.rows));
    words_ = count_text(picked) + " selected" + launches_words(content.table, sums_);
    summed_ = counted(picked, "selected row");
    is_of_all_ = false;
    return;
  }
  sums_ = content.listed.sums;
  words_ = count_words(content) + launches_words(content.table, sums_);
  summed_ = counted(content.listed.matching, "listed row");
  is_of_all_ = content.listed.matching == content.table.rows.size();
  if (picked == 0) return;
  const std::string instance =
      instance_words(trace, content.table, *content.picks.last(), content.selected);
  if (!instance.empty()) words_ += " · " + instance;
}

TableCell DataFooter::cell(std::size_t column, std::span<const std::size_t> chosen) const {
  if (column == 0) return {words_};
  const std::size_t number = chosen[column - 1];
  return {number < sums_.size() ? std::string_view(sums_[number].text) : std::string_view()};
}

std::string DataFooter::help(std::size_t column, std::span<const std::size_t> chosen,
                             const DataTable& table) const {
  const std::size_t number = column == 0 ? sums_.size() : chosen[column - 1];
  if (number >= sums_.size() || number >= table.columns.size() || sums_[number].text.empty())
    return "";
  const DataColumn& of = table.columns[number];
  const ColumnWords words = column_words(table.name_title, of.title);
  std::string help = "Sum over the ";
  if (words.sum == ColumnSum::Outermost) {
    // Only modules have such columns.
    help += is_of_all_ ? "top rows" : "top rows among the " + summed_;
    help += "; nested modules are included in them.";
  } else {
    help += summed_ + ".";
  }
  if (!words.help.empty()) help += " " + of.title + ": " + std::string(words.help);
  constexpr std::int64_t kWhole = 1'000'000;
  if (of.kind == DataKind::Share && sums_[number].number < kWhole)
    help += is_of_all_ ? " The rest of 100 % is of work that has no row here."
                       : " The rest of 100 % is of other rows, or of work that has no row here.";
  return help;
}

}  // namespace lanescope
