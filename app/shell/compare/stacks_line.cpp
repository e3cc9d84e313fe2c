// The line above the lanes of two runs: what changed, and buttons.
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "app/shell/compare/run_names.h"
#include "app/shell/compare/run_stacks.h"
#include "app/widgets/button.h"
#include "app/widgets/draw/icons.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/menu.h"
#include "app/widgets/tooltip.h"

namespace lanescope {
namespace {

constexpr float kButtonPx = 24;
constexpr float kLeastWordsPx = 60;  // on the left of the buttons
constexpr float kPadPx = 14;
constexpr float kLetterPx = 18, kAfterLetterPx = 4, kAfterNamePx = 8;
constexpr float kLeastNamePx = 24, kBeforeNamesPx = 8;
constexpr const char* kMenuId = "compare.align";
constexpr std::string_view kBySelection = "Aligned by selection";

/// "−6.7 %" of "−6.7 % step time".
std::string_view value_of(std::string_view brief) {
  constexpr std::string_view kUnit = " %";
  const std::size_t unit = brief.find(kUnit);
  return unit == std::string_view::npos ? brief : brief.substr(0, unit + kUnit.size());
}

/// With room for it alone, and for what says that there is more.
float value_px(const Face& face, std::string_view brief) {
  return text_width(face, value_of(brief)) + text_width(face, "…");
}

/// The conclusion, without its confidence if there is no room for that, or the brief one
/// (which may be cut after its value).
std::string_view fitting_conclusion(const Face& face, float width, const DiffWords& words) {
  const std::string_view whole = words.conclusion;
  for (const std::string_view text : {whole, whole.substr(0, whole.find(" ("))}) {
    if (text_width(face, text) <= width) return text;
  }
  return value_px(face, words.brief) <= width ? std::string_view(words.brief)
                                              : value_of(words.brief);
}

/// What the line names, because the lanes have only letters next to them.
struct LineNames {
  std::pair<std::string, std::string> texts;
  float a_px = 0, b_px = 0;  // with their letters

