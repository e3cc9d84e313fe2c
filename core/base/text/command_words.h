// Splits a command line as typed by the user, without a shell.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"

namespace lanescope {

/// Words as a POSIX shell would split them: blanks separate words; single and double quotes and the
/// backslash quote as there. Nothing is expanded or executed. Errors: Invalid for an unclosed
/// quote.
Result<std::vector<std::string>> split_words(std::string_view line);

/// The inverse: a line that split_words splits into these words.
std::string join_words(const std::vector<std::string>& words);

struct CommandLine {
  std::vector<std::pair<std::string, std::string>> environment;  // "KEY=VALUE" before the command
  std::vector<std::string> command;
};
/// Errors: as split_words.
Result<CommandLine> parse_command_line(std::string_view line);

}  // namespace lanescope
