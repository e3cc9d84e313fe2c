// Event loops and servers in Python that have nothing to do.
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "tests/core/readers/capture/samples/sampled_program.h"

using namespace lanescope;
using wire::SampledState;

namespace {

/// A program that only waits.
struct WaitingProgram : Program {
  std::uint32_t code(std::string_view file, std::string_view function) {
    return channel.code(file, function, 10, 0x030A, kTable);
  }
  void waits(Ns time_ns, const std::vector<wire::StackFrame>& frames, std::string_view wait) {
    channel.sample(time_ns, {.tid = kMain,
                             .stack = channel.stack(frames),
                             .state = SampledState::Waiting,
                             .wait = std::string(wait)});
  }
  Loaded ends(Ns time_ns) {
    channel.sample(time_ns, {.tid = kMain, .state = SampledState::Ended});
    return Loaded(file());
  }
};

}  // namespace

TEST_CASE("an event loop without work is idle, and who else waits in a selector is not") {
  WaitingProgram program;
  const std::uint32_t select =
                          program.code("/usr/lib/python3.11/selectors.py", "EpollSelector.select"),
                      loop = program.code("/usr/lib/python3.11/asyncio/base_events.py",
                                          "BaseEventLoop._run_once"),
                      run = program.code("/usr/lib/python3.11/asyncio/runners.py", "Runner.run"),
                      communicate =
                          program.code("/usr/lib/python3.11/subprocess.py", "Popen.communicate");
  program.waits(100'000, {{select, 2}, {loop, 2}, {run, 2}}, "epoll_wait");
  program.waits(110'000, {{select, 2}, {communicate, 2}}, "poll");
  program.waits(120'000, {{run, 2}}, "epoll_pwait");  // of uvloop, whose functions are native
  program.waits(130'000, {{loop, 2}, {run, 2}}, "epoll_wait");
  program.waits(140'000, {{select, 2}, {loop, 2}, {run, 2}}, "futex");
  const Loaded loaded = program.ends(150'000);
  CHECK(loaded.states() == std::vector<Seen>{{"event loop is idle", 100'000, 110'000, 0},
                                             {"poll", 110'000, 120'000, 0},
                                             {"event loop is idle", 120'000, 130'000, 0},
                                             {"epoll_wait", 130'000, 140'000, 0},
                                             {"futex", 140'000, 150'000, 0}});
}

TEST_CASE("a server that waits for connections or for the next request is idle") {
  WaitingProgram program;
  const std::uint32_t select =
                          program.code("/usr/lib/python3.11/selectors.py", "PollSelector.select"),
                      serve = program.code("/usr/lib/python3.11/socketserver.py",
                                           "BaseServer.serve_forever"),
                      read = program.code("/usr/lib/python3.11/socket.py", "SocketIO.readinto"),
                      request = program.code("/usr/lib/python3.11/http/server.py",
                                             "BaseHTTPRequestHandler.handle_one_request"),
                      accept = program.code("/usr/lib/python3.11/socket.py", "socket.accept"),
                      query = program.code("/app/database.py", "query");
  program.waits(100'000, {{select, 2}, {serve, 2}}, "poll socket");
  program.waits(110'000, {{read, 2}, {query, 2}}, "recvfrom socket");
  program.waits(120'000, {{read, 2}, {request, 2}}, "recvfrom socket");
  program.waits(130'000, {{query, 2}, {request, 2}}, "recvfrom socket");
  program.waits(140'000, {{accept, 2}, {query, 2}}, "accept4 socket");
  const Loaded loaded = program.ends(150'000);
  CHECK(loaded.states() == std::vector<Seen>{{"event loop is idle", 100'000, 110'000, 0},
                                             {"recvfrom socket", 110'000, 120'000, 0},
                                             {"event loop is idle", 120'000, 130'000, 0},
                                             {"recvfrom socket", 130'000, 140'000, 0},
                                             {"event loop is idle", 140'000, 150'000, 0}});
}
