#include "app/shell/window/given_view.h"

#include <algorithm>
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

std::string name_of(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

/// Whether the trace is that file.
bool is_file(const OpenTrace* trace, const std::string& path) {
  return trace != nullptr && trace->path() == path;
}

bool shows_both(const Workspace& workspace, const std::string& path_a, const std::string& path_b) {
  const auto [a, b] = workspace.both().list;
  return is_file(a, path_a) && is_file(b, path_b) && workspace.runs().both();
}

/// Two files that a link, which has only names, cannot tell apart.
bool have_one_name(const OpenRuns& runs) {
  return runs.b() != nullptr && name_of(runs.a()->path()) == name_of(runs.b()->path());
}

/// Which runs the link is to.
std::string link_to_files(const MainWindow& window) {
  const OpenRuns runs = window.workspace().both();
  std::string link = "file=" + percent_encoded(name_of(runs.a()->path()));
  if (runs.b() == nullptr || have_one_name(runs)) return link;
  link += "&compare=" + percent_encoded(name_of(runs.b()->path()));
  return window.workspace().runs().active() == RunSide::B ? link + "&run=B" : link;
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
  view.names_ = {std::move(received.file), std::move(received.file_b)};
  view.of_b_ = received.of_b;
  view.notes_ = std::move(received.notes);
  return view;
}

GivenView::GivenView(const ShownPart& shown) {
  options_.range = shown.range;
  options_.select = shown.select;
  options_.tab = shown.tab;
}

std::optional<Error> GivenView::put_notes(const std::string& trace) const {
  const std::string file = BookmarkFile::places_of(trace, "").beside;
  std::error_code unknown;
  if (notes_.empty() || std::filesystem::exists(file, unknown)) return std::nullopt;
  return replace_file(file, notes_, kNotesRights);
}

bool GivenView::fits(const Workspace& workspace) const {
  const auto [a, b] = workspace.both().list;
  if (a == nullptr) return names_[0].empty() && workspace.ranks() != nullptr;
  if (!compares()) return names_[0].empty() || name_of(workspace.trace()->path()) == names_[0];
  return b != nullptr && Pair{name_of(a->path()), name_of(b->path())} == names_;
}

bool GivenView::can_be_shown(const Workspace& workspace) const {
  if (compares()) return shows_both(workspace, paths_[0], paths_[1]);
  return workspace.trace() != nullptr || workspace.ranks() != nullptr;
}

void GivenView::begin(Workspace& workspace) {
  if (compares()) {
    for (const OpenTrace* run : workspace.both()) {
      if (std::ranges::find(names_, name_of(run->path())) != names_.end()) place({run->path()});
    }
    open_placed(workspace);
    ask_for_runs(workspace.notices());
  } else if (!names_[0].empty() && !fits(workspace)) {
    workspace.notices().tell(NoticeKind::Info,
                             "This link shows a part of " + names_[0] + ": open that file here.");
  }
}

bool GivenView::open_runs(const std::vector<std::string>& given, Workspace& workspace) {
  if (!compares() || done() || !place(given)) return false;
  open_placed(workspace);
  return true;
}

/// By their names, and one of another name where a run is missing: the same file may have another
/// name here, such as "run (1).json". False if they are more than that.
bool GivenView::place(const std::vector<std::string>& given) {
  Pair places = paths_;
  std::vector<std::string> others;
  for (const std::string& path : given) {
    const auto named = std::ranges::find(names_, name_of(path));
    if (named == names_.end()) {
      others.push_back(path);
    } else {
      places.at(static_cast<std::size_t>(named - names_.begin())) = path;
    }
  }
  for (const std::string& path : others) {
    const auto missing = std::ranges::find(places, std::string());
    if (missing == places.end()) return false;
    *missing = path;
  }
  paths_ = places;
  asked_ = false;
  return true;
}

/// What is open already is not loaded again.
void GivenView::open_placed(Workspace& workspace) const {
  const auto& [a, b] = paths_;
  const OpenTrace* first =
      workspace.opening() != nullptr ? workspace.opening() : workspace.both().a();
  if (a.empty() || b.empty()) {
    const std::string& only = a.empty() ? b : a;
    if (!only.empty() && !is_file(first, only)) workspace.run(workspace::Open{only});
  } else if (is_file(first, a)) {
    if (!shows_both(workspace, a, b)) workspace.run(workspace::Compare{b});
  } else {
    workspace.run(workspace::OpenBoth{a, b});
  }
}

/// Which files are still to be opened; empty: none.
std::string GivenView::request() const {
  const std::string what = "This link compares " + names_[0] + " with " + names_[1] + ": ";
  if (paths_[0].empty() && paths_[1].empty()) return what + "open both files here.";
  if (paths_[0].empty()) return what + "open " + names_[0] + " too.";
  if (paths_[1].empty()) return what + "open " + names_[1] + " too.";
  return {};
}

/// Again after another notice took its place, but not after the user has dismissed it. Whether it
/// did.
bool GivenView::ask_for_runs(Notices& notices) {
  const std::string text = request();
  if (notices.shown()) {
    if (notices.shown()->text != text) asked_ = false;
    return false;
  }
  if (text.empty() || std::exchange(asked_, true)) return false;
  notices.tell(NoticeKind::Info, text);
  return true;
}

/// It may not be for what is open, since the same file may have another name here.
void GivenView::warn_if_other(Workspace& workspace) const {
  if (fits(workspace)) return;
  workspace.notices().warn_later(compares() ? "The view was made for " + names_[0] + " and " +
                                                  names_[1] + " and may not fit these files."
                                            : "The view was made for " + names_[0] +
                                                  " and may not fit this file.");
}

void GivenView::step(MainWindow& window) {
  if (done()) return;
  Workspace& workspace = window.workspace();
  if (compares() && ask_for_runs(workspace.notices())) window.options().wake();
  if (!can_be_shown(workspace) || !window.quiet()) return;
  if (--passes_left_ == 1) warn_if_other(workspace);
  if (compares() && (workspace.runs().active() == RunSide::B) != of_b_)
    workspace.run(workspace::SwitchRun{});
  const auto selected = find_selected(window, options_.select);
  std::optional<Error> problem =
      arrange_view(window, options_, selected.ok() ? selected.value() : EventId::None);
  if (!selected.ok()) problem = selected.error();
  window.options().wake();
  if (!problem) return;
  passes_left_ = 0;
  workspace.notices().warn_later("The view cannot be shown completely: " + problem->message);
}

std::string link_of_view(const MainWindow& window) {
  const OpenTrace* trace = window.workspace().trace();
  if (trace == nullptr || trace->view.snapshot() == nullptr) return {};
  const Snapshot& snapshot = *trace->view.snapshot();
  const TimeRange shown = trace->view.viewport.range();
  const Ns start_ns = snapshot.extent.begin_ns;
  std::string link = link_to_files(window) +
                     "&range=" + std::to_string(saturating_sub(shown.begin_ns, start_ns)) + ":" +
                     std::to_string(saturating_sub(shown.end_ns, start_ns));
  const std::string select = event_expression(snapshot, trace->view.selection.primary());
  if (!select.empty()) link += "&select=" + percent_encoded(select);
  const std::string_view tab = trace->tab_title();
  const bool lacks_b = have_one_name(window.workspace().both());
  if (!tab.empty() && !(lacks_b && is_tab_of_two(tab))) link += "&tab=" + percent_encoded(tab);
  return link;
}

void copy_link_to_view(MainWindow& window) {
  window.options().offers.copy_link(link_of_view(window));
  const OpenRuns runs = window.workspace().both();
  const std::string name = name_of(runs.a()->path());
  window.workspace().notices().tell(
      NoticeKind::Info, have_one_name(runs)
                            ? "Copied a link to one run only: both files are named " + name +
                                  ", so a link cannot tell them apart."
                        : runs.b() != nullptr ? "Copied a link to this comparison."
                                              : "Copied a link to this view.");
}

}  // namespace lanescope
