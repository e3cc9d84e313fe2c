// The line above the lanes of two runs: what changed, and buttons.
#include <cmath>
#include <utility>
#include <vector>

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
constexpr const char* kMenuId = "compare.align";

/// The conclusion, without its confidence if there is no room for that, or the brief one.
std::string_view fitting_conclusion(const Face& face, float width, const DiffWords& words) {
  const std::string_view whole = words.conclusion;
  for (const std::string_view text : {whole, whole.substr(0, whole.find(" ("))}) {
    if (text_width(face, text) <= width) return text;
  }
  return words.brief;
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
  // The last of them have no room in a very narrow window; all are in the menu too.
  const auto word = [&](std::string_view command, std::string_view label, bool on) {
    const float width = text_button_width(ui, label);
    if (right - width < line.x0 + ui.px(kLeastWordsPx)) return Rect{line.x0, y0, right, y0 + side};
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
  const Rect align = word("realign", aligned_by_, false);
  if (clicked == "realign") {
    wants_menu_ = true;
    clicked = {};
  }
  if (const auto chosen = draw_menu(in, align); !chosen.empty()) clicked = chosen;
  draw_words(in, {line.x0 + ui.px(14), line.y0, right - ui.px(14), line.y1});
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