  [[nodiscard]] float width_px() const { return a_px + b_px; }
};

LineNames names_of(const Ui& ui, const RunStacks::Input& in) {
  LineNames names{told_apart(in.a.view.session().path(), in.runs.b()->view.session().path()), 0, 0};
  const float around_px = ui.px(kLetterPx + kAfterLetterPx + kAfterNamePx);
  names.a_px = std::ceil(text_width(ui.face().small, names.texts.first)) + 1 + around_px;
  names.b_px = std::ceil(text_width(ui.face().small, names.texts.second)) + 1 + around_px;
  return names;
}

void draw_name(const Ui& ui, Rect room, RunSide side, bool active, std::string_view name) {
  ui.mark({"compare.name.", run_side_name(side)}, room);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  draw_run_letter(ui, list, {room.x0, std::floor((room.y0 + room.y1 - ui.px(kLetterPx)) / 2)}, side,
                  active);
  const Face& face = ui.face().small;
  const float x = room.x0 + ui.px(kLetterPx + kAfterLetterPx);
  draw_text_ends(list, face, {x, centered_y(face, room)}, room.x1 - ui.px(kAfterNamePx) - x,
                 active ? ui.color().text : ui.color().dim, name);
}

/// At the right end of `line`, which keeps `words_px`; left out if too little of them is readable.
void draw_names(const Ui& ui, Rect& line, const LineNames& names, float words_px, RunSide active) {
  const float room_px = std::min(names.width_px(), line.width() - words_px - ui.px(kBeforeNamesPx));
  const float around_px = ui.px(kLetterPx + kAfterLetterPx + kAfterNamePx);
  if (room_px < 2 * (around_px + ui.px(kLeastNamePx))) return;
  Rect both = line.cut_right(room_px);
  line.cut_right(ui.px(kBeforeNamesPx));
  const Rect a = both.cut_left(std::floor(room_px * names.a_px / names.width_px()));
  draw_name(ui, a, RunSide::A, active == RunSide::A, names.texts.first);
  draw_name(ui, both, RunSide::B, active == RunSide::B, names.texts.second);
}

std::string align_words(const Comparison& comparison) {
  if (comparison.aligned()) {
    switch (comparison.aligned()->runs.a.by) {
      case AlignBy::Steps:
        return "Aligned by steps";
      case AlignBy::Annotation:
        return "Aligned by " + comparison.alignment().annotation;
      case AlignBy::Start:
        break;
    }
    return "Aligned by start";
  }
  return "Aligning…";
}

/// Whether B is moved so that the selected events start together, away from the alignment.
bool shifted_by_selection(const RunStacks::Input& in) {
  const AlignedPair* pair = in.runs.comparison()->aligned().get();
  if (pair == nullptr || !in.runs.joined()) return false;
  const Ns left_ns = in.a.view.viewport.view().begin_ns;
  return in.runs.time_in(RunSide::B, left_ns) != pair->time_in(RunSide::B, left_ns);
}

/// What the cross next to the alignment does.
struct Undo {
  std::string_view command;  // empty: there is nothing to undo
  const char* does = "";
  std::string_view by_key = {};  // the command whose key does so too
};

Undo undo_of(const RunStacks::Input& in, bool shifted) {
  if (shifted) return {"undo_shift", "Undo alignment by selection", "whole_trace"};
  const bool by_name = !in.runs.comparison()->alignment().annotation.empty();
  return by_name ? Undo{"align_steps", "Align by steps again"} : Undo{};
}

std::string with_keys(std::string text, const std::string& keys) {
  return keys.empty() ? text : std::move(text) + " (" + keys + ")";
}

}  // namespace

std::string_view RunStacks::draw_line(const Input& in, Rect line) {
  const Ui& ui = in.ui;
  fill_rect(line, ui.color().panel);
  fill_rect({line.x0, line.y1 - 1, line.x1, line.y1}, ui.color().line);
  ui.mark("compare.line", line);
  const float side = ui.px(kButtonPx);
  const float y0 = std::floor((line.y0 + line.y1 - side) / 2);
  std::string_view clicked;
  float right = line.x1 - ui.px(10);
  const Rect close{right - side, y0, right, y0 + side};
  if (icon_button(ui, "compare.close", close, icon::kClose, "Close B")) clicked = "close_b";
  right -= side + ui.px(6);
  const bool named = share_out_stacks(in.area, in.beside, in.labels_px, ui.style).with_names;
  const LineNames names = named ? LineNames() : names_of(ui, in);
  const auto& value = in.runs.comparison()->value();
  const std::string_view brief = value ? std::string_view(value->words.brief) : "";
  const float brief_px = text_width(ui.face().ui, brief) + ui.px(2 * kPadPx);
  const float least_px = std::max(ui.px(kLeastWordsPx), brief_px) + names.width_px();
  // Some of them have no room in a narrow window; all are in the menu too.
  const auto word = [&](std::string_view command, std::string_view label, bool on) {
    const float width = text_button_width(ui, label);
    if (right - width < line.x0 + least_px) return Rect{line.x0, y0, right, y0 + side};
    const Rect rect{right - width, y0, right, y0 + side};
    right -= width + ui.px(2);
    if (text_button(ui, {"compare.", command}, rect, label, on)) clicked = command;
    return rect;
  };
  word("beside", "Side by side", in.beside);
  word("link_runs", "Linked", in.runs.linked());
  word("swap_runs", "Swap", false);
  const AlignedPair* pair = in.runs.comparison()->aligned().get();
  if (pair == nullptr || pair != aligned_of_) {
    aligned_of_ = pair;
    aligned_by_ = align_words(*in.runs.comparison());
  }
  const bool shifted = shifted_by_selection(in);
  const std::string_view aligned_by = shifted ? kBySelection : std::string_view(aligned_by_);
  const Undo undo = undo_of(in, shifted);
  if (!undo.command.empty() && right - side >= line.x0 + least_px) {
    const Rect rect{right - side, y0, right, y0 + side};
    right -= side;
    const std::string hint = with_keys(undo.does, in.keys.keys_of(undo.by_key));
    if (icon_button(ui, "compare.undo_alignment", rect, icon::kClose, hint)) clicked = undo.command;
  }
  const Rect align = word("realign", aligned_by, false);
  if (clicked == "realign") {
    wants_menu_ = true;
    clicked = {};
  }
  if (const auto chosen = draw_menu(in, align); !chosen.empty()) clicked = chosen;
  Rect words{line.x0 + ui.px(kPadPx), line.y0, right - ui.px(kPadPx), line.y1};
  if (!named) {
    draw_names(ui, words, names, value_px(ui.face().ui, brief), in.runs.active());
  }
  draw_words(in, words);
  return clicked;
}

std::string_view RunStacks::draw_menu(const Input& in, Rect button) {
  if (std::exchange(wants_menu_, false)) {
    ImGui::OpenPopup(kMenuId);
    ImGui::SetNextWindowPos({button.x0, button.y1});
  }
  menu_open_ = begin_menu(in.ui, kMenuId);
  if (!menu_open_) return {};
  const Comparison& comparison = *in.runs.comparison();
  const AlignQuery& asked = comparison.alignment();
  const bool by_name = !asked.annotation.empty();
  std::string_view chosen;
  if (!comparison.problem().empty()) menu_note(in.ui, comparison.problem());
  if (shifted_by_selection(in)) menu_note(in.ui, "Selected events start together");
  if (menu_item(in.ui, "By steps", in.keys.keys_of("align_steps"), true,
                !by_name && !asked.by_start))
    chosen = "align_steps";
  const OpenTrace& active = in.runs.active() == RunSide::A ? in.a : *in.runs.b();
  const bool selected = active.view.selection.primary() != EventId::None;
  if (menu_item(in.ui, "By name of selected range", in.keys.keys_of("align_selected"), selected,
                by_name))
    chosen = "align_selected";
  if (menu_item(in.ui, "By start", in.keys.keys_of("align_start"), true, asked.by_start))
    chosen = "align_start";
  end_menu();
  return chosen;
}

static bool is_loading(const OpenTrace& run) {
  return run.view.session().state() == Session::State::Loading;
}

void RunStacks::draw_words(const Input& in, Rect room) const {
  const Ui& ui = in.ui;
  const Comparison& comparison = *in.runs.comparison();
  const Face& face = ui.face().ui;
  std::string_view words = "Comparing…";
  std::string computing;
  ImU32 color = ui.color().dim;
  if (!in.runs.both()) {
    words = "Loading B…";
  } else if (is_loading(in.a) || is_loading(*in.runs.b())) {
    words = "One run is still loading";
  } else if (comparison.busy() && !comparison.value()) {
    computing = comparison.waiting_words();
    words = computing;
  } else if (!comparison.busy() && !comparison.aligned()) {
    words = "One run was not fully read, so there is nothing to compare";
  } else if (!comparison.problem().empty()) {
    words = comparison.problem();
    color = ui.color().warning;
  } else if (comparison.value()) {
    words = fitting_conclusion(face, room.width(), comparison.value()->words);
    color = ui.color().text;
  }
  const float width =
      draw_text_fitted(face, {room.x0, centered_y(face, room)}, room.width(), color, words);
  const Rect said{room.x0, room.y0, room.x0 + width, room.y1};
  ui.mark("compare.sentence", said);
  if (!comparison.value() || !said.contains(ImGui::GetIO().MousePos) || !ImGui::IsWindowHovered())
    return;
  std::vector<TooltipLine> lines{{"", comparison.value()->words.sentence, 0, &ui.face().ui}};
  for (const std::string& warning : comparison.value()->warnings)
    lines.push_back({"", warning, ui.color().warning, &ui.face().small});
  std::vector<std::string> values;
  const auto& environment = comparison.value()->aligned->environment;
  values.reserve(environment.size());
  for (const EnvironmentDiff& fact : environment) {
    values.push_back(fact.a.value_or("n/a") + "  →  " + fact.b.value_or("n/a"));
    lines.push_back({fact.key, values.back(), 0, &ui.face().mono});
  }
  draw_tooltip(ui, ImGui::GetIO().MousePos, lines);
}

}  // namespace lanescope
