#include "capture/agent/process/log.h"

#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

#include "capture/agent/process/thread_state.h"
#include "capture/agent/process/variables.h"
#include "capture/wire/control.h"

namespace lanescope::agent {

namespace {

char where[4096];  // empty: no logging

}  // namespace

void begin_log() {
  if (variable(wire::kLogVariable, where) == nullptr) *where = '\0';
}

void log(const char* format, ...) {
  if (*where == '\0') return;
  char line[512];
  int used = std::snprintf(line, sizeof line, "lanescope[%d/%u] ", getpid(), thread_id());
  va_list values;
  va_start(values, format);
  const auto at = static_cast<std::size_t>(used);
  used += std::vsnprintf(line + at, sizeof line - at - 1, format, values);
  va_end(values);
  const auto most = static_cast<int>(sizeof line) - 2;
  if (used > most) used = most;
  line[used++] = '\n';
  const bool to_stderr = std::strcmp(where, "stderr") == 0;
  const int file =
      to_stderr ? STDERR_FILENO : open(where, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0) return;
  const ssize_t written = write(file, line, static_cast<std::size_t>(used));
  static_cast<void>(written);  // a failure cannot be reported
  if (!to_stderr) close(file);
}

}  // namespace lanescope::agent
