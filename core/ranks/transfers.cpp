#include <algorithm>
#include <map>
#include <tuple>

#include "core/ranks/ranks.h"

namespace lanescope {
namespace {

void add_rates(TransferRow& row, const std::optional<double>& bus_factor) {
  if (!row.bytes || !bus_factor || row.transfer_ns <= 0) return;
  row.algorithm_gb_per_s = static_cast<double>(*row.bytes) * static_cast<double>(row.count) /
                           static_cast<double>(row.transfer_ns);
  row.bus_gb_per_s = *row.algorithm_gb_per_s * *bus_factor;
}

}  // namespace

std::vector<TransferRow> find_transfers(const SharedGroups& shared,
                                        const MatchedCollectives& matched) {
  using Key = std::tuple<std::string, std::uint32_t, std::int64_t>;
  std::map<Key, std::size_t> known;
  std::vector<TransferRow> rows;
  std::vector<std::optional<double>> factors;
  for (const MatchedCollective& one : matched.collectives) {
    if (!one.counts) continue;
    const auto [at, fresh] =
        known.try_emplace(Key{one.kind, one.group, one.bytes.value_or(-1)}, rows.size());
    if (fresh) {
      TransferRow& row = rows.emplace_back();
      row.kind = one.kind;
      row.group = shared.groups[one.group].name;
      row.bytes = one.bytes;
      factors.push_back(one.bus_factor);
    }
    TransferRow& row = rows[at->second];
    ++row.count;
    row.transfer_ns = saturating_add(row.transfer_ns, one.transfer_ns);
    row.most_skew_ns = std::max(row.most_skew_ns, one.skew_ns);
    for (const CollectivePart& part : one.parts) {
      row.wait_ns = saturating_add(row.wait_ns, part.wait_ns);
    }
  }
  for (std::size_t i = 0; i < rows.size(); ++i) add_rates(rows[i], factors[i]);
  std::ranges::stable_sort(rows, std::greater(), &TransferRow::transfer_ns);
  return rows;
}

}  // namespace lanescope
