#include "app/cli/command_line.h"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include "app/cli/arguments.h"
#include "app/cli/exit_code.h"
#include "app/cli/option_values.h"
#include "app/cli/report.h"
#include "core/base/small_file.h"
#include "core/base/version.h"
#include "core/view/gpu_peaks_text.h"

namespace lanescope {
namespace {

constexpr const char* kExpressions =
    "EXPR is part of a name, case ignored, or /a regular expression/, or a field: cat:kernel\n"
    "stream:7 device:0 pid:12 tid:3 step:3 dur>1ms ts<20us op:aten::mm shape:[64,1024]\n"
    "arg.KEY:VALUE. A leading - excludes, all terms must hold. Quote it: the shell has its own\n"
    "use for > and blanks.\n\n"
    "Units are ns, us, ms and s. A dur without one is in ns. A ts with one counts from the\n"
    "trace's start, without one it is in ns as printed in JSON.";

constexpr std::size_t kLargestPeaks = 1U << 20;  // bytes

constexpr const char* kSpans =
    "A:B are two times with units (ns, us, ms, s) from the trace's start, or without units two\n"
    "in ns as printed in JSON.";

/// How a message names an option: "--output" of "-o,--output".
std::string subject_of(const std::string& name) {
  return name.substr(name.find(',') + 1);
}

class CommandLine {
 public:
  CommandLine() {
    app_.set_help_flag("-h,--help", "Print this help and exit");
    app_.set_version_flag("--version", "lanescope " + std::string(kVersion),
                          "Print the version and exit");
    app_.require_subcommand(0, 1);
    app_.get_formatter()->column_width(28);
    app_.get_formatter()->label("Excludes", "not with");
    app_.footer("Each verb has a --help of its own.\n\nExample:\n  lanescope trace.json.gz");
    app_.add_option("TRACE", view_.traces,
                    "A trace: opens the window on it; several, or a folder: as ranks of one run")
        ->type_name("");
    add_log(&app_, view_.log);
    command_ = [this] { return Command(view_); };
    add_info();
    add_report();
    add_compare();
    add_event();
    add_search();
    add_record();
    add_attach();
    add_convert();
    add_screenshot();
  }

