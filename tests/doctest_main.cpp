// Runs the cases, each within what knows two things more than doctest: a case may end as skipped,
// and one that asserted nothing proves nothing, so it fails.
#define DOCTEST_CONFIG_IMPLEMENT
#include <cstdio>
#include <map>
#include <set>
#include <string>

#include <doctest/doctest.h>

#include "tests/skip.h"

namespace lanescope {
namespace {

using doctest::detail::TestCase;

/// Not derived from std::exception, so that no test takes it for an error of what it tests.
struct Skipped {
  std::string why;
};

struct CaseRuns {
  std::map<const doctest::TestCaseData*, doctest::detail::funcType> bodies;
  std::set<const doctest::TestCaseData*> begun;
  std::map<std::string, int> skipped;  // how many cases, by reason
};

CaseRuns& runs() {
  static CaseRuns all;
  return all;
}

/// What doctest calls in place of each case.
void run_case() {
  auto& state = *doctest::detail::g_cs;
  const doctest::TestCaseData* const current = state.currentTest;
  runs().begun.insert(current);
  try {
    runs().bodies.at(current)();
  } catch (const Skipped& skipped) {
    // Of a case with sections those before this one have run; the rest is left out with it.
    state.nextSubcaseStack.clear();
    ++runs().skipped[skipped.why];
    std::printf("[skipped] %s: %s\n", current->m_name, skipped.why.c_str());
    return;
  }
  const bool is_over = state.nextSubcaseStack.empty();
  if (is_over && state.numAssertsCurrentTest_atomic == 0) {
    ADD_FAIL_CHECK_AT(current->m_file.c_str(), static_cast<int>(current->m_line),
                      "the case asserts nothing");
  }
}

void stand_before_each_case() {
  std::set<TestCase> wrapped;
  for (TestCase test : doctest::detail::getRegisteredTests()) {
    const auto body = test.m_test;
    test.m_test = run_case;
    runs().bodies.emplace(&*wrapped.insert(test).first, body);
  }
  doctest::detail::getRegisteredTests().swap(wrapped);
}

/// How many cases were skipped.
std::size_t tell_skipped() {
  std::size_t total = 0;
  for (const auto& [why, cases] : runs().skipped) total += static_cast<std::size_t>(cases);
  if (total == 0) return 0;
  std::printf("[skipped] %zu of %zu cases\n", total, runs().begun.size());
  for (const auto& [why, cases] : runs().skipped)
    std::printf("[skipped]   %d: %s\n", cases, why.c_str());
  return total;
}

}  // namespace

void skip_case(const std::string& why) {
  throw Skipped{why};
}

}  // namespace lanescope

int main(int argument_count, char** arguments) {
  lanescope::stand_before_each_case();
  doctest::Context context(argument_count, arguments);
  const int code = context.run();
  if (context.shouldExit()) return code;
  const std::size_t skipped = lanescope::tell_skipped();
  const bool all = skipped != 0 && skipped == lanescope::runs().begun.size();
  return code == 0 && all ? lanescope::kAllSkipped : code;
}
