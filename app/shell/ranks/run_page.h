// What the pages of a run share, whether its ranks are known by traces or by summaries.
#pragma once

#include <string_view>

#include "app/panes/ranks/table_tabs.h"
#include "app/shell/layout/layout.h"
#include "app/widgets/draw/ui.h"
#include "app/workspace/traces/open_ranks.h"

namespace lanescope {

/// The tables below its ranks; null before the window has panes for it. UI thread only.
RanksTableTabs* table_tabs(const OpenRanks& ranks);
/// Makes room for the tables after a click on their tabs.
void unfold_tables(PaneSizes& sizes, const Areas& areas);
/// The keys that move the lanes or the wall of a run.
inline constexpr std::string_view kRunHints =
    "W S zoom   A D pan   0 all   Z zoom to selection   Enter open the rank";
/// The last line of the window: what is in view, and keys where they have room.
void draw_run_status(const Ui& ui, Rect line, std::string_view facts,
                     std::string_view hints = kRunHints);

}  // namespace lanescope
