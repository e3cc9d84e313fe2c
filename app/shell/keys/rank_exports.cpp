#include "app/shell/keys/rank_exports.h"

#include <optional>
#include <utility>

#include "app/panes/tables/table_copy.h"
#include "app/shell/keys/command_conditions.h"
#include "app/shell/ranks/run_page.h"
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

constexpr int kMostFramesWaited = 30;  // after all of a loaded rank is computed

/// What identifies the selected event of that rank in the rank's own trace.
std::optional<EventKey> selected_in(const RanksView& view, std::size_t rank) {
  const auto event = view.event();
  const auto& snapshot = view.run().ranks[rank].snapshot;
  if (!event || event->trace != rank || !snapshot) return std::nullopt;
  return event_key(*snapshot, event->event);
}

bool is_of_flame(ExportKind kind) {
  return kind == ExportKind::Collapsed || kind == ExportKind::Speedscope;
}

/// Null before there are panes.
const RanksTable* open_table(const OpenRanks& ranks) {
  const RanksTableTabs* const tables = table_tabs(ranks);
  return tables != nullptr ? &tables->open_table() : nullptr;
}

void select_again(TraceView& view, const EventKey& key) {
  const EventId event = find_event(*view.snapshot(), key);
  if (event != EventId::None) view.selection.select(event);
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

bool exports_run(const MainWindow& window, ExportKind kind) {
  const bool shown = shows_ranks(window) || shows_wall(window) || history_view(window) != nullptr;
  if (!shown || window.exporter().busy()) return false;
  if (kind == ExportKind::WindowPng) return window.options().gives_pixels;
  if (kind != ExportKind::Csv && kind != ExportKind::Markdown) return false;
  const RanksTable* table = open_table(*window.workspace().ranks());
  return table != nullptr && !table->busy();
}

ExportedTable run_export(const MainWindow& window, ExportKind kind) {
  const OpenRanks& ranks = *window.workspace().ranks();
  if (kind == ExportKind::WindowPng)
    return {ranks_name(ranks.files()), {"window", {}}, ranks.files()};
  const RanksTable& table = *open_table(ranks);
  const FileFormat format = kind == ExportKind::Csv ? FileFormat::Csv : FileFormat::Markdown;
  const auto text = [excerpt = table.excerpt(format)] { return excerpt_text(excerpt); };
  return {ranks_name(ranks.files()), {std::string(table.title()), text}, ranks.files()};
}

void open_rank_to_export(MainWindow& window, ExportKind kind) {
  RanksView* const view = ranks_view(window);
  if (view == nullptr) return;
  const auto rank = rank_to_export(*view);
  if (!rank) {
    return window.workspace().notices().tell(
        NoticeKind::Info,
        "This exports the trace of one rank: select the rank, then choose the export again.");
  }
  window.export_once_loaded({kind, view->run().ranks[*rank].file, selected_in(*view, *rank)});
  view->want(*rank, OpenRank::For::Export);
}

bool go_on_with_export(MainWindow& window, PendingExport& pending) {
  const Workspace& workspace = window.workspace();
  OpenTrace* trace = workspace.trace();
  if (!pending.opens) return true;
  // It could not be opened, or another trace took its place.
  if (trace == nullptr) return workspace.loading() || !workspace.quiet();
  if (trace->path() != pending.file) return false;
  if (workspace.loading() || trace->view.snapshot() == nullptr) return true;
  if (const auto key = std::exchange(pending.selected, std::nullopt))
    select_again(trace->view, *key);
  if (is_of_flame(pending.kind) && !std::exchange(pending.at_flame, true))
    window.ask(ViewRequest{ShowTab{"Flame"}});
  if (!window.exporter().can(pending.kind, trace)) {
    if (workspace.quiet() && !open_pane(*trace).busy()) ++pending.frames_waited;
    return pending.frames_waited < kMostFramesWaited;
  }
  if (pending.kind == ExportKind::SharedPage) {
    window.ask(request::ShowShare{});
  } else {
    window.ask(request::SaveAs{pending.kind});
  }
  return false;
}

}  // namespace lanescope