  Command parse(std::vector<std::string> arguments) {
    try {
      arguments = asked_help(std::move(arguments));
      verb_ = named_verb(app_, arguments);
      arguments = order_arguments(app_, arguments);
      std::reverse(arguments.begin(), arguments.end());  // as CLI11 wants them
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

 private:
  /// With the usage in the program's own words, CLI11 knows too little of it.
  std::string help() {
    std::string text = verb_ == nullptr ? app_.help() : verb_->help();
    const std::string usage = "Usage: ";
    const std::size_t begin = text.find(usage) + usage.size();
    if (verb_ == nullptr) {
      text.replace(begin, text.find('\n', begin) - begin,
                   "lanescope [TRACE...]\n       lanescope VERB TRACE [OPTIONS]");
    } else {
      text.insert(begin, "lanescope ");
    }
    return text;
  }

  Command wrong_usage(const std::string& what) {
    const std::string verb = verb_ == nullptr ? "" : " " + verb_->get_name();
    const std::size_t colon = what.find(": ");
    return AlreadyAnswered{
        complain(kWrongUsage, what.substr(0, colon),
                 fmt::format("{}, see `lanescope{} --help`", what.substr(colon + 2), verb))};
  }

  CLI::App* add_verb(const char* name, const char* does, const std::string& footer) {
    CLI::App* verb = app_.add_subcommand(name, does);
    verb->footer(footer);
    verb->group("Verbs");
    return verb;
  }

  static void add_json(CLI::App* verb, bool& json) {
    verb->add_flag("--json", json, "Print one JSON document");
  }

  static void add_log(CLI::App* verb, LogOptions& log) {
    verb->add_option("--log", log.file,
                     "Where the window tells what it does, by default "
                     "~/.local/state/lanescope/log")
        ->type_name("FILE");
    add_value(verb, "--log-level", "LEVEL", log.most, parse_log_level,
              "error, warning, info (the default) or debug: every command too");
  }

  /// `parse` checks the value and makes the target of it.
  template <typename Target, typename Parse>
  static CLI::Option* add_value(CLI::App* verb, const char* name, const char* type, Target& target,
                                const Parse& parse, const std::string& does) {
    const std::string subject = subject_of(name);
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
    verb->callback([this, &options] { command_ = [&options] { return Command(options); }; });
  }

  void add_info() {
    CLI::App* verb = add_verb("info", "What is in the file, and the load report",
                              "Example:\n  lanescope info trace.json.gz --json");
    verb->add_option("TRACE", info_.trace, "A trace, or a folder of them")
        ->required()
        ->type_name("");
    add_json(verb, info_.json);
    run_with(verb, info_);
  }

  void add_report() {
    CLI::App* verb = add_verb("report", "All analyses, or those named by --only",
                              std::string(kSpans) +
                                  "\n\nExample:\n  lanescope report trace.json.gz --only "
                                  "gpu_time,ops --window whole");
    auto* traces = verb->add_option("TRACE", report_.traces, "Traces, or folders of them");
    traces->type_name("");
    verb->add_option("--only", report_.only, "Of " + report_keys() + "; with commas between")
        ->delimiter(',')
        ->type_name("KEY");
    add_value(verb, "--window", "WINDOW", report_.window, parse_window,
              "steps that are not warm-up (the default where there are any), whole, hta, tb or A:B "
              "such as 10ms:20ms");
    add_number(verb, "--device", report_.device, 0, INT32_MAX, "GPU events of this device only");
    add_value(
        verb, "--group-by", "WHAT", report_.group_by, parse_group_by,
        "Rows of ops by name (the default), shape, dtype, stack, module, thread, phase or step");
    verb->add_option_function<std::vector<std::string>>(
            "--threshold", [this](const std::vector<std::string>& given) { judge_by(given); },
            "Judge by another value than the default, such as tiny_kernel=8us; may be repeated")
        ->type_name("NAME=VALUE");
    verb->add_option_function<std::string>(
            "--gpu-peaks", [this](const std::string& file) { know_gpus(file); },
            "JSON with what your GPUs can do at most, for the roofline and the findings: "
            "{\"gpus\": [{\"gpu\": \"H200\", \"tflops\": {\"bfloat16\": 989.4}, \"gb_per_s\": "
            "4800}]}")
        ->type_name("FILE");
    auto* listed = verb->add_flag("--thresholds", report_.lists_thresholds,
                                  "List what is judged by, instead of a report; needs no TRACE");
    add_json(verb, report_.json);
    auto* markdown = verb->add_flag("--markdown", report_.markdown,
                                    "Print a page for an issue or a wiki: findings and the most "
                                    "important numbers");
    verb->callback([this, traces, listed, markdown] {
      if (listed->count() == 0 && traces->count() == 0) {
        throw CLI::ValidationError("arguments", "TRACE is required");
      }
      if (listed->count() > 0 &&
          (!report_.only.empty() || report_.markdown || traces->count() > 0)) {
        throw CLI::ValidationError("--thresholds",
                                   "is a list of its own, without TRACE, only with --json");
      }
      if (markdown->count() > 0 && (report_.json || !report_.only.empty())) {
        throw CLI::ValidationError("--markdown", "is a page of its own, without --json or --only");
      }
      command_ = [this] { return Command(report_); };
    });
  }

  void add_compare() {
    CLI::App* verb = add_verb(
        "compare", "What changed from run A to run B, and is it real?",
        "GATE is step_time, gpu_busy, idle, idle.CLASS, op:NAME, kernel:NAME or peak_memory with "
        "a\n"
        "limit. The exit code is 1 when B is above one and the change is significant.\n\nOpens the "
        "window on both; "
        "with --json, --markdown or --gate, or without a display, it prints.\n\nExample:\n  "
        "lanescope compare before.json after.json --gate 'step_time=3%'");
    verb->add_option("A", compare_.a, "The run to compare with")->required()->type_name("");
    verb->add_option("B", compare_.b, "The run that may have changed")->required()->type_name("");
    add_value(verb, "--by", "LEVEL", compare_.by, parse_part_level,
              "Rows by kernel (the default), op or module");
    verb->add_option("--align", compare_.align.annotation,
                     "Compare the marked ranges of this name instead of steps")
        ->type_name("NAME");
    add_number(verb, "--step", compare_.align.step, 0, INT64_MAX,
               "Compare the steps of this number only");
    verb->add_option("--gate", gates_, "Fail when B is above it; may be given several times")
        ->type_name("GATE");
    add_json(verb, compare_.json);
    auto* markdown =
        verb->add_flag("--markdown", compare_.markdown, "Print a page for an issue or a wiki");
    add_log(verb, compare_.log);
    verb->callback([this, markdown] {
      if (markdown->count() > 0 && compare_.json)
        throw CLI::ValidationError("--markdown", "is a page of its own, without --json");
      for (const std::string& text : gates_) {
        auto gate = parse_gate(text);
        if (!gate.ok()) throw CLI::ValidationError("--gate", gate.error().message);
        compare_.gates.push_back(std::move(gate).value());
      }
      command_ = [this] { return Command(compare_); };
    });
  }

  void judge_by(const std::vector<std::string>& assignments) {
    for (const std::string& one : assignments) {
      const auto error = set_threshold(one, report_.thresholds);
      if (error) throw CLI::ValidationError("--threshold", error->message);
    }
  }

  void know_gpus(const std::string& file) {
    const auto text = read_small_file(file, kLargestPeaks);
    if (!text.ok()) throw CLI::ValidationError("--gpu-peaks", file + ": " + text.error().message);
    auto peaks = parse_gpu_peaks(text.value());
    if (!peaks.ok()) throw CLI::ValidationError("--gpu-peaks", file + ": " + peaks.error().message);
    report_.thresholds.gpu_peaks = std::move(peaks).value();
  }

  void add_event() {
    CLI::App* verb = add_verb("event", "Everything the details panel shows for one event",
                              std::string(kExpressions) +
                                  "\n\nExample:\n  lanescope event trace.json.gz --find "
                                  "'cat:kernel dur>1ms' --nth 2");
    verb->add_option("TRACE", event_.trace, "A trace")->required()->type_name("");
    auto* find = add_value(verb, "--find", "EXPR", event_.find, parse_expression,
                           "The first event that matches");
    auto* nth = add_number(verb, "--nth", event_.nth, 1, kMaxEventNumber,
                           "Which match instead of the first, from 1 on");
    auto* id = add_number(verb, "--id", event_.id, 0, kMaxEventNumber,
                          "The event with this id, see search");
    add_json(verb, event_.json);
    verb->callback([this, find, nth, id] {
      if (find->count() + id->count() != 1) {
        throw CLI::ValidationError("arguments", "either --find EXPR or --id ID is needed");
      }
      if (nth->count() > find->count()) {
        throw CLI::ValidationError("--nth", "goes with --find, an id is of one event");
      }
      command_ = [this] { return Command(event_); };
    });
  }

  void add_search() {
    CLI::App* verb = add_verb("search", "The events that match, in time order",
                              std::string(kExpressions) +
                                  "\n\nExample:\n  lanescope search trace.json.gz "
                                  "'cat:kernel -gemm dur>1ms' --limit 10");
    verb->add_option("TRACE", search_.trace, "A trace")->required()->type_name("");
    add_value(verb, "EXPR", "", search_.expression, parse_expression, "What to look for")
        ->required();
    add_number(verb, "--limit", search_.limit, 0, kMaxEventNumber,
               "At most N (50 as text, all as JSON)");
    add_number(verb, "--offset", search_.offset, 0, kMaxEventNumber, "Skip the first N");
    add_json(verb, search_.json);
    run_with(verb, search_);
  }

  void add_record() {
    CLI::App* verb = add_verb(
        "record", "Start a command and capture what its processes do on the GPU",
        "The command ends as it would without; its exit code is passed on. Ctrl+C goes to the\n"
        "command; a second Ctrl+C kills it and all that it started. What was captured by then is\n"
        "in the file. Where nothing is captured, no file is left.\n\nExample:\n  "
        "lanescope record -o run.lanes -- python train.py --epochs 1\n  "
        "lanescope record --keep-last 10s --shapes --cwd work python train.py");
    verb->add_option("CMD", record_.command, "The command and its arguments")
        ->required()
        ->type_name("");
    verb->add_option("-o,--output", record_.output,
                     "The capture file; by default named after the command and the time")
        ->type_name("FILE");
    verb->add_flag("--force", record_.force,
                   "Replace the file if it is there, once there is something to put in its place");
    verb->add_flag("--shared", record_.shared,
                   "Let others read the file, as far as the umask does: it holds command lines and\n"
                   "paths, so by default only you can");
    verb->add_flag("--view", record_.view, "Open the window on the file when it is complete");
    add_value(verb, "--duration", "TIME", record_.duration_ns, parse_seconds,
              "Stop capturing after so long, such as 30s or 2min; the command runs on");
    add_value(verb, "--keep-last", "TIME", record_.keep_last_ns, parse_seconds,
              "Keep roughly the last TIME, such as 10s");
    add_number(verb, "--level", record_.level, 0, 2,
               "0: kernels and copies; 1, the default: calls and synchronisation too; 2: all");
    auto* stacks = verb->add_flag("--stacks", record_.stacks,
                                  "Python stacks where work is launched: the default");
    verb->add_flag_callback(
            "--no-stacks", [this] { record_.stacks = false; }, "Leave Python stacks out")
        ->excludes(stacks);
    verb->add_flag("--shapes", record_.shapes,
                   "PyTorch's operators with the shapes of their inputs; costs time");
    verb->add_flag("--memory", record_.memory,
                   "What PyTorch's allocator holds on each GPU, every 50 ms");
    verb->add_option("--cwd", record_.folder, "Start the command in this folder")->type_name("DIR");
    run_with(verb, record_);
  }

  void add_attach() {
    CLI::App* verb = add_verb(
        "attach", "Have a PyTorch process that runs already record a trace",
        "Only a process that was started with KINETO_USE_DAEMON=1 in its environment can be "
        "asked:\n"
        "put `export KINETO_USE_DAEMON=1` into the shell or the job file. Without PID the "
        "processes\n"
        "of yours with PyTorch are listed. How much of --memory, --flops and --modules is recorded "
        "is\n"
        "up to the PyTorch: 2.15 without a GPU leaves them out.\n\nExample:\n  lanescope attach "
        "4711 --shapes --stacks "
        "-o trace.json");
    auto* pid = add_number(verb, "PID", attach_.pid, 1, INT32_MAX, "The process");
    verb->add_option("-o,--output", attach_.output,
                     "The trace; by default named after the process and the time")
        ->type_name("FILE");
    auto* duration = add_value(verb, "--duration", "TIME", attach_.duration_ns, parse_seconds,
                               "Record for so long, such as 2s (500ms)");
    auto* iterations = add_number(verb, "--iterations", attach_.iterations, 1, 1'000'000,
                                  "Record so many steps of the optimizer instead");
    iterations->excludes(duration);
    verb->add_flag("--shapes", attach_.shapes, "With the shapes of the operators' inputs");
    verb->add_flag("--stacks", attach_.stacks, "With Python stacks");
    verb->add_flag("--memory", attach_.memory, "With what is allocated and freed");
    verb->add_flag("--flops", attach_.flops, "With the operators' floating-point operations");
    verb->add_flag("--modules", attach_.modules, "With the module that an operator belongs to");
    verb->add_flag("--view", attach_.view, "Open the window on the trace");
    add_json(verb, attach_.json);
    verb->callback([this, verb, pid] {
      for (const CLI::Option* option : verb->get_options()) {
        if (pid->count() > 0 || option->count() == 0 || option->get_lnames().empty()) continue;
        const std::string& name = option->get_lnames().front();
        if (name != "json") throw CLI::ValidationError("--" + name, "goes with a PID");
      }
      command_ = [this] { return Command(attach_); };
    });
  }

  void add_convert() {
    CLI::App* verb = add_verb(
        "convert", "A recording, or a part of a trace, as the JSON of torch.profiler",
        std::string(kSpans) +
            "\n\nWhat overlaps the range is kept whole, and so are the calls that launched the GPU "
            "work in\nit. The result opens in Perfetto and in everything else that reads traces of "
            "torch.profiler.\n\nExample:\n  lanescope convert run.lanes -o run.json.gz --range "
            "10ms:20ms");
    verb->add_option("TRACE", convert_.trace, "A trace")->required()->type_name("");
    add_value(verb, "-o,--output", "FILE", convert_.output, parse_trace_name,
              "The trace to write: .json, or compressed .json.gz")
        ->required();
    add_value(verb, "--range", "A:B", convert_.range, parse_time_span,
              "The time to keep, all by default");
    verb->add_flag("--counters", convert_.counters,
                   "Add counters of what the trace tells, named as in HolisticTraceAnalysis: "
                   "\"Queue Length\" of each stream, and the bandwidth in GB/s of \"Memcpy HtoD\", "
                   "\"Memset\" and so on");
    run_with(verb, convert_);
  }

  void add_screenshot() {
    CLI::App* verb = add_verb(
        "screenshot", "The window's picture, drawn off screen: needs no display",
        std::string(kSpans) +
            " EXPR is the one of search.\n\nExample:\n  lanescope screenshot trace.json.gz -o "
            "step.png --range 10ms:20ms");
    verb->add_option("TRACE", screenshot_.trace, "A trace, or a folder of ranks")
        ->required()
        ->type_name("");
    add_value(verb, "-o,--output", "FILE", screenshot_.output, parse_picture_name,
              "The picture to write: .png, the window, or .svg, its lanes")
        ->required();
    add_value(verb, "--size", "WxH", screenshot_.size_px, parse_picture_size,
              fmt::format("Pixels, 1600x900 by default, each from {} to {}", kMinPicturePx,
                          kMaxPicturePx));
    add_value(verb, "--range", "A:B", screenshot_.range, parse_time_span,
              "The time to show, all by default");
    add_value(verb, "--select", "EXPR", screenshot_.select, parse_expression,
              "Selects the first match and brings it into view");
    verb->add_option("--tab", screenshot_.tab, "A tab at the bottom, by its title")
        ->type_name("NAME");
    verb->add_option("--compare", screenshot_.compare,
                     "Another trace beside it, as `lanescope compare` shows both")
        ->type_name("TRACE");
    verb->add_flag("--beside", screenshot_.beside, "Both side by side, not one above the other");
    add_value(verb, "--theme", "NAME", screenshot_.theme, parse_theme, "dark (the default), light");
    add_value(verb, "--scale", "X", screenshot_.scale, parse_scale,
              fmt::format("Of everything, as a monitor's, from {} to {}", kMinScale, kMaxScale));
    verb->callback([this] {
      if (screenshot_.beside && screenshot_.compare.empty())
        throw CLI::ValidationError("--beside", "goes with --compare, it is about two traces");
      command_ = [this] { return Command(screenshot_); };
    });
  }

  CLI::App app_{"Opens the traces of torch.profiler: where did the time and the memory go?",
                "lanescope"};
  const CLI::App* verb_ = nullptr;  // the one that was named
  std::function<Command()> command_;
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
  ScreenshotCommand screenshot_;
};

}  // namespace

Command parse_command_line(int argc, const char* const* argv) {
  return CommandLine().parse({argv + (argc > 0 ? 1 : 0), argv + argc});
}

}  // namespace lanescope
