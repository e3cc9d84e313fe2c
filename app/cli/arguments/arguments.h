// Arguments brought into one order before they are parsed, so that a value may begin with "-" and
// a mistake is told by what it is.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace lanescope {

/// The verb that the first argument names; null for none.
const CLI::App* named_verb(const CLI::App& app, const std::vector<std::string>& arguments);

/// `help` and `help VERB`, as git and others have it, as the --help they mean.
std::vector<std::string> asked_help(std::vector<std::string> arguments);

/// The verb, its options as "--option=value", then "--" and the other words; behind the first word
/// of a command (CMD) all are its words. An option takes the
/// word behind it as its value unless that is an option itself; a word that begins with "-" is an
/// expression where the verb has one. Throws CLI::ParseError for options that are not known, lost
/// values and words that are too many.
std::vector<std::string> order_arguments(const CLI::App& app,
                                         const std::vector<std::string>& arguments);

}  // namespace lanescope
