// What a search found, on the overview.
#include <doctest/doctest.h>

#include "tests/app/small_trace.h"
#include "tests/app/ui_driver.h"
#include "tests/core/base/temp_folder.h"

namespace lanescope {
namespace {

TEST_CASE("what a search found is marked on the overview") {
  const TempFolder folder;
  UiDriver ui;
  ui.open(folder.write("small.json", small_trace_text({})));
  CHECK_FALSE(ui.has_mark("overview.matches"));
  ui.view().search.text = "kernel_a";
  ui.settle();
  ui.frames(2);
  CHECK(ui.has_mark("overview.matches"));
  const SearchMatches& found = *ui.view().search.matches();
  CHECK(found.places.count() == found.events().size());
  ui.view().search.text = "nothing has this name";
  ui.settle();
  ui.frames(2);
  CHECK_FALSE(ui.has_mark("overview.matches"));
}

}  // namespace
}  // namespace lanescope
