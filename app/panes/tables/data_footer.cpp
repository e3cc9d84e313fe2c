#include "app/panes/tables/data_footer.h"

#include "app/panes/tables/row_events.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

std::string count_words(const FooterContent& content) {
  const std::size_t all = content.table.rows.size(), listed = content.listed.rows.size();
  if (listed < all) return count_text(listed) + " of " + counted(all, "row");
  return counted(all, "row");
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
    words_ = count_text(picked) + " selected";
    return;
  }
  sums_ = content.listed.sums;
  words_ = count_words(content);
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

}  // namespace lanescope
