#include "app/shell/window/given_view.h"

#include <filesystem>
#include <string_view>
#include <utility>

#include "app/shell/window/picture.h"
#include "core/base/files/replace_file.h"
#include "core/export/event_expression.h"
#include "core/readers/json/event_text.h"
#include "core/session/bookmark_file.h"
#include "core/view/navigation/bookmarks.h"

namespace lanescope {
namespace {

constexpr mode_t kNotesRights = 0600;

std::string text_in(const JsonValue& json, std::string_view key) {
  const JsonValue* value = json.find(key);
  return value != nullptr && value->string() != nullptr ? *value->string() : std::string();
}

std::optional<TimeSpan> range_in(const JsonValue& json) {
  const JsonValue* range = json.find("range_ns");
  if (range == nullptr || range->array() == nullptr || range->array()->size() != 2) return {};
  const TimeSpan span{range->array()->front().as_int(), range->array()->back().as_int(), true};
  return span.begin_ns < span.end_ns ? std::optional(span) : std::nullopt;
}

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
  const auto parsed = parse_json_object(json);
  if (!parsed.ok()) return Error{Error::Kind::WrongFormat, "the view is not JSON"};
  GivenView view;
  view.options_.range = range_in(parsed.value());
  view.options_.select = text_in(parsed.value(), "select");
  view.options_.tab = text_in(parsed.value(), "tab");
  view.file_ = text_in(parsed.value(), "file");
  const JsonValue* notes = parsed.value().find("notes");
  if (notes != nullptr && notes->array() != nullptr && !notes->array()->empty())
    view.notes_ = bookmarks_text(*notes->array());
  return view;
}

std::optional<Error> GivenView::put_notes(const std::string& trace) const {
  if (notes_.empty()) return std::nullopt;
  return replace_file(BookmarkFile::places_of(trace, "").beside, notes_, kNotesRights);
}

bool GivenView::is_for(const MainWindow& window) const {
  const OpenTrace* trace = window.workspace().trace();
  if (trace == nullptr) return file_.empty() && window.workspace().ranks() != nullptr;
  return file_.empty() || name_of(*trace) == file_;
}

void GivenView::step(MainWindow& window) {
  if (done() || !window.quiet() || !is_for(window)) return;
  --passes_left_;
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
