#include "app/shell/keys/rank_exports.h"

#include <optional>

#include "app/panes/tables/table_copy.h"
#include "app/shell/keys/command_conditions.h"
#include "app/shell/ranks/ranks_page.h"
#include "core/view/ranks/text.h"

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
    case ExportKind::Csv:
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

bool exports_ranks_table(const MainWindow& window, ExportKind kind) {
  const bool is_table = kind == ExportKind::Csv || kind == ExportKind::Markdown;
  if (!is_table || !shows_ranks(window) || window.exporter().busy()) return false;
  const auto& panes = window.workspace().ranks()->panes;
  return panes && !panes->bottom().open_table().busy();
}

ExportedTable ranks_table(const MainWindow& window, ExportKind kind) {
  const OpenRanks& ranks = *window.workspace().ranks();
  const RanksTable& table = ranks.panes->bottom().open_table();
  const FileFormat format = kind == ExportKind::Csv ? FileFormat::Csv : FileFormat::Markdown;
  const auto text = [excerpt = table.excerpt(format)] { return excerpt_text(excerpt); };
  return {ranks_name(ranks.run().files()), {std::string(table.title()), text}, ranks.run().files()};
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
