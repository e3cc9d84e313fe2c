#include "core/store/numbered_steps.h"

#include <doctest/doctest.h>

using namespace lanescope;

TEST_CASE("the number of a step is told by what is before it") {
  CHECK(step_number("ProfilerStep#12") == 12);
  CHECK(step_number("ProfilerStep#12 (rank 3)") == 12);
  CHECK(step_number("step 12") == 12);
  CHECK(step_number("step 007") == 7);
  CHECK(step_number("step 12 of 40") == 12);
  CHECK(step_number("train_step_12") == 12);
  CHECK(step_number("it [3] (x+y)*2") == 3);
  CHECK(step_number("Iteration: 7") == 7);
  CHECK(step_number("epoch 1 step 12") == 12);
  CHECK(step_number("epoch 1 / 2") == 1);
  CHECK(step_number("forward 8") == 8);
  CHECK(step_number("limit 2 (3)") == 2);
}

TEST_CASE("digits inside a word are no step's number") {
  CHECK_FALSE(step_number("train"));
  CHECK_FALSE(step_number("conv2d"));
  CHECK_FALSE(step_number("conv2d forward"));
  CHECK(step_number("conv2d 5") == 5);
  CHECK_FALSE(step_number("step 99999999999999999999"));
  CHECK_FALSE(step_number(""));
}
