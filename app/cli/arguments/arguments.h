// Puts the arguments into a fixed order before they are parsed, so values may begin with "-" and
// error messages can be specific.
#pragma once

#include <string>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming): theirs
class App;
}

namespace lanescope {

/// The verb that the first argument names, or null.
const CLI::App* named_verb(const CLI::App& app, const std::vector<std::string>& arguments);

/// Translates `help` and `help VERB`, as in git, to --help.
std::vector<std::string> asked_help(std::vector<std::string> arguments);

/// Returns the verb, its options as "--option=value", then "--" and the other words. All words from
/// the first word of a command (CMD) on belong to the command. An option takes the next word as its
/// value unless that is an option itself; an unknown word that begins with a single "-" is an
/// expression if the verb takes one. Throws CLI::ParseError for unknown options, missing values and
/// extra words.
std::vector<std::string> order_arguments(const CLI::App& app,
                                         const std::vector<std::string>& arguments);

}  // namespace lanescope
