// The log: what the program opened, which OpenGL it used, what failed, and why it ended, one line
// each, for later diagnosis. Not for anything that happens many times a second.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace lanescope {

enum class LogLevel : std::uint8_t {
  Error,    // something the user wanted was not done, or the program had to end
  Warning,  // something is wrong, but the program continues
  Info,     // what was opened, which OpenGL, why the program ended
  Debug,    // and every command
};

/// "error", "warning", "info", "debug".
std::string_view log_level_name(LogLevel level);
/// The inverse; nullopt for any other word.
std::optional<LogLevel> find_log_level(std::string_view name);

/// From now on, lines are appended to this file, which is created together with its folders and is
/// accessible to its owner only. Several processes may share it. A file that has become too large
/// is renamed to "PATH.old", replacing the previous one, so the two never exceed half a megabyte.
/// Errors: Unreadable. Main thread.
std::optional<Error> open_log(const std::string& path, LogLevel most = LogLevel::Info);
/// Nothing is written from now on. Main thread.
void close_log();

/// Writes one line, "2026-11-23T20:13:04.512Z 4711 info: TEXT", whatever the text contains. Does
/// nothing if no log is open or the level is more detailed than requested; never fails, even if the
/// disk does. Any thread. Cost: one write.
void log_line(LogLevel level, std::string_view text);

/// The same as an error, from a signal handler: makes only async-signal-safe calls. `text` is
/// plain.
void log_from_signal(std::string_view text);

}  // namespace lanescope
