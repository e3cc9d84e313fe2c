// The tabs under the ranks of a run: the ranks, their collectives, how well those use the wires,
// the files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "app/panes/ranks/frame.h"
#include "app/panes/tables/table_copy.h"
#include "app/widgets/table.h"
#include "app/widgets/tabs.h"
#include "core/view/results/background.h"
#include "core/view/tables/data_table.h"

namespace lanescope {

/// What was done to its rows, by their number in the table.
struct RanksTableEvents {
  std::optional<std::uint32_t> clicked, double_clicked;
};

/// One table of a run: sorted by a click on a head, copied, saved. What does not fit beside the
/// names is left out from the end.
class RanksTable {
 public:
  /// `table` never changes.
  RanksTable(std::string_view title, std::shared_ptr<const DataTable> table,
             const std::function<void()>& wake);

  [[nodiscard]] std::string_view title() const { return title_; }
  [[nodiscard]] const DataTable& table() const { return *table_; }
  RanksTableEvents draw(const RanksFrame& frame, Rect area, std::optional<std::uint32_t> selected);
  /// The rows as listed, for the clipboard.
  void copy(FileFormat format);
  /// For a file: what it holds, with all columns.
  [[nodiscard]] TableExcerpt excerpt(FileFormat format) const;
  [[nodiscard]] bool busy() const { return busy_ || copy_.busy(); }

 private:
  using Order = std::vector<std::uint32_t>;

  void refresh_order();
  void choose_columns(float width_px);

  std::string_view title_;
  std::shared_ptr<const DataTable> table_;
  DataQuery query_;
  std::shared_ptr<const Order> order_;
  DataQuery order_for_;
  bool busy_ = false;
  std::vector<std::size_t> chosen_;
  std::vector<TableColumn> columns_;
  float columns_for_px_ = -1;
  std::optional<std::uint32_t> shown_selection_;
  TableState state_;
  TableCopy copy_;
  Background<DataQuery, Order> orders_;
};

class RanksBottom {
 public:
  RanksBottom(const RanksView& view, const std::function<void()>& wake);

  /// `tabs` is the row of tabs; `area` is empty while the bottom is folded. True when a tab was
  /// clicked, so that it is to be unfolded.
  bool draw(const RanksFrame& frame, Rect tabs, Rect area);
  /// False when no tab has that title (case ignored).
  bool show_tab(std::string_view title);
  [[nodiscard]] std::vector<std::string_view> titles() const;
  [[nodiscard]] const RanksTable& open_table() const { return *tables_[tab_]; }
  [[nodiscard]] bool busy() const;

 private:
  void draw_facts(const RanksFrame& frame, Rect row, float from_x);
  void follow(const RanksFrame& frame, const RanksTableEvents& events) const;

  std::vector<std::unique_ptr<RanksTable>> tables_;
  std::vector<Tab> tabs_;
  std::size_t tab_ = 0;
};

}  // namespace lanescope
