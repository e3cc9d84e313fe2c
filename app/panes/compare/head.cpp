#include "app/panes/compare/head.h"

#include <algorithm>
#include <array>

#include "app/widgets/button.h"
#include "app/widgets/draw/icons.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/draw/sentence.h"
#include "app/widgets/tooltip.h"
#include "core/view/results/comparison.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr float kPadPx = 14;
constexpr float kLinePx = 24;
constexpr float kIconPx = 20;
constexpr float kGapPx = 3;
/// Left to the changes if all warnings are shown; if that is too much, one line has their number.
constexpr float kLeastChangesPx = 280;
/// Lower tabs keep the parts of the change on one line, for their rows, which say the same.
constexpr float kLeastTwoLinesPx = 270;
constexpr float kBesidePartsPx = 28;  // between the parts and warnings on their line
constexpr float kKeyPx = 220;         // least width of a table's first column
constexpr const char* kNotSaid = "not recorded";
constexpr const char* kNoParts = "No single part stands out";

void draw_note(const PaneFrame& frame, Rect area, std::string_view text) {
  const Ui& ui = frame.ui;
  const Rect rect = area.inset(ui.px(kPadPx), ui.px(10));
  ui.mark("compare.note", rect);
  draw_sentence(ImGui::GetWindowDrawList(), ui, ui.face().ui, rect.min(), rect.width(),
                ui.color().dim, text);
}

}  // namespace

void draw_no_second_run(const PaneFrame& frame, Rect area) {
  draw_note(frame, area,
            "Drop a second trace on the window, or choose " +
                frame.with_keys("Compare with…", "compare") +
                ", to see what changed between the runs and whether it is significant.");
}

void draw_not_compared(const PaneFrame& frame, Rect area, const Comparison& comparison) {
  const std::string& problem = comparison.problem();
  if (comparison.busy()) return draw_note(frame, area, comparison.waiting_words());
  draw_note(frame, area,
            problem.empty() ? "Comparing the runs…" : "The runs cannot be compared: " + problem);
}

void CompareHead::take(const Comparison& comparison) {
  if (pair_ == comparison.value()) return;
  pair_ = comparison.value();
  warnings_ = pair_->warnings;
  if (!comparison.problem().empty()) warnings_.insert(warnings_.begin(), comparison.problem());
  facts_ = recording_facts(*pair_);
  const EnvironmentDiff& files = facts_.front();
  files_ = differing_paths(files.a.value_or(""), files.b.value_or(""));
  switch_ = "Recordings";
  const auto differ = [](const EnvironmentDiff& fact) { return fact.a != fact.b; };
  const auto differences = std::count_if(facts_.begin() + kUsualFacts, facts_.end(), differ);
  if (differences > 0) switch_ += ", " + std::to_string(differences) + " differences";
}

void CompareHead::draw(const PaneFrame& frame, const Comparison& comparison, Rect& area) {
  take(comparison);
  const Ui& ui = frame.ui;
  area.cut_top(ui.px(4));
  Rect line{area.x0 + ui.px(kPadPx), area.y0, area.x1 - ui.px(8), area.y0 + ui.px(kLinePx)};
  draw_switch(ui, line);
  const bool has_room = area.height() >= ui.px(kLeastTwoLinesPx);
  const Rect beside = room_beside_parts(ui, line);
  const float parts_end = beside.empty() ? line.x1 : beside.x0;
  line.y1 += draw_parts(ui, {line.x0, line.y0, parts_end, line.y1}, has_room);
  area.cut_top(line.height());
  if (!beside.empty()) {
    draw_beside_parts(ui, beside);
  } else if (!warnings_.empty()) {
    const Rect text = area.inset(ui.px(kPadPx), 0);
    const float wanted = warnings_height(ui, text.width());
    const float most = std::max(ui.px(kLinePx), area.height() - ui.px(kLeastChangesPx));
    const bool fits = shows_recordings_ || wanted <= most;
    const float room = fits ? wanted : ui.px(kLinePx);
    const Rect rect = area.cut_top(room);
    const Rect inner = rect.inset(ui.px(kPadPx), 0);
    if (fits) {
      draw_warnings(ui, inner);
    } else {
      draw_many_warnings(ui, inner);
    }
  }
  if (shows_recordings_) draw_recordings(ui, area);
}

