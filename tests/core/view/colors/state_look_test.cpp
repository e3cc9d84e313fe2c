#include "core/view/colors/state_look.h"

#include <set>

#include <doctest/doctest.h>

namespace lanescope {

TEST_CASE("states of threads are told apart by what they wait for") {
  CHECK(state_look("running") == StateLook::Running);
  CHECK(state_look("running · GIL") == StateLook::Running);
  // As recorded, and as other tools and earlier versions have it.
  for (const char* cpu : {"waiting for a CPU", "waiting for a CPU (holds the GIL)",
                          "waiting for a CPU · GIL", "runnable", "runnable · GIL"}) {
    CAPTURE(cpu);
    CHECK(state_look(cpu) == StateLook::Runnable);
    CHECK(state_title(state_look(cpu)) == "waiting for a CPU");
  }
  CHECK(state_look("waiting for the GIL") == StateLook::Gil);
  CHECK(state_look("futex") == StateLook::Lock);
  CHECK(state_look("flock /tmp/lock") == StateLook::Lock);
  CHECK(state_look("page fault") == StateLook::PageFault);
  for (const char* file : {"read /data/a.bin", "read /data/a.bin · GIL", "openat /data/b",
                           "newfstatat /data", "fsync", "waiting for a device"}) {
    CAPTURE(file);
    CHECK(state_look(file) == StateLook::File);
  }
}

TEST_CASE("waiting for another process has a color of its own") {
  for (const char* channel : {"poll pipe", "read pipe", "write pipe", "read socket",
                              "recvfrom socket", "epoll_wait", "select"}) {
    CAPTURE(channel);
    CHECK(state_look(channel) == StateLook::Channel);
    CHECK(thread_state_role(channel) == ColorRole::DataLoading);
  }
}

TEST_CASE("sleeping, and waiting for no known reason, is not alarming") {
  for (const char* idle :
       {"clock_nanosleep", "wait4", "waiting", "stopped", "unknown", "system call 999", ""}) {
    CAPTURE(idle);
    CHECK(state_look(idle) == StateLook::Idle);
    CHECK(thread_state_role(idle) == ColorRole::Python);
  }
}

TEST_CASE("no state of a thread looks like compute on a GPU") {
  CHECK(thread_state_role("event loop is idle") == ColorRole::Annotation);
  for (std::size_t i = 0; i < kStateLooks; ++i) {
    CAPTURE(i);
    CHECK(state_role(static_cast<StateLook>(i)) != ColorRole::Compute);
  }
}

TEST_CASE("each kind of state has a color and a name to itself") {
  std::set<ColorRole> roles;
  std::set<std::string_view> titles;
  for (std::size_t i = 0; i < kStateLooks; ++i) {
    roles.insert(state_role(static_cast<StateLook>(i)));
    titles.insert(state_title(static_cast<StateLook>(i)));
  }
  CHECK(roles.size() == kStateLooks);
  CHECK(titles.size() == kStateLooks);
}

}  // namespace lanescope
