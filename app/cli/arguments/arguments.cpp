#include "app/cli/arguments/arguments.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <string_view>
#include <system_error>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/cli/output/printable.h"
#include "app/cli/report/report.h"
#include "core/base/text/nearest_word.h"

namespace lanescope {
namespace {

constexpr std::size_t kShownWidth = 60;

/// A word of the user, quoted for a message.
std::string in_quotes(std::string_view word) {
  return "'" + printable(word, kShownWidth) + "'";
}

class Orderer {
 public:
  explicit Orderer(const CLI::App& verb) : verb_(verb) {
    for (const CLI::Option* option : verb.get_options()) {
      if (!option->get_positional()) continue;
      most_words_ = option->get_expected_max() > 1 ? SIZE_MAX : most_words_ + 1;
      has_expression_ = has_expression_ || option->get_name() == kExpression;
      has_command_ = has_command_ || option->get_name() == kCommand;
    }
  }

  std::vector<std::string> order(const std::vector<std::string>& arguments) {
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const std::string& word = arguments[i];
      if (word == "--") {
        words_.insert(words_.end(), arguments.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                      arguments.end());
        break;
      }
      if (has_command_ && word[0] != '-') {
        // What follows belongs to the command, including its options.
        words_.assign(arguments.begin() + static_cast<std::ptrdiff_t>(i), arguments.end());
        break;
      }
      if (word.size() < 2 || word[0] != '-') {
        words_.push_back(word);
      } else if (!take_option(word, i + 1 < arguments.size() ? &arguments[i + 1] : nullptr)) {
        continue;
      } else {
        ++i;
      }
    }
    check_words();
    if (!words_.empty()) options_.emplace_back("--");
    options_.insert(options_.end(), words_.begin(), words_.end());
    return options_;
  }

 private:
  static constexpr const char* kExpression = "EXPR";
  static constexpr const char* kCommand = "CMD";

  [[nodiscard]] const CLI::Option* known(const std::string& name) const {
    return name.size() < 2 || name[0] != '-' ? nullptr : verb_.get_option_no_throw(name);
  }

  /// Returns whether the next word is the option's value, and so was consumed.
  bool take_option(const std::string& word, const std::string* next) {
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    const CLI::Option* option = known(name);
    if (option == nullptr) {
      take_unknown(word);
      return false;
    }
    const bool has_value = equals != std::string::npos;
    if (option->get_expected_max() == 0) {
      if (has_value) throw CLI::ValidationError(name, "takes no value");
      options_.push_back(name);
      return false;
    }
    const bool next_is_option =
        next == nullptr || next->starts_with("--") || known(*next) != nullptr;
    if (!has_value && next_is_option) {
      throw CLI::ValidationError(name, "missing value (" + option->get_type_name() + ")");
    }
    const std::string value = has_value ? word.substr(equals + 1) : *next;
    if (!seen_.insert(option).second && option->get_expected_max() == 1) {
      throw CLI::ValidationError(name, "can be given only once");
    }
    if (value.empty()) throw CLI::ValidationError(name, "the value is empty");
    // For short names, CLI11 accepts a joined value only without the equals sign.
    options_.push_back(name.starts_with("--") ? name + "=" + value : name + value);
    return !has_value;
  }

  void take_unknown(const std::string& word) {
    if (has_expression_ && word[1] != '-') {
      words_.push_back(word);
      return;
    }
    const std::string name = word.substr(0, word.find('='));
    throw CLI::ValidationError("arguments", "unknown option " + in_quotes(name));
  }

  void check_words() const {
    // An empty EXPR matches everything; an empty TRACE is an unset variable.
    if (!words_.empty() && words_.front().empty()) {
      throw CLI::ValidationError(has_command_ ? kCommand : "TRACE", "the name is empty");
    }
    if (words_.size() <= most_words_) return;
    const std::string extra = in_quotes(words_[most_words_]);
    if (has_expression_) {
      throw CLI::ValidationError(
          "arguments", extra + " is an extra argument; quote an EXPR that contains spaces");
    }
    const std::string fitting =
        most_words_ == 1 ? "one TRACE" : fmt::format("{} traces", most_words_);
    throw CLI::ValidationError("arguments", extra + " is an extra argument; name " + fitting);
  }

