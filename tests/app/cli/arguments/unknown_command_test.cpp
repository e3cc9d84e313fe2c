// What is said of a first word that is no command, where tools with other commands are known.
#include <string>
#include <variant>

#include <doctest/doctest.h>

#include "tests/app/cli/printed_answer.h"

using namespace lanescope;

namespace {

std::string told_of(const std::string& word) {
  const PrintedAnswer answer =
      printed_by([&] { return std::get<AlreadyAnswered>(command_of({word})).exit_code; });
  CHECK(answer.code == 2);
  CHECK(answer.out.empty());
  return answer.errors;
}

}  // namespace

TEST_CASE("who takes an analysis for a command is told how to ask for it") {
  CHECK(says(told_of("findings"), "(did you mean 'lanescope report TRACE --only findings'?)"));
  CHECK(says(told_of("kernel"), "(did you mean 'lanescope report TRACE --only kernels'?)"));
  CHECK(says(told_of("sync"), "(did you mean 'lanescope report TRACE --only sync'?)"));
  CHECK(says(told_of("reprot"), "(did you mean 'report'?)"));
  CHECK(says(told_of("flamegraph"), "; `lanescope report TRACE` prints all analyses"));
}
