// The tabs below the wall: stragglers, slow links, all ranks, and files that could not be read.
#pragma once

#include <cstdint>
#include <functional>
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
  [[nodiscard]] RanksTableTabs& tables() { return tables_; }

 private:
  void follow(const FleetFrame& frame, const RanksTableEvents& events) const;
  [[nodiscard]] std::optional<std::uint32_t> selected_in(const FleetView& view) const;

  RanksTableTabs tables_;
};

}  // namespace lanescope
