#include "tests/app/golden/golden_screens.h"

#include <cstdint>
#include <cstdlib>
#include <filesystem>
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
  golden_.add(title, seen.page(where) + "-- colors\n" + seen.colors(where));
}

void GoldenScreens::add_news(const std::string& title, const ScreenLines& before,
                             const ScreenLines& now) {
  const News news(before.lines, now.lines, kMostNews);
  if (news.count > 0) golden_.add(title, news.text);
}

News::News(const std::vector<std::string>& before, const std::vector<std::string>& now,
           std::size_t most, const char* sign) {
  std::multiset<std::string_view> known(before.begin(), before.end());
  std::uint64_t rest = kNoTextHash;
  for (const std::string& line : now) {
    if (const auto found = known.find(line); found != known.end()) {
      known.erase(found);
    } else if (++count <= most) {
      text += sign + line + "\n";
    } else {
      rest = text_hash(line, rest);
    }
  }
  if (count > most) text += fmt::format("{}and {} more, {:016x}\n", sign, count - most, rest);
  gone = known.size();
}

void let_rest(UiDriver& ui) {
  ui.settle();
  // How far a word that fades has faded depends on how fast the machine is.
  REQUIRE(ui.frames_until([&] { return !ui.has_mark("copied"); }));
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

void tell_at_once() {
  ImGui::GetStyle().HoverDelayNormal = ImGui::GetStyle().HoverDelayShort = 0.01F;
}

void rest_at(UiDriver& ui, ImVec2 at) {
  constexpr int kRestFrames = 4;
  tell_at_once();
  ui.move(at);
  ui.frames(kRestFrames);
}

ImVec2 within(Rect rect, float x_share, float y_share) {
  return {rect.x0 + (rect.x1 - rect.x0) * x_share, rect.y0 + (rect.y1 - rect.y0) * y_share};
}

std::string trace_path(const std::string& name) {
  return source_folder() + "/tests/traces/" + name;
}

std::string copy_of_trace(const std::string& name, const TempFolder& folder) {
  std::string path = folder.path() + "/" + name;
  std::filesystem::copy(
      trace_path(name), path,
      std::filesystem::copy_options::recursive | std::filesystem::copy_options::overwrite_existing);
  return path;
}

}  // namespace lanescope
