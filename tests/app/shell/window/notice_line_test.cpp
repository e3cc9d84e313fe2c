// What a notice loses where it does not fit: folders before the file's name.
#include "app/shell/window/notice_line.h"

#include <string>

#include <doctest/doctest.h>

#include "app/widgets/draw/text.h"
#include "tests/app/seen_screen.h"
#include "tests/app/ui_driver.h"

namespace lanescope {
namespace {

const std::string kFile = "/home/someone/projects/a-long-name-of-a-model/runs/run-20261128.lanes";

Notice saved() {
  Notice notice;
  notice.text = "Stopped. python (PID 42) is still running. Recording saved to " + kFile + ".";
  notice.file = kFile;
  return notice;
}

}  // namespace

TEST_CASE("a notice that does not fit loses folders, then sentences, but not the file's name") {
  UiDriver ui(900, 700);
  const Face& face = ui.window().style().face.ui;
  const Notice notice = saved();
  const auto fitted = [&](const std::string& words) {
    return notice_that_fits(face, notice, text_width(face, words));
  };
  CHECK(fitted(notice.text) == notice.text);
  const std::string begin = "Stopped. python (PID 42) is still running. Recording saved to ";
  const std::string few = begin + "/home/someone/…/run-20261128.lanes.";
  CHECK(fitted(few) == few);
  const std::string none = begin + "…/run-20261128.lanes.";
  CHECK(fitted(none) == none);
  const std::string name = begin + "run-20261128.lanes.";
  CHECK(fitted(name) == name);
  const std::string second =
      "python (PID 42) is still running. Recording saved to run-20261128.lanes.";
  CHECK(fitted(second) == second);
  CHECK(notice_that_fits(face, notice, 10) == "Recording saved to run-20261128.lanes.");
}

TEST_CASE("a notice without a file keeps its words, and its tooltip has those that are cut") {
  UiDriver ui(900, 700);
  const std::string words(300, 'x');
  ui.workspace().notices().tell(NoticeKind::Info, words + " end");
  ui.frames(2);
  const Rect line = ui.mark("notice");
  CHECK(SeenScreen().page(line).find("end") == std::string::npos);
  ui.move({(line.x0 + line.x1) / 2, (line.y0 + line.y1) / 2});
  ui.frames(2);
  CHECK(SeenScreen().page({0, line.y1, 900, 700}).find("end") != std::string::npos);
}

TEST_CASE("a narrow window shows the name of the file that was saved") {
  UiDriver ui(900, 700);
  ui.workspace().notices().tell(saved());
  ui.frames(2);
  CHECK(SeenScreen().page(ui.mark("notice")).find("run-20261128.lanes") != std::string::npos);
}

}  // namespace lanescope
