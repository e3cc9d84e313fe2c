// A simulated Python: the agent reads its stacks and learns of its exit.
#include <string>

#include <doctest/doctest.h>

#include "tests/capture/pythons.h"
#include "tests/paths.h"

using namespace lanescope;

namespace {

/// What the agent reports for a Python with this oddity; `whole`: including its exit.
std::string reported(const std::string& odd, bool whole = true) {
  const CommandResult ran = run_command("'" + binary_folder() + "/tests/probes/odd_python' '" +
                                        odd + (whole ? "' whole" : "'"));
  CHECK(ran.code == 0);
  return ran.output;
}

constexpr char kFound[] =
    "started: on\nstack 1, version 30d\nthen: on\npython=3.13\npython_stacks=on\n";
constexpr char kHooked[] =
    "asked 1\nimport atexit\nattribute register\nhooked 0 stands, references 0\n"
    "lanescope_python_ends flags 4\nheld\nstack 1\n";
constexpr char kFailed[] = "error cleared\nhooked 0 no, references 0\n";

}  // namespace

TEST_CASE("a Python that is as it should be has its stacks, and tells its end") {
  CHECK(reported("fine") ==
        std::string(kFound) + kHooked + "told None\nno longer\nnot held\nstack 1\n");
}

TEST_CASE("a Python that drops the hook without a call has ended, too") {
  CHECK(reported("dropped") == std::string(kFound) + kHooked + "no longer\nnot held\nstack 1\n");
}

TEST_CASE("a hook that cannot be put in leaves nothing behind, and stacks go on") {
  for (const char* odd : {"import", "attribute", "capsule", "function", "call"}) {
    CAPTURE(odd);
    const std::string text = reported(odd);
    CHECK(text.starts_with(std::string(kFound) + "asked 1\nimport atexit\n"));
    CHECK(text.find(kFailed) != std::string::npos);
    CHECK(text.find("stands") == std::string::npos);
  }
}

TEST_CASE("a queue that is full is asked another time") {
  CHECK(reported("full queue").starts_with(std::string(kFound) + "asked 2\nimport atexit\n"));
}

TEST_CASE("a hook that comes as Python ends is not put in") {
  CHECK(reported("hook at the end") ==
        std::string(kFound) +
            "asked 1\nhooked 0 no, references 0\nimport atexit\n"
            "attribute register\nlanescope_python_ends flags 4\nheld\n"
            "stack 1\ntold None\nno longer\nnot held\nstack 1\n");
}

TEST_CASE(
    "of a Python that ends, has not begun, or a thread that is none of its, there is no stack") {
  for (const char* odd : {"ending", "not there", "no thread"}) {
    CAPTURE(odd);
    CHECK(reported(odd, false) == "started: on\nstack 0, version 30d\nthen: on\n");
  }
}

TEST_CASE("frames that are odd because Python has begun to end are no reason to give up") {
  CHECK(reported("owner as it ends", false) == "started: on\nstack 0, version 30d\nthen: on\n");
}

TEST_CASE("a Python that is refused is told with the reason, as often as it is asked") {
  CHECK(reported("version", false) ==
        "started: Python without the GIL is not supported\nstack 0, version 0\n"
        "then: Python without the GIL is not supported\n");
}

TEST_CASE("the end waits for a thread that looks at frames just then") {
  CHECK(reported("held") == std::string(kFound) + kHooked + "waited for it\n");
}
