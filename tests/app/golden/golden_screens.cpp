#include "tests/app/golden/golden_screens.h"

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>
#include <string_view>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "tests/app/seen_screen.h"
#include "tests/file_text.h"
#include "tests/paths.h"
#include "tests/text_hash.h"

namespace lanescope {
namespace {

/// The line at the top tells how long the load took, the one at the bottom how much memory is used
/// and what a frame took.
constexpr float kTopPx = 38, kStatusPx = 26;
/// A click that opens another pane changes the whole screen: of that the first lines are kept to be
/// read, and of the others a hash.
constexpr std::size_t kMostNews = 8;

}  // namespace

ScreenLines::ScreenLines() {
  const SeenScreen seen;
  std::istringstream text(seen.page(all_panes()) + seen.colors(all_panes()));
  for (std::string line; std::getline(text, line);) lines.push_back(std::move(line));
}

void GoldenScreens::add(const std::string& title, Rect where) {
  const SeenScreen seen;
  text_ += "== " + title + "\n" + seen.page(where) + "-- colors\n" + seen.colors(where) + "\n";
}

void GoldenScreens::add_news(const std::string& title, const ScreenLines& before,
                             const ScreenLines& now) {
  std::multiset<std::string_view> known(before.lines.begin(), before.lines.end());
  std::string news;
  std::size_t count = 0;
  std::uint64_t rest = kNoTextHash;
  for (const std::string& line : now.lines) {
    if (const auto found = known.find(line); found != known.end()) {
      known.erase(found);
    } else if (++count <= kMostNews) {
      news += line + "\n";
    } else {
      rest = text_hash(line, rest);
    }
  }
  if (count == 0) return;
  text_ += "== " + title + "\n" + news;
  if (count > kMostNews) text_ += fmt::format("and {} more, {:016x}\n", count - kMostNews, rest);
  text_ += "\n";
}

GoldenScreens::~GoldenScreens() {
  check_golden(name_, text_);
}

void check_golden(const std::string& name, const std::string& text) {
  const std::string path = source_folder() + "/tests/app/golden/" + name + ".golden";
  const char* const renew = std::getenv("LANESCOPE_RENEW_GOLDEN");
  if (renew != nullptr && std::string(renew) == "1") {
    std::ofstream file(path);
    file << text;
    CHECK_MESSAGE(file.flush().good(), path, " can not be written");
    return;
  }
  CHECK_MESSAGE(text == file_text(path), "now the screens of ", name, " are:\n", text);
}

Rect labels_and_lanes(UiDriver& ui) {
  const Rect lanes = ui.mark("lanes");
  return {0, kTopPx, lanes.x1, lanes.y1};
}

Rect all_panes() {
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  return {0, kTopPx, size.x, size.y - kStatusPx};
}

Rect details_pane(UiDriver& ui) {
  const Rect lanes = ui.mark("lanes");
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  return {lanes.x1, ui.mark("ruler").y0, size.x, size.y - kStatusPx};
}

Rect bottom_panes(UiDriver& ui) {
  const Rect lanes = ui.mark("lanes");
  return {0, lanes.y1, lanes.x1, ImGui::GetIO().DisplaySize.y - kStatusPx};
}

std::string trace_path(const std::string& name) {
  return source_folder() + "/tests/traces/" + name;
}

}  // namespace lanescope
