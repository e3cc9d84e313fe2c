#include "app/panes/table_copy.h"

#include <utility>

#include "app/widgets/clipboard.h"

namespace lanescope {
namespace {

constexpr double kNoteS = 2.5;

std::string text_of(const TableExcerpt& excerpt) {
  return excerpt.format == TableFormat::Csv
             ? table_csv(*excerpt.snapshot, *excerpt.table, excerpt.rows, excerpt.columns)
             : table_markdown(*excerpt.table, excerpt.rows, excerpt.columns);
}

}  // namespace

void TableCopy::start(TableExcerpt excerpt) {
  wanted_ = std::move(excerpt);
  ++number_;
}

void TableCopy::refresh(const Ui& ui, double now_s) {
  if (now_s > note_until_s_) note_.clear();
  if (!wanted_) return;
  const auto text =
      text_.ask(number_, [excerpt = *wanted_](const std::stop_token&) { return text_of(excerpt); });
  if (!text.current) return;
  const auto rows = static_cast<std::int64_t>(wanted_->rows.size());
  const std::string what = format_count(rows) + (rows == 1 ? " row" : " rows");
  copy_text(ui, *text.value, what);
  note_ = "Copied " + what;
  note_until_s_ = now_s + kNoteS;
  wanted_.reset();
}

}  // namespace lanescope
