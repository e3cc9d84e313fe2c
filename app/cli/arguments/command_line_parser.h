// The arguments of each verb. Declared here; defined in the command_line_*.cpp files, by kind of
// verb.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "app/cli/arguments/command_line.h"
#include "app/cli/arguments/option_values.h"

namespace lanescope {

inline constexpr const char* kTimeSpans =
    "A:B are two times: with units (ns, us, ms, s), from the start of the trace; without units,\n"
    "in ns, as printed in JSON.";

/// Use once, on one thread.
class CommandLineParser {
 public:
  CommandLineParser();
  /// Prints help and errors itself.
  CliCommand parse(std::vector<std::string> arguments);

 private:
  std::string help();
  CliCommand wrong_usage(const std::string& what);
  CLI::App* add_verb(const char* name, const char* does, const std::string& footer);

  static void add_capture_trace(CLI::App* verb, std::string& file, const char* does);
  /// The options --execution-trace and --capture-trace.
  static void add_traces_beside(CLI::App* verb, std::string& execution_trace,
                                std::string& capture_trace);
  /// An execution trace or a capture trace is of one trace.
  static void check_single(const std::vector<std::string>& traces,
                           const std::string& execution_trace, const std::string& capture_trace);
  /// The option --steps.
  static void add_steps(CLI::App* verb, std::string& steps);
  static void add_json(CLI::App* verb, bool& json) {
    verb->add_flag("--json", json, "Print one JSON document");
  }
  /// The option --profile, with --offset.
  static CLI::Option* add_profile(CLI::App* verb, LaidProfile& profile);
  void add_shown();
  void check_shown() const;
  static void add_log(CLI::App* verb, LogOptions& log);

  /// `parse` checks the value and converts it to the target's type.
  template <typename Target, typename Parse>
  static CLI::Option* add_value(CLI::App* verb, const std::string& name, const char* type,
                                Target& target, const Parse& parse, const std::string& does) {
    // The name for messages: "--output" of "-o,--output".
    const std::string subject = name.substr(name.find(',') + 1);
    const auto store = [subject, &target, parse](const std::string& text) {
      auto value = parse(text);
      if (!value.ok()) throw CLI::ValidationError(subject, value.error().message);
      target = std::move(value).value();
    };
    return verb->add_option_function<std::string>(name, store, does)->type_name(type);
  }

  template <typename Target>
  static CLI::Option* add_number(CLI::App* verb, const char* name, Target& target,
                                 std::int64_t least, std::int64_t most, const char* does) {
    const auto parse = [least, most](const std::string& text) {
      return parse_whole_number(text, least, most);
    };
    return add_value(verb, name, "N", target, parse, does);
  }

  template <typename Options>
  void run_with(CLI::App* verb, Options& options) {
    verb->callback([this, &options] { command_ = [&options] { return CliCommand(options); }; });
  }

  void add_triggers(CLI::App* verb);
  void add_info();
  void add_event();
  void add_search();
  void add_convert();
  void add_summarize();
  void add_ranks();
  void add_history();
  void add_baseline();
  void add_share();
  void add_screenshot();
  void add_example();
  void add_report();
  void add_compare();
  void add_record();
  void add_attach();
  void take_gates();
  void choose_analyses(const std::vector<std::string>& given);
  void judge_by(const std::vector<std::string>& assignments);
  void know_gpus(const std::string& file);

  CLI::App app_{
      "Open torch.profiler traces, record CUDA programs, and see where time and memory go.",
      "lanescope"};
  const CLI::App* verb_ = nullptr;  // the verb on the command line
  std::function<CliCommand()> command_;
  ViewCommand view_;
  InfoOptions info_;
  ReportOptions report_;
  CompareOptions compare_;
  std::vector<std::string> gates_;
  EventOptions event_;
  SearchOptions search_;
  RecordOptions record_;
  AttachOptions attach_;
  ConvertOptions convert_;
  SummarizeOptions summarize_;
  RanksOptions ranks_;
  HistoryOptions history_;
  BaselineOptions baseline_;
  std::vector<std::string> baseline_words_;
  ShareOptions share_;
  ScreenshotCommand screenshot_;
  ExampleCommand example_;
};

}  // namespace lanescope
