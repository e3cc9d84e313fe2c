// How the agent describes its process when it joins.
#include "capture/agent/control/hello.h"

#include <fcntl.h>
#include <limits.h>
#include <unistd.h>

#include "capture/agent/process/thread_state.h"
#include "capture/agent/process/variables.h"
#include "capture/agent/ring/clock.h"
#include "capture/wire/records.h"

namespace lanescope::agent {
namespace {

std::size_t read_file(const char* path, char* to, std::size_t size) {
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  std::size_t used = 0;
  while (used < size) {
    const ssize_t got = read(file, to + used, size - used);
    if (got <= 0) break;
    used += static_cast<std::size_t>(got);
  }
  close(file);
  return used;
}

void add_link(MessageText& hello, const char* key, const char* path) {
  char target[PATH_MAX];
  const ssize_t bytes = readlink(path, target, sizeof target);
  if (bytes > 0) hello.line(key, {target, static_cast<std::size_t>(bytes)});
}

/// The arguments, joined by spaces.
void add_arguments(MessageText& hello) {
  char line[8192];
  std::size_t bytes = read_file("/proc/self/cmdline", line, sizeof line);
  while (bytes > 0 && line[bytes - 1] == '\0') --bytes;
  for (std::size_t at = 0; at < bytes; ++at) {
    if (line[at] == '\0') line[at] = ' ';
  }
  hello.line("argv", {line, bytes});
}

void add_variable(MessageText& hello, const char* key, const char* name) {
  char room[2048];
  if (const char* value = variable(name, room); value != nullptr) hello.line(key, value);
}

const char* name_of(Why why) {
  switch (why) {
    case Why::Cuda:
      return "cuda";
    case Why::Nvtx:
      return "nvtx";
    case Why::Python:
      return "python";
  }
  return "";
}

}  // namespace

void describe_process(MessageText& hello, Why why) {
  hello.begin("wire");
  hello.piece(wire::kMajor);
  hello.piece(".");
  hello.piece(wire::kMinor);
  hello.end();
  hello.line("pid", getpid());
  hello.line("ppid", getppid());
  hello.line("tid", static_cast<std::int64_t>(thread_id()));
  hello.line("why", name_of(why));
  hello.line("start_ns", now_ns());
  add_link(hello, "exe", "/proc/self/exe");
  add_link(hello, "cwd", "/proc/self/cwd");
  char text[256];
  if (gethostname(text, sizeof text) == 0) {
    text[sizeof text - 1] = '\0';
    hello.line("host", text);
  }
  std::size_t bytes = read_file("/proc/sys/kernel/random/boot_id", text, sizeof text);
  while (bytes > 0 && text[bytes - 1] == '\n') --bytes;
  hello.line("boot", {text, bytes});
  add_variable(hello, "rank", "RANK");
  add_variable(hello, "local_rank", "LOCAL_RANK");
  add_variable(hello, "world_size", "WORLD_SIZE");
  add_arguments(hello);
}

}  // namespace lanescope::agent
