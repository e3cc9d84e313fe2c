// The tabs below the wall: stragglers, slow links, all ranks, and files that could not be read; of
// two runs those of both.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "app/panes/fleet/frame.h"
#include "app/panes/ranks/table_tabs.h"

namespace lanescope {

class FleetBottom {
 public:
  FleetBottom(const FleetView& view, const std::function<void()>& wake);

  /// As RanksBottom::draw.
  bool draw(const FleetFrame& frame, Rect tabs, Rect area);
  [[nodiscard]] static std::span<const std::string_view> titles();
  /// Of two runs, once they are compared, the tables of both.
  [[nodiscard]] RanksTableTabs& tables() { return of_both_ ? *of_both_ : tables_; }

 private:
  void refresh(const FleetView& view);
  void follow(const FleetFrame& frame, const RanksTableEvents& events);
  void follow_both(FleetView& view, std::uint32_t row);
  [[nodiscard]] std::optional<std::uint32_t> selected_in(const FleetView& view);
  [[nodiscard]] std::optional<std::uint32_t> selected_in_both(const FleetView& view);

  std::function<void()> wake_;
  RanksTableTabs tables_;
  std::unique_ptr<RanksTableTabs> of_both_;
  std::shared_ptr<const FleetComparison> both_;  // what they are of; null: one run
};

}  // namespace lanescope