  const CLI::App& verb_;
  std::size_t most_words_ = 0;
  bool has_expression_ = false, has_command_ = false;
  std::set<const CLI::Option*> seen_;
  std::vector<std::string> options_, words_;
};

bool is_there(const std::string& path) {
  std::error_code error;
  return std::filesystem::exists(path, error);
}

const CLI::App* verb_called(const CLI::App& app, const std::string& word) {
  const auto verbs =
      app.get_subcommands([&word](const CLI::App* verb) { return verb->get_name() == word; });
  return verbs.empty() ? nullptr : verbs.front();
}

/// Why a copy of the program may lack a command; empty if all have it.
std::string_view why_absent(std::string_view word) {
  if (word == "share") return "share.html not found; put it next to the program";
  if (word == "record" || word == "attach") return "programs can be recorded on Linux only";
  return {};
}

/// What was meant by a first word that is no command: a command or an analysis, by its name or
/// nearly so, or else where the analyses are.
std::string meant_by(const CLI::App& app, std::string_view word) {
  const std::string keys = report_keys();
  std::vector<std::string_view> verbs, analyses;
  for (std::size_t at = 0; at < keys.size();) {
    const std::size_t end = std::min(keys.find(", ", at), keys.size());
    analyses.push_back(std::string_view(keys).substr(at, end - at));
    at = end + 2;
  }
  for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; }))
    verbs.push_back(verb->get_name());
  const bool is_analysis = std::ranges::find(analyses, word) != analyses.end();
  const std::string_view verb = is_analysis ? "" : nearest_word(word, verbs);
  if (!verb.empty()) return fmt::format(" (did you mean '{}'?)", verb);
  const std::string_view analysis = nearest_word(word, analyses);
  if (!analysis.empty())
    return fmt::format(" (did you mean 'lanescope report TRACE --only {}'?)", analysis);
  return "; `lanescope report TRACE` prints all analyses";
}

/// Reports a first word that is neither a verb nor a file, and verbs that are not first.
void check_first_words(const CLI::App& app, const std::vector<std::string>& arguments) {
  const std::string& first = arguments.front();
  const bool is_option = first.starts_with('-');
  const bool is_plain =
      !is_option && !first.empty() && first.find_first_of("./") == std::string::npos;
  if (is_plain && !is_there(first)) {
    if (const std::string_view why = why_absent(first); !why.empty())
      throw CLI::ValidationError(first, std::string(why));
    throw CLI::ValidationError(
        "arguments", "unknown command or file " + in_quotes(first) + meant_by(app, first));
  }
  for (const std::string& word : arguments) {
    if (verb_called(app, word) == nullptr || (is_option && is_there(word))) continue;
    throw CLI::ValidationError("arguments",
                               fmt::format("the command comes first: `lanescope {} TRACE`", word));
  }
}

}  // namespace

std::vector<std::string> asked_help(std::vector<std::string> arguments) {
  if (arguments.empty() || arguments.size() > 2 || arguments.front() != "help") return arguments;
  if (is_there("help")) return arguments;  // a trace with that name
  arguments.erase(arguments.begin());
  arguments.emplace_back("--help");
  return arguments;
}

const CLI::App* named_verb(const CLI::App& app, const std::vector<std::string>& arguments) {
  return arguments.empty() ? nullptr : verb_called(app, arguments.front());
}

std::vector<std::string> order_arguments(const CLI::App& app,
                                         const std::vector<std::string>& arguments) {
  if (arguments.empty()) return {};
  const CLI::App* verb = named_verb(app, arguments);
  if (verb == nullptr) {
    check_first_words(app, arguments);
    return Orderer(app).order(arguments);
  }
  std::vector<std::string> ordered = Orderer(*verb).order({arguments.begin() + 1, arguments.end()});
  ordered.insert(ordered.begin(), arguments.front());
  return ordered;
}

}  // namespace lanescope
