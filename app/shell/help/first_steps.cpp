#include "app/shell/help/first_steps.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace lanescope {
namespace {

constexpr std::array kSteps{
    PageRow{"Move",
            "Hold A or D, drag with the right mouse button, or turn the wheel with Shift. ↑ and ↓ "
            "scroll the lanes."},
    PageRow{"Zoom",
            "Turn the wheel over the lanes, or hold W or S. [{whole_trace} shows the whole trace. ]"
            "[{zoom_selection} zooms to the selection. ][{back} returns to the previous view.]"},
    PageRow{"Select",
            "Click an event: the details on the right say what it is, how long it took and what "
            "caused it. Drag over the lanes to select a time range and measure it."},
    PageRow{"Follow",
            "Click a link in the details to go from a kernel to its launch, to the operator that "
            "launched it, and to the line of Python.[ {along} and {against} follow the flow of the "
            "selected event.][ {up} goes up the call stack.]"},
    PageRow{"Find",
            "[{search} searches all events by name, category and duration, such as cat:kernel "
            "dur>1ms. ][{find_lane} finds a lane. ][{palette} finds any command.]"},
    PageRow{"What is slow",
            "The Overview and Findings tabs below the lanes say where time goes, with the evidence "
            "and the potential gain. Click a finding to see it on the lanes."},
    PageRow{
        "Compare",
        "Drop a second trace on the window[, or press {compare}]. The runs are aligned by their "
        "steps, and the Compare tab lists what became slower or faster."},
};

constexpr PageDialog::Look kLook{.id = "first_steps.dialog",
                                 .scroll_id = "first_steps.scroll",
                                 .link_id = "first_steps.keys",
                                 .close_id = "first_steps.close",
                                 .title = "First steps",
                                 .link = "Keys and mouse…",
                                 .width_px = 660,
                                 .link_closes = true};
constexpr float kColumnPx = 132, kTitlePx = 120, kGapPx = 14;

float draw_steps(const Ui& ui, ImDrawList* list, Rect area,
                 const FirstStepsDialog::KeysOf& keys_of) {
  const PageRowLook look{ui.face().strong, ui.color().text, ui.color().dim,
                         kColumnPx,        kTitlePx,        kGapPx};
  const float top = area.y0;
  for (const PageRow& step : kSteps)
    area.y0 += draw_page_row(ui, list, area, {step.title, with_keys(step.text, keys_of)}, look);
  return area.y0 - top;
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

bool FirstStepsDialog::draw(const Ui& ui, const KeysOf& keys_of) {
  const auto draw_page = [&](ImDrawList* list, Rect area) {
    return draw_steps(ui, list, area, keys_of);
  };
  return page_.draw(ui, kLook, draw_page);
}

}  // namespace lanescope
