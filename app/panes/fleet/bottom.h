// The tabs below the wall: stragglers, slow links, all ranks, and files that could not be read.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "app/panes/fleet/frame.h"
#include "app/panes/ranks/bottom.h"

namespace lanescope {

class FleetBottom {
 public:
  FleetBottom(const FleetView& view, const std::function<void()>& wake);

  /// As RanksBottom::draw.
  bool draw(const FleetFrame& frame, Rect tabs, Rect area);
  /// False if no tab has that title (ignoring case).
  bool show_tab(std::string_view title);
  [[nodiscard]] static std::span<const std::string_view> titles();
  [[nodiscard]] const RanksTable& open_table() const { return *tables_[tab_]; }
  [[nodiscard]] bool busy() const;

 private:
  void follow(const FleetFrame& frame, const RanksTableEvents& events) const;
  [[nodiscard]] std::optional<std::uint32_t> selected_in(const FleetView& view) const;

  std::vector<std::unique_ptr<RanksTable>> tables_;
  std::vector<Tab> tabs_;
  std::size_t tab_ = 0;
};

}  // namespace lanescope
