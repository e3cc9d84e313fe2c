#include "app/shell/start/example_items.h"

#include "app/widgets/menu.h"
#include "core/base/text/ascii_case.h"

namespace lanescope {

std::string draw_example_items(const Ui& ui, std::span<const Example> examples) {
  std::string chosen;
  for (const Example& example : examples) {
    if (menu_item(ui, capitalized(example.what), example.generated ? "generated" : "recorded"))
      chosen = example.path;
  }
  return chosen;
}

}  // namespace lanescope
