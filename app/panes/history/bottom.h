// The tabs below the charts: the runs, their changes, and files that are not among them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "app/panes/history/frame.h"
#include "app/panes/ranks/table_tabs.h"

namespace lanescope {

class HistoryBottom {
 public:
  HistoryBottom(const HistoryView& view, const std::function<void()>& wake);

  /// As RanksBottom::draw.
  bool draw(const HistoryFrame& frame, Rect tabs, Rect area);
  [[nodiscard]] static std::span<const std::string_view> titles();
  [[nodiscard]] RanksTableTabs& tables() { return tables_; }

 private:
  [[nodiscard]] const std::vector<SeriesRun>* rows(const HistoryView& view) const;
  [[nodiscard]] std::optional<std::uint32_t> selected_in(const HistoryView& view) const;

  RanksTableTabs tables_;
};

}  // namespace lanescope
