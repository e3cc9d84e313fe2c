// The tabs under the ranks of a run: the ranks, their collectives, how well those use the wires,
// the files.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "app/panes/ranks/table.h"
#include "app/widgets/tabs.h"

namespace lanescope {

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
