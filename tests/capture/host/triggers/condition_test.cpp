#include "capture/host/triggers/condition.h"

#include <doctest/doctest.h>

using namespace lanescope;

namespace {

TriggerCondition condition_of(const std::string& text) {
  const auto condition = parse_trigger_condition(text);
  REQUIRE_MESSAGE(condition.ok(), (condition.ok() ? "" : condition.error().message));
  return condition.value();
}

std::string why_not(const std::string& text) {
  const auto condition = parse_trigger_condition(text);
  return condition.ok() ? std::string() : condition.error().message;
}

}  // namespace

TEST_CASE("a condition names what is watched, and its limit") {
  const TriggerCondition step = condition_of("step>1.5*median");
  CHECK(step.kind == TriggerCondition::Kind::Step);
  CHECK(step.medians == 1.5);
  CHECK(step.watches_ranges());
  CHECK(condition_of("step > 2 * median").medians == 2);
  CHECK(condition_of("step>250ms").longer_ns == 250'000'000);
  CHECK(condition_of("step>250ms").medians == 0);

  const TriggerCondition range = condition_of("range:load batch>200ms");
  CHECK(range.kind == TriggerCondition::Kind::Range);
  CHECK(range.range == "load batch");
  CHECK(range.longer_ns == 200'000'000);
  CHECK(condition_of("range:A->B>2s").range == "A->B");
  CHECK(condition_of("range:epoch*>3*median").range == "epoch*");

  const TriggerCondition signal = condition_of("signal:USR1");
  CHECK(signal.kind == TriggerCondition::Kind::Signal);
  CHECK(signal.signal == "USR1");
  CHECK_FALSE(signal.watches_ranges());
  CHECK(condition_of("signal:SIGUSR2").signal == "USR2");
}

TEST_CASE("a wrong condition is answered by one line that says what is possible") {
  for (const char* wrong : {"", "steps>1.5*median", "step", "step<200ms", "range:>200ms",
                            "kernel:gemm>1ms", "load>200ms"}) {
    CAPTURE(wrong);
    const std::string why = why_not(wrong);
    CHECK(why.find("is not a condition; use step>1.5*median, ") != std::string::npos);
    CHECK(why.find("range:NAME>200ms") != std::string::npos);
    CHECK(why.find("signal:USR1") != std::string::npos);
    CHECK(why.find('\n') == std::string::npos);
  }
  for (const char* wrong : {"step>soon", "step>", "range:load>-1ms", "step>0*median",
                            "step>x*median", "step>1.5median"}) {
    CAPTURE(wrong);
    CHECK(why_not(wrong).find("use a duration such as 200ms or 2s, or 1.5*median") !=
          std::string::npos);
  }
  CHECK(why_not("step>median") == "'step>median' has no factor; use 1.5*median");
  CHECK(why_not("range:X>5") == "'range:X>5' has no unit; use ms or s, such as 200ms");
  CHECK(why_not("step > 0.2") == "'step > 0.2' has no unit; use ms or s, such as 200ms");
  CHECK(why_not("signal:KILL") ==
        "'signal:KILL' names a signal that a recording cannot wait for; use USR1 or USR2");
}

TEST_CASE("steps are known by their names") {
  for (const char* step :
       {"ProfilerStep#3", "step", "step 12", "Step_12", "train_step#7", "iteration 4", "iter4"}) {
    CAPTURE(step);
    CHECK(is_step_name(step));
  }
  for (const char* other :
       {"", "stepper", "optimizer.step", "step of the optimizer", "aten::mm", "iterations"}) {
    CAPTURE(other);
    CHECK_FALSE(is_step_name(other));
  }
}
