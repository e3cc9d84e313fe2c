#include "core/build/tracks/wildcard.h"

#include <string>

#include <doctest/doctest.h>

using namespace lanescope;

TEST_CASE("each star stands for any text, all else for itself") {
  CHECK(matches_wildcards("step 12", "step *"));
  CHECK(matches_wildcards("step ", "step *"));
  CHECK_FALSE(matches_wildcards("my step 12", "step *"));
  CHECK_FALSE(matches_wildcards("step 12", "step"));
  CHECK_FALSE(matches_wildcards("Step 12", "step *"));
  CHECK(matches_wildcards("epoch 1 step 12", "epoch * step *"));
  CHECK_FALSE(matches_wildcards("epoch 1 batch 12", "epoch * step *"));
  CHECK(matches_wildcards("a.b.b.c", "*b.c"));
  CHECK(matches_wildcards("step 12 (train)", "step * (train)"));
  CHECK_FALSE(matches_wildcards("step 12 (train) of 40", "step * (train)"));
  CHECK(matches_wildcards("", "**"));
  CHECK_FALSE(matches_wildcards("", "a*"));
  CHECK(matches_wildcards("f(*)", "f(*)"));
}

TEST_CASE("a hostile pattern is compared in the time of its length and the text's") {
  std::string pattern;
  for (int i = 0; i < 1000; ++i) pattern += "a*";
  CHECK_FALSE(matches_wildcards(std::string(20'000, 'a'), pattern + "b"));
}
