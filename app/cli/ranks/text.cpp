#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/cli/output/printable.h"
#include "app/cli/output/text_table.h"
#include "app/cli/ranks/fleet_output.h"
#include "core/analysis/events/statistics.h"
#include "core/ranks/fleet/fleet_words.h"
#include "core/ranks/stragglers.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostShown = 16;
constexpr std::size_t kNameWidth = 64;

std::string more_text(std::size_t rows) {
  return rows > kMostShown ? fmt::format("and {} more; see --json\n", rows - kMostShown) : "";
}

/// "clocks: 4,095 ranks aligned with rank 0, within 21.30 µs; largest drift 30.72 ppm".
std::string clocks_text(const Fleet& fleet, const FleetAnalysis& found) {
  const auto reference = std::ranges::find(found.clocks, ClockState::Reference, &RankClock::state);
  if (reference == found.clocks.end()) return "";
  const auto aligned = std::ranges::count(found.clocks, ClockState::Aligned, &RankClock::state);
  double drift = 0;
  for (const RankClock& clock : found.clocks) {
    if (clock.has_drift) drift = std::max(drift, std::abs(clock.drift));
  }
  if (aligned == 0) return "";
  const auto at = static_cast<std::uint32_t>(reference - found.clocks.begin());
  std::string text = fmt::format("clocks: {} aligned with {}, within {}",
                                 counted(static_cast<std::size_t>(aligned), "rank"),
                                 printable(rank_or_file(fleet, found, at)),
                                 format_duration(rounded_ns(found.most_error_ns())));
  if (drift > 0) text += fmt::format("; largest drift {:.2f} ppm", drift * 1e6);
  return text + "\n";
}

std::string stragglers_text(const Fleet& fleet, const FleetAnalysis& found) {
  if (found.stragglers.empty()) return "";
  using Align = TextTable::Align;
  TextTable table({{"straggler", Align::Left},
                   {"host", Align::Left},
                   {"late in", Align::Left},
                   {"longer by"},
                   {"wait caused"},
                   {"cause", Align::Left}});
  for (std::size_t i = 0; i < std::min(found.stragglers.size(), kMostShown); ++i) {
    const FleetStraggler& one = found.stragglers[i];
    table.add_row({printable(rank_or_file(fleet, found, one.rank), kNameWidth),
                   printable(fleet.ranks()[one.rank].host, kNameWidth),
                   printable(late_steps_text(found, one), kNameWidth), format_duration(one.more_ns),
                   // Nobody can be seen to wait for a rank that only exchanges messages.
                   one.collectives == 0 ? "n/a" : format_duration(one.wait_caused_ns),
                   one.cause.term ? printable(cause_text(one.cause), kNameWidth) : "unknown"});
  }
  return "\n" + table.text() + more_text(found.stragglers.size());
}

std::string links_text(const FleetAnalysis& found) {
  if (found.links.empty()) return "";
  using Align = TextTable::Align;
  TextTable table({{"slow link", Align::Left},
                   {"kind", Align::Left},
                   {"size"},
                   {"takes"},
                   {"elsewhere"},
                   {"lost"},
                   {"wait caused"}});
  for (std::size_t i = 0; i < std::min(found.links.size(), kMostShown); ++i) {
    const SlowLink& link = found.links[i].link;
    table.add_row({printable(link_title(found, found.links[i]), kNameWidth),
                   printable(link.shape.kind, kNameWidth), format_bytes(link.shape.bytes),
                   format_duration(rounded_ns(link.transfer_ns)),
                   format_duration(rounded_ns(link.usual_ns)), format_duration(link.lost_ns),
                   format_duration(found.links[i].wait_caused_ns)});
  }
  return "\n" + table.text() + more_text(found.links.size());
}

}  // namespace

std::string fleet_text(const FleetFiles& files, const FleetAnalysis& found) {
  std::string text = printable(fleet_sentence(files.fleet, found)) + "\n";
  for (const std::string& note : fleet_notes(files.fleet, found)) text += printable(note) + "\n";
  return text + clocks_text(files.fleet, found) + stragglers_text(files.fleet, found) +
         links_text(found);
}

}  // namespace lanescope
