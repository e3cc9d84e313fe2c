#include "core/readers/capture/samples/event_loops.h"

#include <algorithm>
#include <array>

namespace lanescope {
namespace {

struct Function {
  std::string_view file, name;
  LoopFrame is;
};

/// As Python 3.10 to 3.14 have them. uvloop's own functions are native: its loop is called by
/// asyncio.run(), which asyncio's never is the innermost function of. trio calls epoll itself. A
/// server waits for connections, and on one that is kept alive for the next request.
constexpr std::array kFunctions{
    Function{"selectors.py", "select", LoopFrame::Selector},
    Function{"asyncio/base_events.py", "_run_once", LoopFrame::Loop},
    Function{"asyncio/runners.py", "run", LoopFrame::Whole},
    Function{"uvloop/__init__.py", "run", LoopFrame::Whole},
    Function{"uvicorn/_compat.py", "asyncio_run", LoopFrame::Whole},
    Function{"trio/_core/_io_epoll.py", "get_events", LoopFrame::Whole},
    Function{"socketserver.py", "serve_forever", LoopFrame::Loop},
    Function{"http/server.py", "handle_one_request", LoopFrame::Loop},
    Function{"socket.py", "readinto", LoopFrame::Selector},
    Function{"socket.py", "accept", LoopFrame::Whole},
    Function{"gunicorn/arbiter.py", "sleep", LoopFrame::Whole},
    Function{"gunicorn/workers/sync.py", "wait", LoopFrame::Whole},
    Function{"gunicorn/workers/gthread.py", "run", LoopFrame::Loop},
    Function{"waitress/wasyncore.py", "poll", LoopFrame::Whole},
};

constexpr std::array<std::string_view, 10> kCalls{
    "epoll_wait", "epoll_pwait", "epoll_pwait2", "select",  "pselect6",
    "poll",       "ppoll",       "accept",       "accept4", "recvfrom"};

/// Whether `path` is `file`, in whatever folder.
bool is_file(std::string_view path, std::string_view file) {
  if (!path.ends_with(file)) return false;
  const std::string_view folder = path.substr(0, path.size() - file.size());
  return folder.empty() || folder.ends_with('/');
}

}  // namespace

LoopFrame loop_frame(std::string_view file, std::string_view function) {
  // "EpollSelector.select" since Python 3.11, "select" before.
  const std::size_t dot = function.rfind('.');
  const std::string_view own = dot == std::string_view::npos ? function : function.substr(dot + 1);
  const auto known = std::ranges::find_if(
      kFunctions, [&](const Function& one) { return own == one.name && is_file(file, one.file); });
  return known == kFunctions.end() ? LoopFrame::None : known->is;
}

bool is_event_loop(LoopFrame innermost, LoopFrame caller) {
  return innermost == LoopFrame::Whole ||
         (innermost == LoopFrame::Selector && caller == LoopFrame::Loop);
}

bool waits_for_events(std::string_view wait) {
  return std::ranges::find(kCalls, wait.substr(0, wait.find(' '))) != kCalls.end();
}

}  // namespace lanescope
