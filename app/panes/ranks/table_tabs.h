// The tabs of the tables of a run, one of which is open.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "app/panes/ranks/table.h"
#include "app/widgets/tabs.h"

namespace lanescope {

/// UI thread only.
class RanksTableTabs {
 public:
  /// The number beside a title, see Tab.
  struct Badge {
    int count = 0;
    bool alert = false;
  };
  /// Of a table, by its place.
  using Badges = std::function<Badge(std::size_t place, const DataTable& table)>;

  /// In the order of the tabs. `table` must not change; `wake` requests a frame, from any thread.
  void add(std::string_view title, std::shared_ptr<const DataTable> table,
           const std::function<void()>& wake);
  /// False if no tab has that title (ignoring case).
  bool show_tab(std::string_view title);
  void show(std::size_t place) { open_ = place; }
  [[nodiscard]] std::size_t open() const { return open_; }
  [[nodiscard]] const RanksTable& open_table() const { return *tables_[open_]; }
  [[nodiscard]] bool busy() const;

  /// The row of tabs. With `folded` none of them is shown as open. True if a tab was clicked.
  bool draw_row(const Ui& ui, Rect row, bool folded, const Badges& badges);
  /// The open table, as RanksTable::draw.
  RanksTableEvents draw_open(const Ui& ui, const RolePalette& palette, Rect area,
                             std::optional<std::uint32_t> selected,
                             const std::function<void(std::uint32_t row)>& items);

 private:
  std::vector<std::unique_ptr<RanksTable>> tables_;
  std::vector<Tab> tabs_;
  std::size_t open_ = 0;
};

}  // namespace lanescope
