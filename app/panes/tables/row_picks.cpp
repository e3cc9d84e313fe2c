#include "app/panes/tables/row_picks.h"

#include <algorithm>

namespace lanescope {

void RowPicks::clear() {
  ++changes_;
  rows_.clear();
}

void RowPicks::pick(std::uint32_t row) {
  ++changes_;
  rows_.assign(1, row);
  last_ = row;
}

void RowPicks::toggle(std::uint32_t row) {
  ++changes_;
  const auto at = std::ranges::lower_bound(rows_, row);
  if (at != rows_.end() && *at == row) {
    rows_.erase(at);
  } else {
    rows_.insert(at, row);
  }
  last_ = row;
}

void RowPicks::extend(std::uint32_t row, Order order) {
  ++changes_;
  const auto to = place_in(order, row);
  const auto from = rows_.empty() ? to : place_in(order, last_);
  if (!from || !to) return pick(row);
  const auto [first, last] = std::minmax(*from, *to);
  const Order between = order.subspan(first, last - first + 1);
  rows_.assign(between.begin(), between.end());
  std::ranges::sort(rows_);
}

bool RowPicks::has(std::uint32_t row) const {
  return std::ranges::binary_search(rows_, row);
}

std::optional<std::uint32_t> RowPicks::last() const {
  return rows_.empty() ? std::nullopt : std::optional(last_);
}

std::vector<std::uint32_t> RowPicks::listed(Order order) const {
  std::vector<std::uint32_t> out;
  std::ranges::copy_if(order, std::back_inserter(out),
                       [this](std::uint32_t row) { return has(row); });
  return out;
}

std::optional<std::size_t> place_in(RowPicks::Order order, std::uint32_t row) {
  const auto at = std::ranges::find(order, row);
  if (at == order.end()) return std::nullopt;
  return static_cast<std::size_t>(at - order.begin());
}

}  // namespace lanescope
