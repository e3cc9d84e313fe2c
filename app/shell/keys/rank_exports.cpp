#include "app/shell/keys/rank_exports.h"

#include <optional>

#include "app/shell/keys/command_conditions.h"

namespace lanescope {
namespace {

using namespace command_conditions;

std::optional<std::size_t> rank_to_export(const RanksView& view) {
  if (view.rank()) return view.rank();
  std::optional<std::size_t> found;
  for (std::size_t trace = 0; trace < view.run().ranks.size(); ++trace) {
    if (!view.unfolded(trace)) continue;
    if (found) return std::nullopt;
    found = trace;
  }
  return found;
}

}  // namespace

bool exports_rank(const MainWindow& window, ExportKind kind) {
  switch (kind) {
    case ExportKind::Csv:  // the tables are of the run, and have a way to copy them
    case ExportKind::Markdown:
    case ExportKind::WindowPng:
    case ExportKind::Recording:
      return false;
    case ExportKind::Collapsed:
    case ExportKind::Speedscope:
    case ExportKind::ViewPng:
    case ExportKind::ViewSvg:
    case ExportKind::Trace:
    case ExportKind::PerfettoTrace:
    case ExportKind::SharedPage:
      return shows_ranks(window);
  }
  return false;
}

void open_rank_to_export(MainWindow& window) {
  RanksView* const view = ranks_view(window);
  if (view == nullptr) return;
  const auto rank = rank_to_export(*view);
  if (!rank) {
    return window.workspace().notices().tell(
        NoticeKind::Info, "Exports are of one rank: select the rank to open it for that.");
  }
  view->want(*rank, OpenRank::For::Export);
}

}  // namespace lanescope
