// What a hand finds in a window: each thing that it marks is rested on or clicked, tab by tab.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tests/app/golden/golden_screens.h"

namespace lanescope {

/// Does something at the thing of that name.
using MouseAct = std::function<void(UiDriver&, const std::string& mark)>;

void rest_on(UiDriver& ui, const std::string& mark);
void click_on(UiDriver& ui, const std::string& mark);
void right_click_on(UiDriver& ui, const std::string& mark);
void double_click_on(UiDriver& ui, const std::string& mark);

/// Opens a trace of tests/traces, or two beside each other, and adds for each tab what `act` shows
/// on each thing that was not there before.
void add_all(GoldenScreens& golden, const std::vector<std::string>& traces, const MouseAct& act);

}  // namespace lanescope
