#include "app/shell/attach/progress.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "app/widgets/button.h"
#include "app/widgets/draw/icons.h"
#include "app/widgets/draw/paint.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr float kColumnPx = 620, kRowPx = 30;
constexpr std::array kStages{AttachStage::Waiting, AttachStage::WarmingUp, AttachStage::Recording,
                             AttachStage::Writing};

std::string amount_of(const KinetoOrder& order) {
  if (order.iterations) return counted(*order.iterations, "step");
  return fmt::format("{:g} s", static_cast<double>(order.duration.count()) / 1e3);
}

struct StageWords {
  std::string_view what, hint;
};

/// In the order of AttachStage.
constexpr std::array<StageWords, 5> kWords{
    {{"Waiting for PyTorch", "PyTorch polls for requests every 5 s"},
     {"Warming up", "keeps profiler startup out of the trace"},
     {"Recording ", "counts optimizer steps; without an optimizer, recording ends by time"},
     {"Writing the trace", ""},
     {"Done", ""}}};

std::string words_of(AttachStage stage, const KinetoOrder& order) {
  const std::string what(kWords.at(static_cast<std::size_t>(stage)).what);
  return stage == AttachStage::Recording ? what + amount_of(order) : what;
}

std::string_view hint_of(AttachStage stage, const KinetoOrder& order) {
  if (stage == AttachStage::Recording && !order.iterations) return "";
  return kWords.at(static_cast<std::size_t>(stage)).hint;
}

std::string seconds_text(double seconds) {
  return fmt::format("{:.0f} s", std::floor(seconds));
}

void draw_stage(const Ui& ui, Rect row, AttachStage stage, const AttachState& state,
                const KinetoOrder& order) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Colors& c = ui.color();
  const AttachStage now = state.stage.value_or(AttachStage::Waiting);
  const bool done = stage < now, current = stage == now;
  const float middle = std::floor((row.y0 + row.y1) / 2);
  const ImVec2 dot{row.x0 + ui.px(8), middle};
  if (done) {
    draw_text(list, ui.face().icon, {row.x0 + 1, centered_y(ui.face().icon, row)}, c.good,
              icon::kCheck);
  } else if (current) {
    list.AddCircleFilled(dot, ui.px(5), c.accent);
  } else {
    list.AddCircle(dot, ui.px(4), c.faint);
  }
  const Face& face = current ? ui.face().strong : ui.face().ui;
  const std::string words = words_of(stage, order);
  const float x = row.x0 + ui.px(28);
  draw_text(list, face, {x, centered_y(face, row)},
            current ? c.text
            : done  ? c.dim
                    : c.faint,
            words);
  if (!current) return;
  const Face& small = ui.face().small;
  const float y = centered_y(small, row);
  const float hint_x = x + text_width(face, words) + ui.px(14);
  draw_text_fitted(list, small, {hint_x, y}, row.x1 - hint_x - ui.px(50), c.faint,
                   hint_of(stage, order));
  draw_text_right(list, ui.face().mono, row.x1, centered_y(ui.face().mono, row), c.dim,
                  seconds_text(state.stage_s));
}

}  // namespace

AttachStripChoice draw_attach_strip(const Ui& ui, Rect bar, float right_x,
                                    const Attachment& attachment) {
  AttachStripChoice choice;
  const AttachState state = attachment.state();
  const AttachStage stage = state.stage.value_or(AttachStage::Waiting);
  constexpr std::string_view kCancel = "Cancel";
  const float wide = text_button_width(ui, kCancel);
  const Rect button{right_x - wide, bar.y0 + ui.px(7), right_x, bar.y1 - ui.px(7)};
  choice.cancel = text_button(ui, "attach.give_up", button, kCancel, true);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Face& face = ui.face().small;
  const float y = centered_y(face, bar);
  float x = button.x0 - ui.px(12);
  const auto part = [&](ImU32 color, const std::string& text) {
    draw_text_right(list, face, x, y, color, text);
    x -= text_width(face, text) + ui.px(10);
  };
  part(ui.color().dim, seconds_text(state.stage_s));
  part(ui.color().text, words_of(stage, attachment.order()));
  part(ui.color().dim, process_title(attachment.process()));
  const float radius = ui.px(5);
  list.AddCircleFilled({x - radius, std::floor((bar.y0 + bar.y1) / 2)}, radius,
                       stage == AttachStage::Recording ? ui.color().error : ui.color().accent);
  x -= 2 * radius + ui.px(6);
  ui.mark("attach.state", {x, bar.y0, right_x, bar.y1});
  choice.begin_x = x - ui.px(8);
  return choice;
}

bool draw_attach_page(const Ui& ui, Rect area, const Attachment& attachment) {
  const AttachState state = attachment.state();
  const float width = std::min(ui.px(kColumnPx), area.width() - ui.px(48));
  const float height = ui.px(30 + 26 + 14 + 44) + ui.px(kRowPx) * kStages.size();
  const float x = std::floor((area.x0 + area.x1 - width) / 2);
  const float y = area.y0 + std::max(ui.px(24), std::floor((area.height() - height) * 0.4F));
  Rect column{x, y, x + width, area.y1};
  ui.mark("attach.page", column);
  const RunningProcess& process = attachment.process();
  draw_text_fitted(ui.face().title, column.cut_top(ui.px(30)).min(), width, ui.color().text,
                   "A trace of " + process_title(process));
  draw_text_fitted(ui.face().small, column.cut_top(ui.px(26)).min(), width, ui.color().faint,
                   process.command);
  column.cut_top(ui.px(14));
  for (const AttachStage stage : kStages)
    draw_stage(ui, column.cut_top(ui.px(kRowPx)), stage, state, attachment.order());
  column.cut_top(ui.px(14));
  constexpr std::string_view kCancel = "Cancel (Esc)";
  const Rect row = column.cut_top(ui.px(30));
  return text_button(
      ui, "attach.give_up",
      {row.x0 - ui.px(10), row.y0, row.x0 - ui.px(10) + text_button_width(ui, kCancel), row.y1},
      kCancel);
}

}  // namespace lanescope
