// Event loops and servers in Python that have nothing to do.
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "tests/core/readers/capture/samples/sampled_program.h"

using namespace lanescope;
using wire::SampledState;

TEST_CASE("an event loop without work is idle, and who else waits in a selector is not") {
  Program program;
  ChannelBytes& c = program.channel;
  const auto code = [&](std::string_view file, std::string_view function) {
    return c.code(file, function, 10, 0x030A, kTable);
  };
  const std::uint32_t select = code("/usr/lib/python3.11/selectors.py", "EpollSelector.select"),
                      loop = code("/usr/lib/python3.11/asyncio/base_events.py",
                                  "BaseEventLoop._run_once"),
                      run = code("/usr/lib/python3.11/asyncio/runners.py", "Runner.run"),
                      communicate = code("/usr/lib/python3.11/subprocess.py", "Popen.communicate");
  const auto waits = [&](Ns time_ns, std::vector<wire::StackFrame> frames, std::string_view wait) {
    c.sample(time_ns, {.tid = kMain,
                       .stack = c.stack(frames),
                       .state = SampledState::Waiting,
                       .wait = std::string(wait)});
  };
  waits(100'000, {{select, 2}, {loop, 2}, {run, 2}}, "epoll_wait");
  waits(110'000, {{select, 2}, {communicate, 2}}, "poll");
  waits(120'000, {{run, 2}}, "epoll_pwait");  // of uvloop, whose functions are native
  waits(130'000, {{loop, 2}, {run, 2}}, "epoll_wait");
  waits(140'000, {{select, 2}, {loop, 2}, {run, 2}}, "futex");
  c.sample(150'000, {.tid = kMain, .state = SampledState::Ended});
  const Loaded loaded(program.file());
  CHECK(loaded.states() == std::vector<Seen>{{"event loop is idle", 100'000, 110'000, 0},
                                             {"poll", 110'000, 120'000, 0},
                                             {"event loop is idle", 120'000, 130'000, 0},
                                             {"epoll_wait", 130'000, 140'000, 0},
                                             {"futex", 140'000, 150'000, 0}});
}

TEST_CASE("a server that waits for connections or for the next request is idle") {
  Program program;
  ChannelBytes& c = program.channel;
  const auto code = [&](std::string_view file, std::string_view function) {
    return c.code(file, function, 10, 0x030A, kTable);
  };
  const std::uint32_t select = code("/usr/lib/python3.11/selectors.py", "PollSelector.select"),
                      serve =
                          code("/usr/lib/python3.11/socketserver.py", "BaseServer.serve_forever"),
                      read = code("/usr/lib/python3.11/socket.py", "SocketIO.readinto"),
                      request = code("/usr/lib/python3.11/http/server.py",
                                     "BaseHTTPRequestHandler.handle_one_request"),
                      accept = code("/usr/lib/python3.11/socket.py", "socket.accept"),
                      query = code("/app/database.py", "query");
  const auto waits = [&](Ns time_ns, std::vector<wire::StackFrame> frames, std::string_view wait) {
    c.sample(time_ns, {.tid = kMain,
                       .stack = c.stack(frames),
                       .state = SampledState::Waiting,
                       .wait = std::string(wait)});
  };
  waits(100'000, {{select, 2}, {serve, 2}}, "poll socket");
  waits(110'000, {{read, 2}, {query, 2}}, "recvfrom socket");
  waits(120'000, {{read, 2}, {request, 2}}, "recvfrom socket");
  waits(130'000, {{query, 2}, {request, 2}}, "recvfrom socket");
  waits(140'000, {{accept, 2}, {query, 2}}, "accept4 socket");
  c.sample(150'000, {.tid = kMain, .state = SampledState::Ended});
  const Loaded loaded(program.file());
  CHECK(loaded.states() == std::vector<Seen>{{"event loop is idle", 100'000, 110'000, 0},
                                             {"recvfrom socket", 110'000, 120'000, 0},
                                             {"event loop is idle", 120'000, 130'000, 0},
                                             {"recvfrom socket", 130'000, 140'000, 0},
                                             {"event loop is idle", 140'000, 150'000, 0}});
}
