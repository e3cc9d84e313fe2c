// How the file dialog looks.
#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/shell/dialogs/foot_buttons.h"
#include "app/shell/files/file_dialog.h"
#include "app/widgets/button.h"
#include "app/widgets/draw/icons.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/tooltip.h"
#include "app/workspace/files/paths.h"
#include "core/base/clamped.h"
#include "core/base/files/trace_endings.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr std::array kColumns{TableColumn{"Name", 0, false, false},
                              TableColumn{"Size", 110, true, false},
                              TableColumn{"Modified", 160, true, false}};
constexpr float kRowPx = 26, kTableHeadPx = 26;
constexpr float kPlacesPx = 156, kLeastWithPlacesPx = 640;
constexpr float kLowPx = 250;  // in less height, the list has the room of the title
constexpr float kCancelPx = 84, kAcceptPx = 96, kBetweenPx = 8;
constexpr std::string_view kShowAll = "Show all files";

std::string together_words(std::size_t ranks) {
  return "Open " + std::to_string(ranks) + " ranks together";
}

/// The number of ranks that can be opened together; 0: none.
std::size_t ranks_together(const FolderListing* listing, FilePurpose purpose) {
  const bool alone = purpose == FilePurpose::CompareA || purpose == FilePurpose::CompareB ||
                     purpose == FilePurpose::Profile || purpose == FilePurpose::Source;
  return listing != nullptr && !alone ? listing->ranks : 0;
}

/// On the right of a choice.
void draw_note_beside(const Ui& ui, Rect row, std::string_view name, std::string_view note) {
  const Face& face = ui.face().small;
  row.cut_left(ui.px(8));
  row.cut_right(ui.px(8));
  ui.mark(name, row);
  draw_text_fitted(face, {row.x0, centered_y(face, row)}, row.width(), ui.color().faint, note);
}

/// Whether all choices fit on the left of the buttons at the bottom, in `room_px`. If not, all
/// files are shown by a check box next to the text field.
bool choices_fit(const Ui& ui, float room_px, std::size_t ranks) {
  float needed_px = text_button_width(ui, kShowAll);
  if (ranks > 0) needed_px += ui.px(kBetweenPx) + text_button_width(ui, together_words(ranks));
  return needed_px <= room_px;
}

}  // namespace

std::string FileDialog::title() const {
  switch (purpose_) {
    case FilePurpose::Open:
      return "Open trace";
    case FilePurpose::OpenB:
      return "Compare with";
    case FilePurpose::CompareA:
      return "Compare two traces: choose A";
    case FilePurpose::CompareB:
      return "Compare two traces: choose B, to compare with " + named_;
    case FilePurpose::Profile:
      return "Add profile to this trace";
    case FilePurpose::Source:
      return "Locate " + named_;
    case FilePurpose::Save:
      break;
  }
  return request_ ? request_->title : "";
}

std::optional<FileChoice> FileDialog::draw_content(const Ui& ui, Rect box) {
  const bool low = box.height() < ui.px(kLowPx);
  Rect inner = box.inset(ui.px(20), ui.px(low ? 8 : 16));
  if (!low) {
    const Rect head = inner.cut_top(ui.px(26));
    draw_text_fitted(ui.face().title, head.min(), head.width(), ui.color().text, title());
    ui.mark("open.title", head);
  }
  draw_path(ui, inner.cut_top(ui.px(30)));
  std::optional<FileChoice> chosen;
  Rect field = inner.cut_top(ui.px(32));
  const float beside_buttons_px = inner.width() - ui.px(kCancelPx + kBetweenPx + kAcceptPx);
  if (!request_ && !choices_fit(ui, beside_buttons_px, ranks_together(listing_.get(), purpose_))) {
    const Rect all = field.cut_right(check_box_width(ui, kShowAll));
    field.cut_right(ui.px(kBetweenPx));
    if (check_box(ui, "open.all", all, kShowAll, all_files_)) all_files_ = !all_files_;
  }
  draw_field(ui, field, chosen);
  inner.cut_top(ui.px(8));
  const Rect foot = inner.cut_bottom(ui.px(30));
  inner.cut_bottom(ui.px(10));
  if (inner.width() >= ui.px(kLeastWithPlacesPx)) {
    draw_places(ui, inner.cut_left(ui.px(kPlacesPx)));
    inner.cut_left(ui.px(16));
  }
  if (!chosen) chosen = draw_list(ui, inner);
  draw_foot(ui, foot, chosen);
  return chosen;
}

