#include "core/readers/rows/step_prefix.h"

#include <initializer_list>

#include <doctest/doctest.h>

using namespace lanescope;

namespace {

std::string best_of(std::initializer_list<std::string_view> names) {
  StepPrefixes prefixes;
  for (const std::string_view name : names) prefixes.note(name, 1);
  return prefixes.best();
}

}  // namespace

TEST_CASE("ranges with a word for steps and rising numbers are steps") {
  CHECK(best_of({"step 1", "forward", "step 2"}) == "step ");
  CHECK(best_of({"TrainStep#1", "TrainStep#2"}) == "TrainStep#");
  CHECK(best_of({"iteration_10", "iteration_11"}) == "iteration_");
  CHECK(best_of({"Batch: 1", "Batch: 2"}) == "Batch: ");
}

TEST_CASE("steps may say how many there are, and figures") {
  CHECK(best_of({"step 1/10", "forward", "step 2/10"}) == "step ");
  CHECK(best_of({"Batch 1 of 90", "Batch 2 of 90"}) == "Batch ");
  CHECK(best_of({"step 1 loss=0.31", "step 2 loss=0.3"}) == "step ");
  CHECK(best_of({"iter 1/10: loss=2, lr=1e-4", "iter 2/10: loss=1, lr=1e-4"}) == "iter ");
  CHECK(best_of({"epoch 1 step=1", "epoch 1 step=2"}) == "epoch 1 step=");
  CHECK(best_of({"step 1 forward", "step 2 forward", "layer 1/2", "layer 2/2"}).empty());
}

TEST_CASE("numbered ranges of other kinds are no steps") {
  CHECK(best_of({"layer 1", "layer 2", "attention_3", "7", ""}).empty());
  CHECK(best_of({"step 1", "step 1"}).empty());
  CHECK(best_of({"step 1"}).empty());
}

TEST_CASE("one name for steps that repeats without a number is that of steps") {
  CHECK(best_of({"train_step", "forward", "train_step"}) == "train_step");
  CHECK(best_of({"Training Step", "Training Step"}) == "Training Step");
  CHECK(best_of({"iteration", "iteration"}) == "iteration");
  CHECK(best_of({"train_step"}).empty());
  CHECK(best_of({"optimizer_step", "optimizer_step", "footstep", "footstep"}).empty());
  // Numbers tell more.
  CHECK(best_of({"step", "step", "step", "batch 1", "batch 2"}) == "batch ");
}

TEST_CASE("the most telling word wins, and torch.profiler's own steps before all") {
  CHECK(best_of({"batch 1", "batch 2", "batch 3", "step 1", "step 2"}) == "step ");
  CHECK(best_of({"step 1", "step 2", "ProfilerStep#5"}).empty());
}
