#include "app/shell/start/example_items.h"

#include <cctype>

#include "app/widgets/menu.h"

namespace lanescope {

std::string draw_example_items(const Ui& ui, std::span<const Example> examples) {
  std::string chosen;
  for (const Example& example : examples) {
    std::string title = example.what;
    title.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(title.front())));
    if (menu_item(ui, title, example.generated ? "generated" : "recorded")) chosen = example.path;
  }
  return chosen;
}

}  // namespace lanescope
