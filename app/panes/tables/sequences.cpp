// Kernels that come again and again in one order: what could be fused, or replayed as a graph.
#include <array>

#include "app/panes/tables/data_pane.h"

namespace lanescope {

std::unique_ptr<Pane> make_sequences_pane(const TraceView& view) {
  using Kind = SequenceKind;
  constexpr std::array kWays{Kind::Repeats, Kind::Operators, Kind::FusionHints};
  return make_data_pane(
      view, {.title = "Sequences",
             .ways = {"Repeated kernels", "Operators", "Short kernels in a row"},
             .build =
                 [kWays](const DataInput& in, std::size_t way, const std::stop_token& stop) {
                   return sequences_table(in, kWays.at(way), stop);
                 },
             .leaves_out_warm_up = true,
             .chart = {}});
}

}  // namespace lanescope
