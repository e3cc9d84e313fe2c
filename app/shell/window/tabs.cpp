#include "app/shell/window/tabs.h"

#include <algorithm>

#include "app/shell/panes/trace_panes.h"
#include "app/shell/ranks/fleet_page.h"
#include "app/shell/ranks/history_page.h"
#include "app/shell/ranks/ranks_page.h"
#include "app/shell/ranks/run_page.h"
#include "core/base/text/ascii_case.h"

namespace lanescope {

std::span<const std::string_view> tab_titles(const Workspace& workspace) {
  if (workspace.ranks_in_front()) {
    const OpenRanks& ranks = *workspace.ranks();
    if (ranks.fleet_panes) return FleetBottom::titles();
    if (ranks.history_panes) return HistoryBottom::titles();
    return ranks.panes ? RanksBottom::titles() : std::span<const std::string_view>();
  }
  const OpenTrace* trace = workspace.trace();
  if (trace == nullptr || trace->view.snapshot() == nullptr) return {};
  return offered_titles(*trace);
}

std::string_view shown_tab(const Workspace& workspace) {
  if (tab_titles(workspace).empty()) return {};
  if (!workspace.ranks_in_front()) return workspace.trace()->tab_title();
  return table_tabs(*workspace.ranks())->open_table().title();
}

bool show_tab(const Workspace& workspace, PaneSizes& sizes, std::string_view title) {
  if (workspace.ranks_in_front()) {
    sizes.bottom_shown = true;
    RanksTableTabs* const tables = table_tabs(*workspace.ranks());
    return tables != nullptr && tables->show_tab(title);
  }
  if (workspace.trace() == nullptr) return false;
  OpenTrace& trace = *workspace.trace();
  const auto found = std::ranges::find_if(trace.tab_titles, [title](std::string_view own) {
    return std::ranges::equal(own, title, {}, lower_case, lower_case);
  });
  if (found == trace.tab_titles.end()) return false;
  const auto tab = static_cast<std::size_t>(found - trace.tab_titles.begin());
  if (!offers_tab(trace, tab)) return false;
  trace.tab = tab;
  sizes.bottom_shown = true;
  return true;
}

void go_to_tab(const Workspace& workspace, PaneSizes& sizes, std::string_view title) {
  if (!show_tab(workspace, sizes, title) || workspace.ranks_in_front()) return;
  open_pane(*workspace.trace()).take_arrows();
}

void step_tab(const Workspace& workspace, PaneSizes& sizes, int by) {
  const std::string_view shown = shown_tab(workspace);
  const auto titles = tab_titles(workspace);
  if (titles.empty()) return;
  const auto count = static_cast<std::ptrdiff_t>(titles.size());
  const auto at = std::ranges::find(titles, shown) - titles.begin();
  go_to_tab(workspace, sizes, titles[static_cast<std::size_t>((at + by + count) % count)]);
}

}  // namespace lanescope
