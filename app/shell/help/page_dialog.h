// A dialog with a page to read, which scrolls if it does not fit, and below it a link and "Close".
#pragma once

#include <functional>
#include <string_view>

#include "app/widgets/draw/ui.h"

namespace lanescope {

/// UI thread only.
class PageDialog {
 public:
  struct Look {
    const char* id;
    std::string_view scroll_id, link_id, close_id;
    std::string_view title, link;
    float width_px;  // at scale 1
    bool link_closes = false;
  };
  /// Draws the page below the top of `area`, and returns its height. Only measures if `list` is
  /// null.
  using DrawPage = std::function<float(ImDrawList* list, Rect area)>;

  void open();
  void close() { open_ = false; }
  [[nodiscard]] bool is_open() const { return open_; }
  /// True in the frame in which the link was clicked.
  bool draw(const Ui& ui, const Look& look, const DrawPage& draw_page);

 private:
  bool open_ = false;
  float scroll_px_ = 0;
};

struct PageRow {
  std::string_view title, text;
};
struct PageRowLook {
  const Face& title_face;
  ImU32 title_color, text_color;
  float column_px, title_px;  // where the text begins, and the width of the title; at scale 1
  float gap_px;               // below it
};
/// A title and beside it its text, both wrapped. Returns the height with the gap. Only measures if
/// `list` is null.
float draw_page_row(const Ui& ui, ImDrawList* list, Rect at, const PageRow& row,
                    const PageRowLook& look);

}  // namespace lanescope
