// A command line as people type it, taken apart without a shell.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"

namespace lanescope {

/// Words as a POSIX shell would split them: blanks separate, '…' keeps all, "…" and \ keep what
/// follows. Nothing is expanded or run. Errors: Invalid for a quote that is not closed.
Result<std::vector<std::string>> split_words(std::string_view line);

/// What split_words takes apart into these words again.
std::string join_words(const std::vector<std::string>& words);

struct CommandLine {
  std::vector<std::pair<std::string, std::string>> environment;  // "KEY=VALUE" before the command
  std::vector<std::string> command;
};
/// Errors: as split_words.
Result<CommandLine> parse_command_line(std::string_view line);

}  // namespace lanescope
