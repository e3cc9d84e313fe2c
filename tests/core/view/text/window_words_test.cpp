#include "core/view/text/window_words.h"

#include <string>

#include <doctest/doctest.h>

namespace lanescope {
namespace {

constexpr std::array kKinds{WindowKind::Whole, WindowKind::Steps, WindowKind::Hta, WindowKind::Tb,
                            WindowKind::Range};

std::string capitals_of(std::string_view text) {
  std::string capitals;
  for (const char c : text) {
    if (c >= 'A' && c <= 'Z') capitals += c;
  }
  return capitals;
}

TEST_CASE("the short name of an analysis window is a part of its name, or its capitals") {
  for (const WindowKind kind : kKinds) {
    const std::string title(window_title(kind)), word(window_word(kind));
    CAPTURE(title);
    REQUIRE(word.size() > 1);
    CHECK(word.size() < title.size());
    // Whatever the case of its first letter.
    const bool part = title.find(word.substr(1)) != std::string::npos;
    CHECK((part || word == capitals_of(title)));
  }
  // There is a tab of steps, and a lane.
  CHECK(window_word(WindowKind::Steps) != "Steps");
}

}  // namespace
}  // namespace lanescope
