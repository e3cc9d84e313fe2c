#include "app/cli/arguments/command_line.h"

#include <algorithm>

#include <fmt/core.h>

#include "app/cli/arguments/arguments.h"
#include "app/cli/arguments/command_line_parser.h"
#include "app/cli/output/exit_code.h"
#include "capture/host/can_record.h"
#include "core/base/files/opened_formats.h"
#include "core/base/files/user_folders.h"
#include "core/base/version.h"
#include "core/export/viewer_page.h"

namespace lanescope {

CommandLineParser::CommandLineParser() {
  app_.set_help_flag("-h,--help", "Print this help and exit");
  app_.set_version_flag("--version", "lanescope " + std::string(kVersion),
                        "Print the version and exit");
  app_.require_subcommand(0, 1);
  app_.allow_windows_style_options(false);  // "/tmp" is a path on every system
  app_.get_formatter()->column_width(28);
  app_.get_formatter()->label("Excludes", "not with");
  app_.get_formatter()->label("Needs", "only with");
  app_.footer("Each command has its own --help.\n\nExample:\n  lanescope trace.json.gz");
  app_.add_option(
          "TRACE", view_.traces,
          "Open a trace in the window; several traces, a folder, or summaries of ranks open as one "
          "run")
      ->type_name("");
  add_traces_beside(&app_, view_.execution_trace, view_.capture_trace);
  add_profile(&app_, view_.profile);
  add_steps(&app_, view_.steps);
  app_.add_option("--compare", view_.compare,
                  "Another trace, or summaries of another run, to compare with TRACE")
      ->type_name("TRACE");
  add_shown();
  add_log(&app_, view_.log);
  command_ = [this] {
    check_single(view_.traces, view_.execution_trace, view_.capture_trace);
    if (!view_.profile.file.empty() && view_.traces.size() != 1)
      throw CLI::ValidationError("--profile", "requires one TRACE");
    if (!view_.steps.empty() && view_.traces.size() > 1)
      throw CLI::ValidationError("--steps", "can only be combined with one TRACE");
    if (!view_.compare.empty() && view_.traces.size() != 1)
      throw CLI::ValidationError("--compare", "requires one TRACE");
    check_shown();
    return CliCommand(view_);
  };
  add_info();
  add_report();
  add_compare();
  add_event();
  add_search();
  if (can_record()) {
    add_record();
    add_attach();
  } else {
    app_.description("Open torch.profiler traces and see where time and memory go.");
  }
  app_.description(app_.get_description() + "\n" + std::string(kOpensToo));
  add_convert();
  add_summarize();
  add_ranks();
  add_history();
  add_baseline();
  if (has_viewer_page()) add_share();
  add_screenshot();
  add_example();
}

/// What the window shows of a trace.
void CommandLineParser::add_shown() {
  add_value(&app_, "--range", "A:B", view_.range, parse_time_span,
            "The time range to show, as 10ms:20ms from the start (default: all)");
  add_value(&app_, "--select", "EXPR", view_.select, parse_expression,
            "Select the first match and bring it into view; EXPR is as for search");
  app_.add_option("--tab", view_.tab, "The tab to show at the bottom, by its title")
      ->type_name("NAME");
}

void CommandLineParser::check_shown() const {
  if (!view_.traces.empty()) return;
  for (const auto& [option, is_given] :
       {std::pair("--range", view_.range.has_value()), std::pair("--select", !view_.select.empty()),
        std::pair("--tab", !view_.tab.empty()), std::pair("--steps", !view_.steps.empty())}) {
    if (is_given) throw CLI::ValidationError(option, "requires a TRACE");
  }
}

CliCommand CommandLineParser::parse(std::vector<std::string> arguments) {
  try {
    arguments = asked_help(std::move(arguments));
    verb_ = named_verb(app_, arguments);
    arguments = order_arguments(app_, arguments);
    std::ranges::reverse(arguments);  // CLI11 expects them in reverse
    app_.parse(arguments);
    return command_();
  } catch (const CLI::CallForHelp&) {
    fmt::print("{}", help());
    return AlreadyAnswered{kDone};
  } catch (const CLI::CallForVersion& version) {
    fmt::print("{}\n", version.what());
    return AlreadyAnswered{kDone};
  } catch (const CLI::ValidationError& wrong) {
    return wrong_usage(wrong.what());
  } catch (const CLI::ParseError& wrong) {
    return wrong_usage(std::string("arguments: ") + wrong.what());
  }
}

/// Writes the usage line itself, because CLI11 does not know enough for it.
std::string CommandLineParser::help() {
  std::string text = verb_ == nullptr ? app_.help() : verb_->help();
  const std::string usage = "Usage: ";
  const std::size_t begin = text.find(usage) + usage.size();
  if (verb_ == nullptr) {
    text.replace(begin, text.find('\n', begin) - begin,
                 "lanescope [TRACE...]\n       lanescope COMMAND TRACE [OPTIONS]");
  } else {
    text.insert(begin, "lanescope ");
  }
  return text;
}

CliCommand CommandLineParser::wrong_usage(const std::string& what) {
  const std::string verb = verb_ == nullptr ? "" : " " + verb_->get_name();
  const std::size_t colon = what.find(": ");
  return AlreadyAnswered{
      complain(kWrongUsage, what.substr(0, colon),
               fmt::format("{}; see `lanescope{} --help`", what.substr(colon + 2), verb))};
}

CLI::App* CommandLineParser::add_verb(const char* name, const char* does,
                                      const std::string& footer) {
  CLI::App* verb = app_.add_subcommand(name, does);
  verb->footer(footer);
  verb->group("Commands");
  return verb;
}

void CommandLineParser::add_capture_trace(CLI::App* verb, std::string& file, const char* does) {
  verb->add_option("--capture-trace", file, does)->type_name("FILE");
}

void CommandLineParser::add_traces_beside(CLI::App* verb, std::string& execution_trace,
                                          std::string& capture_trace) {
  verb->add_option("--execution-trace", execution_trace,
                   "Execution trace (ExecutionTraceObserver) with the input shapes of operators, "
                   "where TRACE lacks them (default: one next to it)")
      ->type_name("FILE");
  add_capture_trace(verb, capture_trace,
                    "Trace of the phase in which the CUDA graphs of TRACE were captured, with "
                    "their operators, shapes and stacks (default: one next to it)");
}

void CommandLineParser::add_steps(CLI::App* verb, std::string& steps) {
  add_value(verb, "--steps", "NAME", steps, parse_step_names,
            "Ranges with this name are the steps, instead of those that are found; * stands for "
            "any text, as in 'step #*'");
}

void CommandLineParser::check_single(const std::vector<std::string>& traces,
                                     const std::string& execution_trace,
                                     const std::string& capture_trace) {
  if (traces.size() > 1 && !execution_trace.empty())
    throw CLI::ValidationError("--execution-trace", "can only be combined with one TRACE");
  if (traces.size() > 1 && !capture_trace.empty())
    throw CLI::ValidationError("--capture-trace", "can only be combined with one TRACE");
}

void CommandLineParser::add_log(CLI::App* verb, LogOptions& log) {
  verb->add_option("--log", log.file,
                   "Log file of the window (default: " + named_state_folder() + "log)")
      ->type_name("FILE");
  add_value(verb, "--log-level", "LEVEL", log.most, parse_log_level,
            "error, warning, info (default) or debug (also logs every command)");
}

CliCommand parse_command_line(int argc, const char* const* argv) {
  return CommandLineParser().parse({argv + (argc > 0 ? 1 : 0), argv + argc});
}

}  // namespace lanescope
