// Which of the ways to build a table's rows a trace, or a comparison, has rows for.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "app/panes/tables/data_pane.h"

namespace lanescope {

/// Kept between frames. All ways, until refresh() is called. The texts are those of the spec, which
/// outlives this.
class OfferedWays {
 public:
  explicit OfferedWays(const DataPaneSpec& spec);

  /// Asks the spec. `chosen`, an index of names(), stays with the way that was chosen last, and
  /// comes back to it when it is offered again; while it is not, it is the first.
  void refresh(const TraceView& view, const DataPaneSpec& spec, std::size_t& chosen);

  /// As DataPaneSpec::build takes it; 0 if there is only one.
  [[nodiscard]] std::size_t way_at(std::size_t chosen) const;
  [[nodiscard]] std::span<const std::string_view> names() const { return names_; }
  /// One for each name.
  [[nodiscard]] std::span<const std::string_view> hints() const { return hints_; }

 private:
  void take(std::span<const std::size_t> ways, const DataPaneSpec& spec);

  std::vector<std::size_t> ways_;
  std::size_t wanted_ = 0, shown_ = 0;  // ways
  std::vector<std::string_view> names_, hints_;
};

}  // namespace lanescope
