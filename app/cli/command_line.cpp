#include "app/cli/command_line.h"

#include <charconv>
#include <cstdio>
#include <functional>
#include <optional>
#include <tuple>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include "app/cli/exit_code.h"
#include "core/base/version.h"

namespace lanescope {
namespace {

constexpr const char* kExpressions =
    "EXPR is part of a name, case ignored, or /a regular expression/, or a field: cat:kernel\n"
    "stream:7 device:0 pid:12 tid:3 step:3 dur>1ms ts<20us op:aten::mm shape:[64,1024]\n"
    "arg.KEY:VALUE. A leading - excludes, all terms must hold.";

/// "1600x900"; nullopt for anything else.
std::optional<std::pair<int, int>> parse_size(const std::string& text) {
  int width = 0;
  int height = 0;
  const char* end = text.data() + text.size();
  const auto [x, error] = std::from_chars(text.data(), end, width);
  if (error != std::errc{} || x == end || *x != 'x') return std::nullopt;
  const auto [rest, second] = std::from_chars(x + 1, end, height);
  if (second != std::errc{} || rest != end || width <= 0 || height <= 0) return std::nullopt;
  return std::pair(width, height);
}

class CommandLine {
 public:
  CommandLine() {
    app_.set_version_flag("--version", "lanescope " + std::string(kVersion));
    app_.require_subcommand(0, 1);
    app_.get_formatter()->column_width(28);
    app_.footer("Example:\n  lanescope trace.json.gz");
    app_.add_option("TRACE", view_.trace, "A trace: opens the window on it");
    command_ = [this] { return Command(view_); };
    add_info();
    add_report();
    add_event();
    add_search();
    add_screenshot();
  }

  Command parse(int argc, const char* const* argv) {
    try {
      app_.parse(argc, argv);
      return command_();
    } catch (const CLI::CallForHelp&) {
      fmt::print("{}", help());
      return NothingToDo{kDone};
    } catch (const CLI::CallForVersion& version) {
      fmt::print("{}\n", version.what());
      return NothingToDo{kDone};
    } catch (const CLI::ParseError& wrong) {
      return wrong_usage(wrong.what());
    }
  }

 private:
  /// Of the verb that was named, whose own text does not know the program's name.
  std::string help() {
    const auto verbs = app_.get_subcommands();
    if (verbs.empty()) return app_.help();
    std::string text = verbs.front()->help();
    const std::string usage = "Usage: ";
    const std::size_t at = text.find(usage);
    if (at != std::string::npos) text.insert(at + usage.size(), "lanescope ");
    return text;
  }

  Command wrong_usage(const std::string& what) {
    const auto verbs = app_.get_subcommands();
    const std::string verb = verbs.empty() ? "" : " " + verbs.front()->get_name();
    return NothingToDo{complain(kWrongUsage, "arguments",
                                fmt::format("{}, see `lanescope{} --help`", what, verb))};
  }

  CLI::App* add_verb(const char* name, const char* does, const char* footer) {
    CLI::App* verb = app_.add_subcommand(name, does);
    verb->footer(footer);
    return verb;
  }

  template <typename Options>
  void run_with(CLI::App* verb, Options& options) {
    verb->callback([this, &options] { command_ = [&options] { return Command(options); }; });
  }

  void add_info() {
    CLI::App* verb = add_verb("info", "What is in the file, and the load report",
                              "Example:\n  lanescope info trace.json.gz --json");
    verb->add_option("TRACE", info_.trace, "A trace, or a folder of them")->required();
    verb->add_flag("--json", info_.json, "Print one JSON document");
    run_with(verb, info_);
  }

  void add_report() {
    CLI::App* verb = add_verb(
        "report", "Analyses, each under its key",
        "A and B of a window are times with a unit from the trace's start, or nanoseconds as\n"
        "printed.\n\nExample:\n  lanescope report trace.json.gz --only gpu_time,ops --window "
        "steps");
    verb->add_option("TRACE", report_.traces, "Traces, or folders of them")->required();
    verb->add_option("--only", report_.only, "Keys: gpu_time, ops, kernels")->delimiter(',');
    verb->add_option("--window", report_.window,
                     "whole (the default), steps, hta or A:B such as 10ms:20ms");
    verb->add_option("--device", report_.device, "GPU events of this device only");
    verb->add_option("--group-by", report_.group_by,
                     "Rows of ops by name (the default), shape, stack or module");
    verb->add_flag("--json", report_.json, "Print one JSON document");
    run_with(verb, report_);
  }

