#include "app/shell/window/given_view.h"

#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include "app/shell/window/picture.h"
#include "core/base/files/replace_file.h"
#include "core/export/event_expression.h"
#include "core/session/bookmark_file.h"
#include "core/session/received_view.h"

namespace lanescope {
namespace {

constexpr mode_t kNotesRights = 0600;

/// For a part of a URL: everything but letters, digits and a few signs as %XX.
std::string percent_encoded(std::string_view text) {
  constexpr std::string_view kPlain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~:/";
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (kPlain.find(c) != std::string_view::npos) {
      out += c;
    } else {
      out += {'%', kDigits[byte >> 4U], kDigits[byte & 15U]};
    }
  }
  return out;
}

std::string name_of(const OpenTrace& trace) {
  return std::filesystem::path(trace.path()).filename().string();
}

}  // namespace

Result<GivenView> GivenView::parse(const std::string& json) {
  auto parsed = parse_received_view(json);
  if (!parsed.ok()) return parsed.error();
  ReceivedView& received = parsed.value();
  GivenView view;
  view.options_.range = received.range;
  view.options_.select = std::move(received.select);
  view.options_.tab = std::move(received.tab);
  view.file_ = std::move(received.file);
  view.notes_ = std::move(received.notes);
  return view;
}

std::optional<Error> GivenView::put_notes(const std::string& trace) const {
  const std::string file = BookmarkFile::places_of(trace, "").beside;
  std::error_code unknown;
  if (notes_.empty() || std::filesystem::exists(file, unknown)) return std::nullopt;
  return replace_file(file, notes_, kNotesRights);
}

bool GivenView::is_for(const MainWindow& window) const {
  const OpenTrace* trace = window.workspace().trace();
  if (trace == nullptr) return file_.empty() && window.workspace().ranks() != nullptr;
  return file_.empty() || name_of(*trace) == file_;
}

void GivenView::step(MainWindow& window) {
  const Workspace& workspace = window.workspace();
  const bool opened = workspace.trace() != nullptr || workspace.ranks() != nullptr;
  if (done() || !opened || !window.quiet()) return;
  // The same file may have another name here, such as "run (1).json".
  if (--passes_left_ == 1 && !is_for(window))
    window.workspace().notices().warn_later("The view is of " + file_ +
                                            " and may not fit this file.");
  const auto selected = find_selected(window, options_.select);
  std::optional<Error> problem =
      arrange_view(window, options_, selected.ok() ? selected.value() : EventId::None);
  if (!selected.ok()) problem = selected.error();
  window.options().wake();
  if (!problem) return;
  passes_left_ = 0;
  window.workspace().notices().warn_later("The view cannot be shown in full: " + problem->message);
}

std::string link_of_view(const MainWindow& window) {
  const OpenTrace* trace = window.workspace().trace();
  if (trace == nullptr || trace->view.snapshot() == nullptr) return {};
  const Snapshot& snapshot = *trace->view.snapshot();
  const TimeRange shown = trace->view.viewport.range();
  const Ns start_ns = snapshot.extent.begin_ns;
  std::string link = "file=" + percent_encoded(name_of(*trace)) +
                     "&range=" + std::to_string(saturating_sub(shown.begin_ns, start_ns)) + ":" +
                     std::to_string(saturating_sub(shown.end_ns, start_ns));
  const std::string select = event_expression(snapshot, trace->view.selection.primary());
  if (!select.empty()) link += "&select=" + percent_encoded(select);
  if (const std::string_view tab = trace->tab_title(); !tab.empty())
    link += "&tab=" + percent_encoded(tab);
  return link;
}

}  // namespace lanescope
