#include "capture/agent/check.h"

#include <cstdio>
#include <cstdlib>
#include <string>

#include <doctest/doctest.h>

#include "capture/agent/agent.h"

using namespace lanescope;

namespace {

/// A fault in the code under test only stops the recording, so the test might not notice: this ends
/// the run.
class EndsAtFaults : public doctest::IReporter {
 public:
  explicit EndsAtFaults(const doctest::ContextOptions& /*options*/) {}
  void test_case_end(const doctest::CurrentTestCaseStats& /*stats*/) override {
    if (agent::first_fault() == nullptr) return;
    std::fprintf(stderr, "the agent has a fault, which LANESCOPE_LOG=stderr tells in full: %s\n",
                 agent::first_fault());
    std::abort();
  }

  void report_query(const doctest::QueryData& /*data*/) override {}
  void test_run_start() override {}
  void test_run_end(const doctest::TestRunStats& /*stats*/) override {}
  void test_case_start(const doctest::TestCaseData& /*data*/) override {}
  void test_case_reenter(const doctest::TestCaseData& /*data*/) override {}
  void test_case_exception(const doctest::TestCaseException& /*exception*/) override {}
  void subcase_start(const doctest::SubcaseSignature& /*signature*/) override {}
  void subcase_end() override {}
  void log_assert(const doctest::AssertData& /*data*/) override {}
  void log_message(const doctest::MessageData& /*data*/) override {}
  void test_case_skipped(const doctest::TestCaseData& /*data*/) override {}
};
DOCTEST_REGISTER_LISTENER("ends_at_faults", 1, EndsAtFaults);

/// Restores the agent's state.
class FaultOnPurpose {
 public:
  ~FaultOnPurpose() {
    agent::forget_fault();
    agent::off_reasons.store(before_);
  }

 private:
  std::uint32_t before_ = agent::off_reasons.load();
};

bool is_stopped() {
  return (agent::off_reasons.load() & static_cast<std::uint32_t>(agent::Off::Stopped)) != 0;
}

}  // namespace

TEST_CASE("What holds lets the agent go on") {
  CHECK(LANESCOPE_AGENT_CHECK(1 + 1 == 2, "arithmetic"));
  CHECK(agent::first_fault() == nullptr);
}

#if !defined(LANESCOPE_NO_CHECKS)
TEST_CASE("A fault of the agent stops the recording, and the program runs on") {
  const FaultOnPurpose fault;
  agent::set_off(agent::Off::Stopped, false);
  const int frames = 3;
  CHECK_FALSE(LANESCOPE_AGENT_CHECK(frames < 3, "room for one more frame"));
  CHECK(is_stopped());
  CHECK_FALSE(agent::recording());
  CHECK(std::string(agent::first_fault()) == "frames < 3");
  CHECK_FALSE(LANESCOPE_AGENT_CHECK(frames == 0, "none"));
  CHECK(std::string(agent::first_fault()) == "frames < 3");
}
#endif
