#include "capture/agent/control/reported_options.h"

#include <cstdlib>
#include <string>
#include <unistd.h>
#include <vector>

#include <doctest/doctest.h>
#include <sys/wait.h>

#include "capture/agent/agent.h"
#include "capture/agent/control/control.h"
#include "tests/capture/agent/test_viewer.h"

using namespace lanescope;
using namespace lanescope::agent;

namespace {

/// The Caps that a viewer receives from a process that runs `body` once it has joined.
std::vector<std::string> caps_of(void (*body)()) {
  TestViewer viewer("", [](std::uint32_t, const wire::RecordHeader&, const std::byte*) {});
  const pid_t child = ::fork();
  if (child == 0) {
    ::setenv(wire::kSocketVariable, viewer.path().c_str(), 1);
    Granted granted;
    if (!open_control(Why::Python, granted)) ::_exit(1);
    body();
    ::_exit(0);
  }
  viewer.serve();
  int status = -1;
  ::waitpid(child, &status, 0);
  CHECK(status == 0);
  viewer.finish();
  std::vector<std::string> caps;
  for (const TestViewer::Heard& heard : viewer.heard()) {
    if (heard.type == wire::Message::Caps) caps.push_back(heard.text);
  }
  return caps;
}

using Caps = std::vector<std::string>;

}  // namespace

TEST_CASE("what options do is told with all that was told before") {
  CHECK(caps_of([] {
          send_reported_options();  // nothing yet
          tell_option("shapes", "on");
          tell_option("memory", "no torch\nhere");
          send_reported_options();
        }) == Caps{"shapes=on\n", "shapes=on\nmemory=no torch\\nhere\n",
                   "shapes=on\nmemory=no torch\\nhere\n"});
}

TEST_CASE("four options have room, and of each as much as fits") {
  const Caps caps = caps_of([] {
    tell_option("an_option_of_20_char", std::string(500, 'x').c_str());
    for (const char* option : {"b", "c", "d", "e"}) tell_option(option, "on");
  });
  const std::string first = "an_option_of_20=" + std::string(191, 'x') + "\n";
  REQUIRE(caps.size() == 4);
  CHECK(caps[0] == first);
  CHECK(caps[3] == first + "b=on\nc=on\nd=on\n");
}