void FileDialog::draw_places(const Ui& ui, Rect column) {
  const Face& face = ui.face().ui;
  std::string target;
  bool headed = false;
  // That whose files are listed.
  const auto typed = request_ ? std::nullopt : typed_path(folder_, typed_);
  const std::string& listed = typed ? typed->folder : folder_;
  for (const FolderPlace& place : places_) {
    if (place.recent && !std::exchange(headed, true)) {
      const Rect head = column.cut_top(ui.px(kRowPx));
      draw_text(ui.face().head, {head.x0 + ui.px(8), head.y0 + ui.px(8)}, ui.color().faint,
                "RECENT FOLDERS");
    }
    if (column.height() < ui.px(kRowPx)) break;
    const Rect row = column.cut_top(ui.px(kRowPx));
    const Press press = press_area(ui, {"place.", place.folder}, row);
    const bool here = place.folder == listed;
    if (here || press.hovered)
      fill_rect(row, here ? ui.color().selected_row : ui.color().hovered_row, ui.px(4));
    draw_text_fitted(face, {row.x0 + ui.px(8), centered_y(face, row)}, row.width() - ui.px(16),
                     here || press.hovered ? ui.color().text : ui.color().dim, place.title);
    if (press.hovered) draw_hint(ui, row, friendly_path(place.folder));
    if (press.clicked) target = place.folder;
  }
  if (!target.empty()) go_to(target);
}

void FileDialog::draw_field(const Ui& ui, Rect field, std::optional<FileChoice>& chosen) {
  // In an empty field, Tab goes on to the next control.
  FieldCompletion* const completion = typed_.empty() ? nullptr : &completion_;
  const FieldEvents events =
      request_
          ? text_field(ui, "save.name", field, typed_, "File name", icon::kFile,
                       std::exchange(take_focus_, false), 0, completion)
          : text_field(ui, "open.filter", field, typed_, "Filter, or type a path (Tab completes)",
                       icon::kSearch, std::exchange(take_focus_, false), 0, completion);
  if (events.changed) {
    message_.clear();
    asks_ = row_chosen_ = false;
    wants_completion_ = false;
    filter();
  }
  if (std::exchange(completion_.asked, false)) wants_completion_ = true;
  if (!events.entered) return;
  chosen = enter();
  take_focus_ = true;
}

void FileDialog::draw_foot(const Ui& ui, Rect foot, std::optional<FileChoice>& chosen) {
  const auto [accept, cancel] = cut_foot_buttons(ui, foot, ui.px(kAcceptPx), ui.px(kCancelPx));
  if (action_button(ui, "open.cancel", cancel, "Cancel", false)) open_ = false;
  const char* to_read = purpose_ == FilePurpose::Source ? "Locate" : "Open";
  const char* word = !request_ ? to_read : asks_ ? "Replace" : "Save";
  if (action_button(ui, request_ ? "save.accept" : "open.accept", accept, word, true) && !chosen)
    chosen = enter();
  if (!request_) draw_choices(ui, foot, chosen);
  if (!message_.empty()) {
    ui.mark(!request_ ? "open.problem" : asks_ ? "save.question" : "save.problem", foot);
    const Face& face = ui.face().ui;
    draw_text_fitted(face, {foot.x0, centered_y(face, foot)}, foot.width() - ui.px(16),
                     asks_ ? ui.color().warning : ui.color().error, message_);
  }
}

/// So that nobody looks for the ranks that the number seems to lack.
void FileDialog::draw_left_out(const Ui& ui, Rect row) const {
  if (listing_->beside_ranks == 0 || !message_.empty()) return;
  draw_note_beside(ui, row, "open.left_out",
                   "leaves out " + counted(listing_->beside_ranks, "other file"));
}

