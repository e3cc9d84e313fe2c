// A frame in which nothing changes takes no memory: counted in the allocator of this program.
#include <atomic>
#include <cstdlib>
#include <new>

#include <doctest/doctest.h>

#include "tests/app/small_trace.h"
#include "tests/app/ui_driver.h"
#include "tests/core/base/temp_folder.h"

namespace {

std::atomic<long> allocations{0};

}  // namespace

// The standard library takes all its memory through these.
void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size > 0 ? size : 1)) return memory;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
  ++allocations;
  return std::malloc(size > 0 ? size : 1);
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t /*size*/) noexcept {
  std::free(memory);
}

namespace lanescope {
namespace {

long allocations_in_frames(UiDriver& ui) {
  ui.frames(5);
  const long before = allocations;
  ui.frames(10);
  return allocations - before;
}

TEST_CASE("frames of a steady view allocate nothing") {
  const TempFolder folder;
  UiDriver ui(1600, 900, {}, false);
  ui.open(folder.write("small.json", small_trace_text({.steps = 20})));
  CHECK(allocations_in_frames(ui) == 0);
  ui.view().go_to(ui.find("kernel_b"));
  ui.view().selection.select_range({5'000'000, 25'000'000});
  ui.settle();
  CHECK(allocations_in_frames(ui) == 0);
  REQUIRE(ui.show_tab("Flame"));
  ui.settle();
  ui.move({400, 820});  // over a frame
  CHECK(allocations_in_frames(ui) == 0);
}

TEST_CASE("frames of a moving view allocate nothing once the buffers have grown") {
  UiDriver ui(1600, 900, {}, false);
  ui.open(ui.window().options().examples.front().path);
  const auto sweep = [&ui] {
    for (int i = 0; i < 30; ++i) {
      ui.view().viewport.zoom(1.2, 500);
      ui.frame();
    }
    for (int i = 0; i < 60; ++i) {
      ui.view().viewport.zoom(1 / 1.2, 500);
      ui.frame();
    }
  };
  sweep();
  const long before = allocations;
  sweep();
  // The ruler's labels and the status line are words, and change with every view.
  CHECK((allocations - before) / 90 < 60);
}

}  // namespace
}  // namespace lanescope
