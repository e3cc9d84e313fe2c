// Exports while the ranks of a run are in front: of their open table, or of the trace of one rank,
// whose texts are read when it is opened alone.
#pragma once

#include "app/shell/window/main_window.h"

namespace lanescope {

/// Whether such an export has to open a rank first.
bool exports_rank(const MainWindow& window, ExportKind kind);
/// Whether it is of the table of ranks that is open, and that can be written now.
bool exports_ranks_table(const MainWindow& window, ExportKind kind);
/// Only after exports_ranks_table(). All rows in the order shown, with all columns.
ExportedTable ranks_table(const MainWindow& window, ExportKind kind);
/// Opens the selected rank, else the one that is unfolded, and says that it can be exported then;
/// or asks to select one.
void open_rank_to_export(MainWindow& window);

}  // namespace lanescope
