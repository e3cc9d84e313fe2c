// The tabs below the ranks of a run: the ranks, their collectives, their bandwidths, the files.
#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "app/panes/ranks/frame.h"
#include "app/panes/ranks/table_tabs.h"

namespace lanescope {

class RanksBottom {
 public:
  RanksBottom(const RanksView& view, const std::function<void()>& wake);

  /// `tabs` is the row of tabs; `area` is empty if the bottom is folded. True if a tab was clicked,
  /// to unfold the bottom.
  bool draw(const RanksFrame& frame, Rect tabs, Rect area);
  [[nodiscard]] static std::span<const std::string_view> titles();
  [[nodiscard]] RanksTableTabs& tables() { return tables_; }

 private:
  void follow(const RanksFrame& frame, const RanksTableEvents& events) const;

  RanksTableTabs tables_;
};

}  // namespace lanescope
