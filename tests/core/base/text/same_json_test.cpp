// What is written alike is known, within bounds.
#include "core/base/text/same_json.h"

#include <memory>
#include <string>

#include <doctest/doctest.h>

namespace lanescope {
namespace {

SharedJson number(std::int64_t n) {
  return std::make_shared<const JsonValue>(JsonValue{n});
}

TEST_CASE("a value is found by how it was written, until there is no more room") {
  SameJson same;
  const SharedJson value = number(7);
  same.keep("small", value);
  same.keep(std::string(SameJson::kLongest + 1, 'x'), value);
  CHECK(same.find("small") == value);
  CHECK(same.find(std::string(SameJson::kLongest + 1, 'x')) == nullptr);
  const std::string longest(SameJson::kLongest - 4, 'y');
  for (int i = 1000; i < 1000 + static_cast<int>(SameJson::kMostBytes / longest.size()); ++i)
    same.keep(longest + std::to_string(i), value);
  CHECK(same.find("small") == nullptr);
}

TEST_CASE("looking for what is never written alike soon no longer pays") {
  SameJson alike, different;
  for (int i = 0; i < 1000; ++i) {
    const std::string text = std::to_string(i);
    if (!different.find(text)) different.keep(text, number(i));
    if (!alike.find(text.substr(0, 1))) alike.keep(text.substr(0, 1), number(i));
  }
  CHECK(alike.pays());
  CHECK_FALSE(different.pays());
  CHECK(SameJson().pays());
}

}  // namespace
}  // namespace lanescope
