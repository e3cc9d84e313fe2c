// The last line of a table: how many rows are listed or selected, which of a row's events is
// selected, and sums.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "app/panes/tables/data_build.h"
#include "app/panes/tables/row_picks.h"
#include "app/widgets/table.h"

namespace lanescope {

struct FooterContent {
  const DataTable& table;
  const ListedRows& listed;
  const RowPicks& picks;
  EventId selected = EventId::None;
};

/// Kept between frames.
class DataFooter {
 public:
  /// Once per frame. Cost: a comparison; after a change of the selected rows a pass over these.
  void refresh(const Snapshot& trace, const FooterContent& content);
  /// `column` counts from the name; `chosen` are the columns shown. The cell refers to data that is
  /// valid until the next refresh.
  [[nodiscard]] TableCell cell(std::size_t column, std::span<const std::size_t> chosen) const;
  /// What the number of a cell is summed over, and why a share is less than 100 %; empty without a
  /// number.
  [[nodiscard]] std::string help(std::size_t column, std::span<const std::size_t> chosen,
                                 const DataTable& table) const;

 private:
  std::string words_, summed_;  // the second: the rows, as in "1 of 3 rows"
  bool is_of_all_ = false;      // rows of the table
  std::vector<DataCell> sums_;
  const void* of_ = nullptr;  // the listed rows
  std::uint64_t picks_ = 0;
  EventId selected_ = EventId::None;
};

}  // namespace lanescope
