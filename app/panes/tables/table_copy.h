// Copies rows of a table to the clipboard. A hundred thousand rows take longer than a frame, so a
// worker formats them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/panes/pane/trace_view.h"
#include "app/widgets/draw/ui.h"
#include "core/view/results/background.h"
#include "core/view/tables/data_table.h"

namespace lanescope {

struct TableExcerpt {
  std::shared_ptr<const Snapshot> snapshot;
  std::shared_ptr<const DataTable> table;
  std::vector<std::uint32_t> rows;
  std::vector<std::size_t> columns;
  FileFormat format = FileFormat::Csv;  // or Markdown
};

/// Cost: O(rows).
std::string excerpt_text(const TableExcerpt& excerpt);

/// UI thread only.
class TableCopy {
 public:
  explicit TableCopy(const std::function<void()>& wake) : text_(wake) {}

  void start(TableExcerpt excerpt);
  /// Call once per frame: puts the text on the clipboard once it is ready, and confirms it.
  void refresh(const Ui& ui);
  [[nodiscard]] bool busy() const { return wanted_.has_value(); }

 private:
  std::uint64_t number_ = 0;
  std::optional<TableExcerpt> wanted_;
  Background<std::uint64_t, std::string> text_;
};

}  // namespace lanescope
