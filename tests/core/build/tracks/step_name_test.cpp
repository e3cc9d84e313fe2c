#include "core/build/tracks/step_name.h"

#include <doctest/doctest.h>

using namespace lanescope;

TEST_CASE("a step's name is a prefix and a number, perhaps with a total and figures") {
  for (const char* const name : {"step 3", "step 3/10", "step 3 / 10", "step 3 of 10",
                                 "step 3 loss=0.3", "step 3/10 | loss=0.3; lr=1e-4", "step "}) {
    CAPTURE(name);
    CHECK(is_step_name(name, "step "));
  }
  for (const char* const name : {"step 3 forward", "step 3.5", "step three", "step", "a step 3",
                                 "step loss=0.3", "step 3/b"}) {
    CAPTURE(name);
    CHECK_FALSE(is_step_name(name, "step "));
  }
  CHECK(is_step_name("train_step", "train_step"));
}

TEST_CASE("names without a number have no details") {
  CHECK(without_step_details("forward loss=0.3") == "forward loss=0.3");
  CHECK(without_step_details("a/b") == "a/b");
  CHECK(without_step_details("") == "");
}
