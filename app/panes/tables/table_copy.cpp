#include "app/panes/tables/table_copy.h"

#include <utility>

#include "app/widgets/clipboard.h"
#include "core/view/text/time_text.h"

namespace lanescope {

std::string excerpt_text(const TableExcerpt& excerpt) {
  return excerpt.format == FileFormat::Csv
             ? table_csv(*excerpt.snapshot, *excerpt.table, excerpt.rows, excerpt.columns)
             : table_markdown(*excerpt.table, excerpt.rows, excerpt.columns);
}

void TableCopy::start(TableExcerpt excerpt) {
  wanted_ = std::move(excerpt);
  ++number_;
}

void TableCopy::refresh(const Ui& ui) {
  if (!wanted_) return;
  const auto text = text_.ask(
      number_, [excerpt = *wanted_](const std::stop_token&) { return excerpt_text(excerpt); });
  if (!text.current) return;
  copy_text(ui, *text.value, counted(wanted_->rows.size(), "row"));
  wanted_.reset();
}

}  // namespace lanescope