void FileDialog::draw_choices(const Ui& ui, Rect& foot, std::optional<FileChoice>& chosen) {
  const std::size_t ranks = ranks_together(listing_.get(), purpose_);
  const bool fit = choices_fit(ui, foot.width(), ranks);
  if (fit) {
    const Rect all = foot.cut_left(text_button_width(ui, kShowAll));
    const std::string_view fewer = purpose_ == FilePurpose::Profile  ? "Profiles only"
                                   : purpose_ == FilePurpose::Source ? "This name only"
                                                                     : "Traces only";
    if (text_button(ui, "open.all", all, all_files_ ? fewer : kShowAll)) all_files_ = !all_files_;
    if (ranks > 0) foot.cut_left(ui.px(kBetweenPx));
  }
  if (ranks > 0) {
    const std::string together = together_words(ranks);
    const float wide = text_button_width(ui, together);
    if (wide > foot.width()) return;
    if (text_button(ui, "open.ranks", foot.cut_left(wide), together)) {
      open_ = false;
      chosen = FileChoice{listing_->path, purpose_};
    }
    draw_left_out(ui, foot);
  }
  if (fit || ranks > 0) foot.cut_left(ui.px(2 * kBetweenPx));
}

std::string FileDialog::empty_note() const {
  if (request_) return "No folders or " + request_->suffix + " files here";
  const auto path = typed_path(folder_, typed_);
  if (path && !path->name.empty())
    return purpose_ == FilePurpose::Source ? "Press Enter to choose that file or open that folder"
                                           : "Press Enter to open that file or folder";
  const bool whole_folder = path || typed_.empty();
  if (whole_folder && purpose_ == FilePurpose::Profile)
    return fmt::format("No profiles here ({})", fmt::join(kProfileEndings, ", "));
  if (whole_folder && purpose_ == FilePurpose::Source) return "No " + named_ + " here";
  return whole_folder ? fmt::format("No traces here ({})", fmt::join(kTraceEndings, ", "))
                      : "No matching name here";
}

std::optional<FileChoice> FileDialog::draw_list(const Ui& ui, Rect area) {
  const auto note = [&](std::string_view text) {
    draw_text(ui.face().ui, {area.x0 + ui.px(14), area.y0 + ui.px(16)}, ui.color().faint, text);
  };
  if (!listing_) {
    note("Reading the folder…");
    return std::nullopt;
  }
  if (!listing_->error.empty()) {
    note("This folder cannot be read: " + listing_->error);
    return std::nullopt;
  }
  if (shown_.empty()) {
    note(empty_note());
    ui.mark("open.empty", area);
    return std::nullopt;
  }
  TableContent content;
  content.columns = kColumns;
  content.rows = shown_.size();
  if (highlights()) content.selected = highlighted_;
  content.own_keys = true;
  content.sort = {kColumns.size(), false};
  content.row_px = kRowPx;
  content.cell = [this, &ui](std::size_t row, std::size_t column) -> TableCell {
    const FolderEntry& entry = listing_->entries[shown_[row]];
    if (column == 1) return {entry.size, ui.color().dim};
    if (column == 2) return {entry.modified, ui.color().faint};
    TableCell cell{entry.name};
    cell.icon = entry.folder ? icon::kFolder : icon::kFile;
    return cell;
  };
  const float row_px = ui.px(kRowPx);
  const float top = static_cast<float>(highlighted_) * row_px;
  const float view_px = area.height() - ui.px(kTableHeadPx);
  const bool by_key =
      ImGui::IsKeyPressed(ImGuiKey_DownArrow) || ImGui::IsKeyPressed(ImGuiKey_UpArrow) ||
      ImGui::IsKeyPressed(ImGuiKey_PageDown) || ImGui::IsKeyPressed(ImGuiKey_PageUp);
  if (by_key)
    table_.scroll_px = clamped(table_.scroll_px, std::max(0.0F, top + row_px - view_px), top);
  const TableEvents events = draw_table(ui, "open.list", area, content, table_);
  if (events.clicked) {
    highlight(*events.clicked);
    take_name(*events.clicked);
  }
  return events.double_clicked ? choose(*events.double_clicked) : std::nullopt;
}

}  // namespace lanescope
