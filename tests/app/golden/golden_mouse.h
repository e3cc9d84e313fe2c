// What the mouse finds in a window: hovers over or clicks everything the window marks, tab by tab.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tests/app/golden/golden_screens.h"

namespace lanescope {

/// Does something at the marked item of that name.
using MouseAct = std::function<void(UiDriver&, const std::string& mark)>;

void rest_on(UiDriver& ui, const std::string& mark);
void click_on(UiDriver& ui, const std::string& mark);
void right_click_on(UiDriver& ui, const std::string& mark);
void double_click_on(UiDriver& ui, const std::string& mark);

/// Opens a trace from tests/traces, or two side by side, and adds for each tab what `act` brings up
/// on each marked item that was not there before.
void add_all(GoldenScreens& golden, const std::vector<std::string>& traces, const MouseAct& act);

}  // namespace lanescope