/// What makes up the change; the change itself is above the lanes. Returns the height of its second
/// line; 0 if there is none.
float CompareHead::draw_parts(const Ui& ui, Rect line, bool may_wrap) const {
  const DiffWords& words = pair_->words;
  const bool some = !words.parts.empty();
  const Face& face = some ? ui.face().strong : ui.face().ui;
  Rect room{line.x0, line.y0, line.x1 - ui.px(12), line.y1};
  const ImVec2 at{room.x0, centered_y(face, room)};
  const auto height = [&](std::string_view text) {
    return draw_text_wrapped(nullptr, face, {}, room.width(), 0, text);
  };
  const float line_px = height("A");
  const bool wraps = may_wrap && text_width(face, words.parts) > room.width();
  const auto fits = [&](std::string_view text) {
    return wraps ? height(text) < 2.5F * line_px : text_width(face, text) <= room.width();
  };
  const std::string text = some ? whole_parts(words.parts, fits) : kNoParts;
  const ImU32 color = some ? ui.color().text : ui.color().dim;
  const float second_px = wraps ? line_px : 0;
  room.y1 += second_px;
  ui.mark("compare.parts", room);
  if (wraps) {
    draw_text_wrapped(ImGui::GetWindowDrawList(), face, at, room.width(), color, text, 2);
  } else {
    draw_text_fitted(face, at, room.width(), color, text);
  }
  if (!ImGui::IsWindowHovered() || !room.contains(ImGui::GetIO().MousePos)) return second_px;
  draw_sentence_tooltip(ui);
  return second_px;
}

/// The sentence, and what its terms mean.
void CompareHead::draw_sentence_tooltip(const Ui& ui) const {
  const std::string timing = step_timing_words(pair_->diff->runs);
  const std::string busy = busy_words(*pair_->diff);
  std::vector<TooltipLine> lines{{"", pair_->words.sentence, 0, &ui.face().ui}};
  for (const std::string* words : {&timing, &busy}) {
    if (!words->empty()) lines.push_back({"", *words, ui.color().dim, &ui.face().ui});
  }
  draw_tooltip(ui, ImGui::GetIO().MousePos, lines);
}

std::string CompareHead::warnings_on_one_line() const {
  return warnings_.size() == 1 ? warnings_.front()
                               : counted(warnings_.size(), "warning") + ": " + warnings_.front();
}

Rect CompareHead::room_beside_parts(const Ui& ui, Rect line) const {
  if (warnings_.empty() || (shows_recordings_ && warnings_.size() > 1)) return {};
  const std::string& parts = pair_->words.parts;
  const float parts_px =
      parts.empty() ? text_width(ui.face().ui, kNoParts) : text_width(ui.face().strong, parts);
  const float wanted =
      ui.px(kIconPx + kPadPx) + text_width(ui.face().small, warnings_on_one_line());
  line.x0 += parts_px + ui.px(kBesidePartsPx);
  return line.width() < wanted ? Rect{} : line;
}

void CompareHead::draw_beside_parts(const Ui& ui, Rect rect) {
  if (warnings_.size() > 1) return draw_many_warnings(ui, rect);
  rect.y0 = centered_y(ui.face().small, rect);
  draw_warnings(ui, rect);
}

