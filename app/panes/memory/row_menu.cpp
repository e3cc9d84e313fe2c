#include "app/panes/memory/row_menu.h"

#include "app/widgets/clipboard.h"
#include "app/widgets/menu.h"

namespace lanescope {
namespace {

constexpr const char* kMenu = "memory.row";

}  // namespace

void MemoryRowMenu::open(std::string_view goes_to, EventId event, std::string_view name) {
  goes_to_ = goes_to;
  event_ = event;
  name_ = name;
  ImGui::OpenPopup(kMenu);
}

void MemoryRowMenu::draw(const PaneFrame& frame) const {
  const Ui& ui = frame.ui;
  if (!begin_menu(ui, kMenu)) return;
  menu_note(ui, name_);
  if (menu_item(ui, goes_to_, "", event_ != EventId::None)) frame.view.go_to(event_);
  if (menu_item(ui, "Copy name", "")) copy_text(ui, name_);
  end_menu();
}

}  // namespace lanescope
