#include "app/platform/imgui_context.h"

#include <cstdlib>
#include <new>

#include "imgui.h"

namespace lanescope {
namespace {

void* take(std::size_t bytes, void* /*user*/) {
  void* const memory = std::malloc(bytes);
  if (memory == nullptr && bytes != 0) throw std::bad_alloc();
  return memory;
}

void give_back(void* memory, void* /*user*/) {
  std::free(memory);
}

}  // namespace

void create_imgui_context() {
  ImGui::SetAllocatorFunctions(take, give_back);
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;
}

}  // namespace lanescope
