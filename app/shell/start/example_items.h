// The examples as rows of a menu.
#pragma once

#include <span>
#include <string>

#include "app/widgets/draw/ui.h"
#include "app/workspace/files/examples.h"

namespace lanescope {

/// Call while a menu is open. The path of the one that was clicked; empty: none.
std::string draw_example_items(const Ui& ui, std::span<const Example> examples);

}  // namespace lanescope
