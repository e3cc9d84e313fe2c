// The log: what the program opened and drew with, what failed, and why it ended, a line each, for
// whoever asks afterwards. Not for what happens many times a second.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace lanescope {

enum class LogLevel : std::uint8_t {
  Error,    // something the user wanted was not done, or the program had to end
  Warning,  // something is not as it should be, and it goes on
  Info,     // what was opened, which OpenGL, why the program ended
  Debug,    // and every command
};

/// "error", "warning", "info", "debug".
std::string_view log_level_name(LogLevel level);
/// The other way; nullopt for any other word.
std::optional<LogLevel> find_log_level(std::string_view name);

/// From now on lines go to the end of this file, which is made with its folders and is its owner's
/// alone. Several processes may share it. A file that has become too large is moved to "PATH.old",
/// in place of the one before, so that both never hold more than half a megabyte. Errors:
/// Unreadable. Main thread.
std::optional<Error> open_log(const std::string& path, LogLevel most = LogLevel::Info);
/// Nothing is written any more. Main thread.
void close_log();

/// One line, "2026-11-23T20:13:04.512Z 4711 info: TEXT", whatever the text contains. Nothing where
/// no log is open or the level is beyond what was asked for; never fails, whatever the disk does.
/// Any thread. Cost: one write.
void log_line(LogLevel level, std::string_view text);

/// The same as an error from a handler of a signal: calls only what may be called there. `text` is
/// plain.
void log_from_signal(std::string_view text);

}  // namespace lanescope
