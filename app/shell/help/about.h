// About the program: versions, graphics, license, and where its files are, for reports of bugs.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/shell/help/page_dialog.h"
#include "app/widgets/draw/ui.h"

namespace lanescope {

struct AboutRow {
  std::string title, text;
};
/// `graphics` is what draws the window, such as "OpenGL 4.5 …"; empty: not known. Cost: looks up
/// the program's folders; call it once.
std::vector<AboutRow> about_rows(const std::string& graphics);

/// UI thread only.
class AboutDialog {
 public:
  /// What draws the window; known only once it is open.
  void set_graphics(std::string graphics) { graphics_ = std::move(graphics); }
  void open();
  void close() { page_.close(); }
  [[nodiscard]] bool is_open() const { return page_.is_open(); }
  void draw(const Ui& ui);

 private:
  PageDialog page_;
  std::string graphics_;
  std::vector<AboutRow> rows_;
};

}  // namespace lanescope
