// Rows of a table on their way to the clipboard. A hundred thousand take longer than a frame, so a
// worker writes them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/widgets/ui.h"
#include "core/view/background.h"
#include "core/view/data_table.h"

namespace lanescope {

enum class TableFormat : std::uint8_t { Csv, Markdown };

struct TableExcerpt {
  std::shared_ptr<const Snapshot> snapshot;
  std::shared_ptr<const DataTable> table;
  std::vector<std::uint32_t> rows;
  std::vector<std::size_t> columns;
  TableFormat format = TableFormat::Csv;
};

/// UI thread only.
class TableCopy {
 public:
  explicit TableCopy(const std::function<void()>& wake) : text_(wake) {}

  void start(TableExcerpt excerpt);
  /// Once a frame: fills the clipboard as soon as the text is there.
  void refresh(const Ui& ui, double now_s);
  [[nodiscard]] bool busy() const { return wanted_.has_value(); }
  /// "Copied 12 rows" for a moment after it was; else empty.
  [[nodiscard]] std::string_view note() const { return note_; }

 private:
  std::uint64_t number_ = 0;
  std::optional<TableExcerpt> wanted_;
  std::string note_;
  double note_until_s_ = 0;
  Background<std::uint64_t, std::string> text_;
};

}  // namespace lanescope
