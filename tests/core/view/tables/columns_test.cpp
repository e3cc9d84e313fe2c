#include "core/view/tables/columns.h"

#include <doctest/doctest.h>

namespace lanescope {

TEST_CASE("text has the titles of the pane in small letters, except for abbreviations") {
  CHECK(text_title("Self CPU %") == "self CPU %");
  CHECK(text_title("GPU time") == "GPU time");
  CHECK(text_title("P90") == "P90");
  CHECK(text_title("% of roof") == "% of roof");
  CHECK(text_title("").empty());
}

TEST_CASE("the title of the pane is put in where another form asks for it") {
  const ColumnTitles titles = with_pane_title({"Calls", kPaneTitle, "count", kPaneTitle});
  CHECK(titles.text == "calls");
  CHECK(titles.json == "count");
  CHECK(titles.page == "calls");
  CHECK(with_pane_title({"Share", "share of GPU time"}).text == "share of GPU time");
}

}  // namespace lanescope
