#include "app/shell/help/first_steps.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "app/widgets/button.h"
#include "app/widgets/dialog.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/draw/text.h"
#include "app/widgets/scrollbar.h"

namespace lanescope {
namespace {

struct Step {
  std::string_view title, text;
};
constexpr std::array kSteps{
    Step{"Move",
         "Hold A or D, drag with the right mouse button, or turn the wheel with Shift. ↑ and ↓ "
         "scroll the lanes."},
    Step{"Zoom",
         "Turn the wheel over the lanes, or hold W or S. [{whole_trace} shows the whole trace. ]"
         "[{zoom_selection} zooms to the selection. ][{back} returns to the previous view.]"},
    Step{"Select",
         "Click an event: the details on the right say what it is, how long it took and what "
         "caused it. Drag over the lanes to select a time range and measure it."},
    Step{"Follow",
         "Click a link in the details to go from a kernel to its launch, to the operator that "
         "launched it, and to the line of Python.[ {along} and {against} follow the flow of the "
         "selected event.][ {up} goes up the call stack.]"},
    Step{"Find",
         "[{search} searches all events by name, category and duration, such as cat:kernel "
         "dur>1ms. ][{find_lane} finds a lane. ][{palette} finds any command.]"},
    Step{"What is slow",
         "The Overview and Findings tabs below the lanes say where time goes, with the evidence "
         "and the potential gain. Click a finding to see it on the lanes."},
    Step{"Compare",
         "Drop a second trace on the window[, or press {compare}]. The runs are aligned by their "
         "steps, and the Compare tab lists what became slower or faster."},
};

constexpr float kWidthPx = 660, kPadPx = 20, kTitleColumnPx = 132, kGapPx = 14, kTitlePx = 38,
                kFootPx = 44;

float draw_steps(const Ui& ui, ImDrawList* list, Rect area,
                 const FirstStepsDialog::KeysOf& keys_of) {
  const Face& face = ui.face().ui;
  float y = area.y0;
  for (const Step& step : kSteps) {
    const Rect title{area.x0, y, area.x0 + ui.px(kTitleColumnPx - 12), y + 1};
    const float title_px = draw_text_wrapped(list, ui.face().strong, title.min(), title.width(),
                                             ui.color().text, step.title);
    const float x = area.x0 + ui.px(kTitleColumnPx);
    const float text_px = draw_text_wrapped(list, face, {x, y}, area.x1 - x, ui.color().dim,
                                            with_keys(step.text, keys_of));
    y += std::max(title_px, text_px) + ui.px(kGapPx);
  }
  return y - area.y0;
}

}  // namespace

std::string with_keys(std::string_view text, const FirstStepsDialog::KeysOf& keys_of) {
  std::string out;
  std::size_t part = std::string::npos;  // where the part in brackets begins
  bool left_out = false;
  while (!text.empty()) {
    const char c = text.front();
    text.remove_prefix(1);
    if (c == '[') {
      part = out.size();
      left_out = false;
    } else if (c == ']') {
      if (left_out) out.resize(part);
    } else if (c == '{') {
      const std::size_t end = std::min(text.find('}'), text.size());
      const std::string keys = keys_of(text.substr(0, end));
      left_out = left_out || keys.empty();
      out += keys;
      text.remove_prefix(std::min(end + 1, text.size()));
    } else {
      out += c;
    }
  }
  return out;
}

void FirstStepsDialog::open() {
  open_ = true;
  scroll_px_ = 0;
}

bool FirstStepsDialog::draw(const Ui& ui, const KeysOf& keys_of) {
  if (!open_) return false;
  const Rect measured{0, 0, ui.px(kWidthPx - 2 * kPadPx - 12), 0};
  const float steps_px = draw_steps(ui, nullptr, measured, keys_of);
  const float around_px = kTitlePx + kFootPx + 2 * kPadPx + 2;  // two for rounding
  Dialog dialog(ui, "first_steps.dialog", {kWidthPx, around_px + steps_px / ui.style.scale});
  if (!dialog.shown()) return false;
  Rect inner = dialog.area().inset(ui.px(kPadPx), ui.px(kPadPx));
  draw_text(ui.face().title, inner.cut_top(ui.px(kTitlePx)).min(), ui.color().text, "First steps");
  Rect foot = inner.cut_bottom(ui.px(kFootPx));
  foot.cut_top(ui.px(10));
  {
    const Scrolled rows(ui, "first_steps.scroll", inner, steps_px, scroll_px_);
    Rect area = rows.area();
    area.cut_right(ui.px(12));
    draw_steps(ui, ImGui::GetWindowDrawList(), area, keys_of);
  }
  constexpr std::string_view kKeys = "Keys and mouse…";
  const bool keys =
      text_button(ui, "first_steps.keys", foot.cut_left(text_button_width(ui, kKeys)), kKeys, true);
  const Rect close = foot.cut_right(ui.px(84));
  const bool closes = action_button(ui, "first_steps.close", close, "Close", true);
  if (keys || closes || dialog.dismissed()) {
    open_ = false;
    dialog.close();
  }
  return keys;
}

}  // namespace lanescope
