// There is always a desktop, and it does not go away before its programs.
#include "app/platform/display.h"

#include <array>
#include <windows.h>

#include <GLFW/glfw3.h>

namespace lanescope {
namespace {

/// Windows opens one for a program that was not started from one.
void leave_console_of_our_own() {
  std::array<DWORD, 2> processes{};
  if (::GetConsoleProcessList(processes.data(), processes.size()) == 1) ::FreeConsole();
}

}  // namespace

bool display_is_named() {
  return true;
}

bool connect_to_display() {
  if (glfwInit() != GLFW_TRUE) return false;
  leave_console_of_our_own();
  return true;
}

void note_lost_display(WindowClient* /*client*/) {}

}  // namespace lanescope
