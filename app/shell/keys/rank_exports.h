// Exports while the ranks of a run are in front: of their open table, or of the trace of one rank,
// whose texts are read when it is opened alone.
#pragma once

#include "app/shell/window/main_window.h"

namespace lanescope {

/// Whether such an export has to open a rank first.
bool exports_rank(const MainWindow& window, ExportKind kind);
/// Whether it is of all ranks, their open table or the window, and can be written now.
bool exports_run(const MainWindow& window, ExportKind kind);
/// Only after exports_run(). Of the table all rows in the order shown, with all columns; of the
/// window only what names the file.
ExportedTable run_export(const MainWindow& window, ExportKind kind);
/// Opens the selected rank, else the one that is unfolded, to export it once it is loaded; or asks
/// to select one.
void open_rank_to_export(MainWindow& window, ExportKind kind);
/// Call once per frame. Selects what was selected in the ranks, and asks where to save. False once
/// nothing is left to wait for.
bool go_on_with_export(MainWindow& window, PendingExport& pending);

}  // namespace lanescope