void CompareHead::draw_switch(const Ui& ui, Rect& line) {
  const Rect rect = line.cut_right(text_button_width(ui, switch_));
  if (text_button(ui, "compare.recordings", rect, switch_, shows_recordings_))
    shows_recordings_ = !shows_recordings_;
  if (ImGui::IsItemHovered(ImGuiHoveredFlags_DelayNormal)) {
    draw_hint(ui, rect,
              shows_recordings_ ? "Back to the changes"
                                : "Which steps are compared, and how else the files differ");
  }
}

float CompareHead::warnings_height(const Ui& ui, float width) const {
  float height = ui.px(kGapPx);
  for (const std::string& warning : warnings_) {
    height += draw_sentence(nullptr, ui, ui.face().small, {}, width - ui.px(kIconPx), 0, warning) +
              ui.px(kGapPx);
  }
  return height;
}

void CompareHead::draw_warnings(const Ui& ui, Rect rect) {
  const Face& face = ui.face().small;
  for (std::size_t i = 0; i < warnings_.size(); ++i) {
    draw_text(ui.face().icon, {rect.x0, rect.y0}, ui.color().warning, icon::kWarning);
    const float height =
        draw_sentence(ImGui::GetWindowDrawList(), ui, face, {rect.x0 + ui.px(kIconPx), rect.y0},
                      rect.width() - ui.px(kIconPx), ui.color().dim, warnings_[i]);
    ui.mark({"compare.warning.", std::to_string(i)}, {rect.x0, rect.y0, rect.x1, rect.y0 + height});
    rect.cut_top(height + ui.px(kGapPx));
  }
}

void CompareHead::draw_many_warnings(const Ui& ui, Rect line) {
  const std::string words = warnings_on_one_line();
  const Press press = press_area(ui, "compare.warnings", line);
  if (press.clicked) shows_recordings_ = true;
  draw_text(ui.face().icon, {line.x0, centered_y(ui.face().icon, line)}, ui.color().warning,
            icon::kWarning);
  const Face& face = ui.face().small;
  draw_text_fitted(face, {line.x0 + ui.px(kIconPx), centered_y(face, line)},
                   line.width() - ui.px(kIconPx), press.hovered ? ui.color().text : ui.color().dim,
                   words);
  if (press.hovered) draw_hint(ui, line, "Show all warnings and how the recordings differ");
}

void CompareHead::draw_recordings(const Ui& ui, Rect area) {
  const float wide = std::max(120.0F, (area.width() / ui.px(1) - kKeyPx - 40) / 2);
  const std::array columns{TableColumn{"Recording", 0, false, false},
                           TableColumn{"A", wide, false, false},
                           TableColumn{"B", wide, false, false}};
  TableContent content;
  content.columns = columns;
  content.rows = facts_.size();
  content.sort.column = columns.size();
  content.cell = [&](std::size_t row, std::size_t column) {
    const EnvironmentDiff& fact = facts_[row];
    if (column == 0) return TableCell{fact.key};
    const bool same = fact.a == fact.b;
    // The folders in common would fill the column; the tooltip has them.
    if (row == 0)
      return TableCell{column == 1 ? files_.first : files_.second,
                       same ? ui.color().dim : ui.color().text};
    const auto& value = column == 1 ? fact.a : fact.b;
    return TableCell{value ? std::string_view(*value) : kNotSaid,
                     value && !same ? ui.color().text : ui.color().dim};
  };
  const TableEvents events = draw_table(ui, "compare.facts", area, content, recordings_);
  if (!events.hovered || !events.hovered->rested) return;
  const EnvironmentDiff& fact = facts_[events.hovered->row];
  const std::string a = fact.a.value_or(kNotSaid), b = fact.b.value_or(kNotSaid);
  const std::array lines{TooltipLine{"", fact.key, 0, &ui.face().strong},
                         TooltipLine{"A", a, 0, &ui.face().ui},
                         TooltipLine{"B", b, 0, &ui.face().ui}};
  draw_tooltip(ui, ImGui::GetIO().MousePos, lines);
}

}  // namespace lanescope