  void add_event() {
    static const std::string footer =
        std::string(kExpressions) +
        " An EXPR that begins with one:\n--find=EXPR.\n\nExample:\n  lanescope event trace.json.gz "
        "--find 'cat:kernel dur>1ms' --nth 2";
    CLI::App* verb =
        add_verb("event", "Everything the details panel shows for one event", footer.c_str());
    verb->add_option("TRACE", event_.trace, "A trace")->required();
    auto* find = verb->add_option("--find", event_.find, "EXPR: the first event that matches");
    verb->add_option("--nth", event_.nth, "Which match instead of the first, from 1 on");
    auto* id = verb->add_option("--id", event_.id, "The event with this id, see search");
    verb->add_flag("--json", event_.json, "Print one JSON document");
    verb->callback([this, find, id] {
      if (find->count() + id->count() != 1) {
        throw CLI::ValidationError("either --find EXPR or --id ID is needed");
      }
      if (event_.nth < 1) throw CLI::ValidationError("--nth counts from 1");
      command_ = [this] { return Command(event_); };
    });
  }

  void add_search() {
    static const std::string footer =
        std::string(kExpressions) +
        " An EXPR that begins with one:\n-- EXPR.\n\nExample:\n  lanescope search trace.json.gz "
        "'cat:kernel -gemm dur>1ms' --limit 10";
    CLI::App* verb = add_verb("search", "The events that match, in time order", footer.c_str());
    verb->add_option("TRACE", search_.trace, "A trace")->required();
    verb->add_option("EXPR", search_.expression, "What to look for")->required();
    verb->add_option("--limit", search_.limit, "So many at most (50 as text, all as JSON)");
    verb->add_option("--offset", search_.offset, "Leave out so many at the start");
    verb->add_flag("--json", search_.json, "Print one JSON document");
    run_with(verb, search_);
  }

  void add_screenshot() {
    CLI::App* verb =
        add_verb("screenshot", "The window's picture, drawn off screen: needs no display",
                 "Example:\n  lanescope screenshot trace.json.gz -o step.png --range 10ms:20ms");
    verb->add_option("TRACE", screenshot_.trace, "A trace")->required();
    verb->add_option("-o,--output", screenshot_.output, "The .png to write")->required();
    verb->add_option("--size", size_, "Pixels, 1600x900 by default");
    verb->add_option("--range", screenshot_.range, "A:B from the trace's start, such as 10ms:20ms");
    verb->add_option("--select", screenshot_.select, "EXPR: selects the first match, see search");
    verb->add_option("--tab", screenshot_.tab, "A tab at the bottom, by its title");
    verb->add_option("--theme", screenshot_.theme, "dark or light");
    verb->add_option("--scale", screenshot_.scale, "Of everything, as a monitor's content scale");
    verb->callback([this] {
      if (!size_.empty()) {
        const auto size = parse_size(size_);
        if (!size) throw CLI::ValidationError("--size " + size_ + " is no WIDTHxHEIGHT");
        std::tie(screenshot_.width, screenshot_.height) = *size;
      }
      if (!(screenshot_.scale > 0)) throw CLI::ValidationError("--scale must be above 0");
      command_ = [this] { return Command(screenshot_); };
    });
  }

  CLI::App app_{"Opens the traces of torch.profiler: where did the time and the memory go?",
                "lanescope"};
  std::function<Command()> command_;
  ViewCommand view_;
  InfoOptions info_;
  ReportOptions report_;
  EventOptions event_;
  SearchOptions search_;
  ScreenshotCommand screenshot_;
  std::string size_;
};

}  // namespace

Command parse_command_line(int argc, const char* const* argv) {
  return CommandLine().parse(argc, argv);
}

}  // namespace lanescope
