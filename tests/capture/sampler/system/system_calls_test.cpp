#include "capture/sampler/system/system_calls.h"

#include <doctest/doctest.h>
#include <sys/syscall.h>

using namespace lanescope;

TEST_CASE("a blocked call is told with its arguments") {
  const auto call =
      parse_system_call("270 0xfb 0x7ffd80c7bf00 0x0 0x0 0x7ffd80c7be10 0x6 0x7ffd 0x7f8fb\n");
  REQUIRE(call);
  CHECK(call->number == 270);
  CHECK(call->arguments[0] == 0xfb);
  CHECK(call->arguments[1] == 0x7ffd80c7bf00);
  CHECK(call->arguments[5] == 0x6);
}

TEST_CASE("a thread may be blocked outside of any call, or not at all") {
  const auto fault = parse_system_call("-1 0x7ffd80c7be10 0x7f8fb0f56aec\n");
  REQUIRE(fault);
  CHECK(fault->number == -1);
  CHECK(!parse_system_call("running\n"));
  CHECK(!parse_system_call(""));
  CHECK(!parse_system_call("0 0x1 0x2"));
  CHECK(!parse_system_call("0 1 2 3 4 5 6"));
  CHECK(!parse_system_call("0 0x1 0x2 0x3 0x4 0x5 0xfffffffffffffffff"));
}

TEST_CASE("calls are known by the numbers of this machine") {
  const KnownCall* const read = known_call(SYS_read);
  REQUIRE(read != nullptr);
  CHECK(read->name == "read");
  CHECK(read->subject == CallSubject::File);
  REQUIRE(known_call(SYS_futex) != nullptr);
  CHECK(known_call(SYS_futex)->subject == CallSubject::Futex);
  CHECK(known_call(-1) == nullptr);
  CHECK(known_call(1'000'000) == nullptr);
}
