#include "app/shell/dialogs/quit_dialog.h"

#include <algorithm>

#include "app/widgets/button.h"
#include "app/widgets/dialog.h"
#include "app/widgets/draw/paint.h"

namespace lanescope {
namespace {

constexpr float kWidthPx = 560, kPadPx = 20;
constexpr float kTitlePx = 34, kFootPx = 44, kButtonPx = 30, kGapPx = 8, kBetweenPx = 10;

constexpr std::string_view kOver = "Everything has finished. You can quit without losing anything.";

/// Only measures if `list` is null.
float draw_sentences(const Ui& ui, ImDrawList* list, Rect at, const QuitStakes& stakes) {
  float y = at.y0;
  const auto add = [&](std::string_view sentence) {
    y += draw_text_wrapped(list, ui.face().ui, {at.x0, y}, at.width(), ui.color().text, sentence);
    y += ui.px(kBetweenPx);
  };
  for (const std::string& sentence : stakes.sentences) add(sentence);
  if (stakes.empty()) add(kOver);
  return y - at.y0;
}

}  // namespace

QuitChoice QuitDialog::draw(const Ui& ui, const QuitStakes& stakes, bool ending) {
  if (!open_) return QuitChoice::None;
  const float text_px =
      draw_sentences(ui, nullptr, {0, 0, ui.px(kWidthPx - 2 * kPadPx), 0}, stakes);
  const float around_px = kTitlePx + kFootPx + 2 * kPadPx;
  Dialog dialog(ui, "quit.dialog", {kWidthPx, around_px + text_px / ui.style.scale});
  if (!dialog.shown()) return QuitChoice::None;
  QuitChoice choice = draw_content(ui, dialog.area(), stakes, ending);
  if (dialog.dismissed()) choice = QuitChoice::Stay;
  const bool stays_open = choice == QuitChoice::None || choice == QuitChoice::EndAndQuit;
  if (!stays_open) {
    open_ = false;
    dialog.close();
  }
  return choice;
}

QuitChoice QuitDialog::draw_content(const Ui& ui, Rect box, const QuitStakes& stakes, bool ending) {
  Rect inner = box.inset(ui.px(kPadPx), ui.px(kPadPx));
  draw_text(ui.face().title, inner.cut_top(ui.px(kTitlePx)).min(), ui.color().text,
            ending ? "Waiting for programs to end" : "Quit Lanescope?");
  Rect foot = inner.cut_bottom(ui.px(kButtonPx));
  draw_sentences(ui, ImGui::GetWindowDrawList(), inner, stakes);
  QuitChoice choice = QuitChoice::None;
  const auto button = [&](const char* name, std::string_view words, bool primary, QuitChoice what) {
    const float width = std::max(ui.px(84), text_button_width(ui, words) + ui.px(8));
    if (action_button(ui, name, foot.cut_right(width), words, primary)) choice = what;
    foot.cut_right(ui.px(kGapPx));
  };
  if (!ending) {
    const bool several = stakes.programs > 1;
    const bool leaves = stakes.programs > 0;
    button("quit.quit",
           !leaves   ? "Quit"
           : several ? "Quit, leave them running"
                     : "Quit, leave it running",
           true, QuitChoice::Quit);
    if (leaves)
      button("quit.end", several ? "End them and quit" : "End it and quit", false,
             QuitChoice::EndAndQuit);
    const bool entered = ImGui::IsKeyPressed(ImGuiKey_Enter, false) && !ImGui::IsAnyItemFocused();
    if (entered) choice = QuitChoice::Quit;
  }
  button("quit.stay", "Cancel", false, QuitChoice::Stay);
  return choice;
}

}  // namespace lanescope
