// Nested calls, pauses and resets between them, and the resulting counts.
#include <doctest/doctest.h>

#include "tests/capture/agent/cupti/reported_calls.h"

using namespace lanescope;
using namespace lanescope::agent;

TEST_CASE("calls are told by the range that they are made in") {
  Launches program;
  program.channel();
  set_current_range(17);
  program.enter(kMalloc, 1);
  set_current_range(0);
  std::uint32_t range = 0;
  for (const ReadRecord& record : program.ring.read(1)) {
    if (record.type() == wire::RecordType::ApiBegin)
      range = record.as<wire::ApiBeginRecord>().range;
  }
  CHECK(range == 17);
}

TEST_CASE("calls within a call are parts of it, however deep, until it has ended") {
  Launches program;
  program.enter(kLaunch, 5);
  program.enter(kCopy, 6);
  program.enter(kMalloc, 5);  // the same number needs no alias
  program.leave(kMalloc, 5);
  program.enter(kMalloc, 0);  // nor does 0
  program.leave(kMalloc, 0);
  program.leave(kCopy, 6);
  program.leave(kLaunch, 5);
  program.enter(kCopy, 7);
  program.leave(kCopy, 7);
  CHECK(program.reported() == ReportedOption{"( 5", "6 of 5", ") 5", "( 7", ") 7"});
}

TEST_CASE("a call that never ended does not swallow those after it") {
  Launches program;
  program.enter(kLaunch, 5);  // longjmp
  program.enter(kLaunch, 6);
  program.leave(kLaunch, 6);
  program.leave(kLaunch, 6);  // its beginning was not seen
  program.leave(kCopy, 4);
  program.enter(kCopy, 7);
  program.leave(kCopy, 7);
  CHECK(program.reported() == ReportedOption{"( 5", "( 6", ") 6", "( 7", ") 7"});
}

TEST_CASE("within a call ends that nobody saw begin leave it open") {
  Launches program;
  program.enter(kLaunch, 5);
  for (const std::uint32_t correlation : {6U, 7U, 8U}) program.leave(kCopy, correlation);
  program.enter(kCopy, 9);
  program.leave(kCopy, 9);
  program.leave(kLaunch, 5);
  CHECK(program.reported() == ReportedOption{"( 5", "9 of 5", ") 5"});
}

TEST_CASE("calls of the runtime and of the driver with one number are two functions") {
  Launches program;
  program.report(cupti::kSiteEnter, kLaunch, 5);
  program.report(cupti::kSiteEnter, kLaunch, 6, nullptr, nullptr, nullptr, cupti::kDomainDriver);
  program.report(cupti::kSiteExit, kLaunch, 6, nullptr, nullptr, nullptr, cupti::kDomainDriver);
  program.leave(kLaunch, 5);
  CHECK(program.reported() == ReportedOption{"( 5", "6 of 5", ") 5"});
}

TEST_CASE("calls are counted, those for the GPU besides, and the time they cost is estimated") {
  Launches program;
  for (std::uint32_t call = 1; call <= 130; ++call) {
    const std::uint32_t id = call % 5 == 0   ? kLaunch
                             : call % 5 == 1 ? kCopy
                             : call % 5 == 2 ? kSet
                             : call % 5 == 3 ? kMalloc
                                             : kSynchronize;
    program.enter(id, call);
    // The first of each 64 is timed, and stands for all of them.
    const std::uint64_t spent = program.channel().spent_ns.load();
    if (call == 1) CHECK(spent > 0);
    CHECK(spent % 64 == 0);
    program.leave(id, call);
  }
  CHECK(program.channel().calls.load() == 130);
  CHECK(program.channel().gpu_calls.load() == 78);
  CHECK(program.setup.witnesses.load() == 26);
}

TEST_CASE("one call in 64 is timed") {
  Launches program;
  std::vector<std::uint32_t> timed;
  std::uint64_t before = 0;
  for (std::uint32_t call = 1; call <= 130; ++call) {
    program.enter(kMalloc, call);
    program.leave(kMalloc, call);
    const std::uint64_t spent = program.channel().spent_ns.load();
    if (spent != before) timed.push_back(call);
    before = spent;
  }
  CHECK(timed == std::vector<std::uint32_t>{1, 65, 129});
  // A call takes microseconds at most, usually far less.
  CHECK(before < 3U * 64 * 10'000'000);
}

TEST_CASE("only calls of the runtime that wait are witnesses that records come") {
  Launches program;
  for (const int domain : {cupti::kDomainRuntime, cupti::kDomainDriver}) {
    for (const std::uint32_t id : {kSynchronize, kLaunch, kMalloc}) {
      for (const int site : {cupti::kSiteEnter, cupti::kSiteExit})
        program.report(site, id, 9, nullptr, nullptr, nullptr, domain);
    }
  }
  CHECK(program.setup.witnesses.load() == 1);
}

namespace {

std::vector<std::uint32_t> flushes;  // flags of each
bool was_busy = false;

}  // namespace

TEST_CASE("before a device is reset CUPTI is flushed, and not from within our own code") {
  Launches program;
  CuptiFunctions functions{};
  functions.flush_all = [](std::uint32_t flags) -> cupti::Result {
    flushes.push_back(flags);
    was_busy = this_thread.busy;
    return cupti::kSuccess;
  };
  program.setup.cupti = &functions;
  flushes.clear();
  program.call(kSynchronize, nullptr, nullptr);
  CHECK(flushes.empty());
  program.call(kReset, nullptr, nullptr);
  CHECK(flushes == std::vector<std::uint32_t>{0});
  CHECK(was_busy);
  CHECK_FALSE(this_thread.busy);
  set_off(Off::Paused, true);
  program.call(kReset, nullptr, nullptr);
  set_off(Off::Paused, false);
  CHECK(flushes.size() == 1);
  CHECK(program.reported() == ReportedOption{"( 1", ") 1", "( 2", ") 2"});
}

TEST_CASE("a pause in the middle of a call costs that call its other half only") {
  Launches program;
  program.enter(kLaunch, 1);
  set_off(Off::Paused, true);
  program.leave(kLaunch, 1);
  program.enter(kLaunch, 2);
  program.enter(kCopy, 3);
  set_off(Off::Paused, false);
  program.leave(kCopy, 3);
  program.leave(kLaunch, 2);
  program.enter(kCopy, 4);
  program.leave(kCopy, 4);
  CHECK(program.reported() == ReportedOption{"( 1", ") 2", "( 4", ") 4"});
}
