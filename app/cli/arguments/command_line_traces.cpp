// Verbs that read one trace or convert it.
#include <string>

#include <fmt/core.h>

#include "app/cli/arguments/command_line_parser.h"

namespace lanescope {
namespace {

constexpr const char* kExpressions =
    "EXPR is part of a name (ignoring case), or /a regular expression/, or a field: cat:kernel\n"
    "stream:7 device:0 pid:12 tid:3 step:3 dur>1ms ts<20us op:aten::mm shape:[64,1024]\n"
    "arg.KEY:VALUE. A leading - excludes; all terms must match. Quote EXPR, as the shell\n"
    "interprets > and spaces.\n\n"
    "Units are ns, us, ms and s. A dur without a unit is in ns. A ts with a unit counts from the\n"
    "start of the trace; without a unit it is in ns, as printed in JSON.";

constexpr const char* kRedact =
    "Replace all names except those of libraries, and list what was replaced";

}  // namespace

void CommandLineParser::add_info() {
  CLI::App* verb = add_verb("info", "Show what is in the file, and the load report",
                            "Example:\n  lanescope info trace.json.gz --json");
  verb->add_option("TRACE", info_.traces, "Traces, folders of traces, or summaries of ranks")
      ->required()
      ->type_name("");
  add_profile(verb, info_.profile);
  add_steps(verb, info_.steps);
  add_json(verb, info_.json);
  verb->callback([this] {
    if (!info_.profile.file.empty() && info_.traces.size() != 1)
      throw CLI::ValidationError("--profile", "requires one TRACE");
    command_ = [this] { return CliCommand(info_); };
  });
}

CLI::Option* CommandLineParser::add_profile(CLI::App* verb, LaidProfile& profile) {
  CLI::Option* file =
      verb->add_option("--profile", profile.file,
                       "Lay a profile by another tool beside the trace, as further lanes")
          ->type_name("FILE");
  add_value(verb, "--offset", "TIME", profile.offset_ns, parse_offset,
            "From the start of the trace to the first sample of the profile (default: 0):\n"
            "1.5s, or --offset=-200ms if it began earlier")
      ->needs(file);
  return file;
}

void CommandLineParser::add_event() {
  CLI::App* verb = add_verb("event", "Print everything the Details panel shows for one event",
                            std::string(kExpressions) +
                                "\n\nExample:\n  lanescope event trace.json.gz --find "
                                "'cat:kernel dur>1ms' --nth 2");
  verb->add_option("TRACE", event_.trace, "A trace")->required()->type_name("");
  auto* find =
      add_value(verb, "--find", "EXPR", event_.find, parse_expression, "The first matching event");
  auto* nth = add_number(verb, "--nth", event_.nth, 1, kMaxEventNumber,
                         "The N-th match instead of the first");
  auto* id = add_number(verb, "--id", event_.id, 0, kMaxEventNumber,
                        "The event with this id (see search)");
  add_traces_beside(verb, event_.execution_trace, event_.capture_trace);
  add_steps(verb, event_.steps);
  add_json(verb, event_.json);
  verb->callback([this, find, nth, id] {
    if (find->count() + id->count() != 1) {
      throw CLI::ValidationError("arguments", "exactly one of --find EXPR and --id ID is required");
    }
    if (nth->count() > find->count()) {
      throw CLI::ValidationError("--nth", "requires --find; an id names one event");
    }
    command_ = [this] { return CliCommand(event_); };
  });
}

void CommandLineParser::add_search() {
  CLI::App* verb = add_verb("search", "List the matching events in time order",
                            std::string(kExpressions) +
                                "\n\nExample:\n  lanescope search trace.json.gz "
                                "'cat:kernel -gemm dur>1ms' --limit 10");
  verb->add_option("TRACE", search_.trace, "A trace")->required()->type_name("");
  add_value(verb, "EXPR", "", search_.expression, parse_expression, "What to look for")->required();
  add_number(verb, "--limit", search_.limit, 0, kMaxEventNumber,
             "Print at most N (default: 50 as text, all as JSON)");
  add_number(verb, "--offset", search_.offset, 0, kMaxEventNumber, "Skip the first N");
  add_traces_beside(verb, search_.execution_trace, search_.capture_trace);
  add_steps(verb, search_.steps);
  add_json(verb, search_.json);
  run_with(verb, search_);
}

void CommandLineParser::add_convert() {
  CLI::App* verb = add_verb(
      "convert", "Convert a recording, or part of a trace, to torch.profiler JSON or a profile",
      std::string(kTimeSpans) +
          "\n\nEvents that overlap the range are kept whole, and so are the calls that launched "
          "its "
          "GPU work.\nThe result opens in Perfetto and in any other tool that reads traces of "
          "torch.profiler.\n\nIf the trace has no flow events, arrows from launches to their "
          "GPU work are added as\ntorch.profiler does (\"ac2g\"), as viewers draw arrows only from "
          "flow "
          "events. A launch that shares\nits correlation id with others gets none "
          "unless the trace shows which it is.\n\n.pftrace is Perfetto's own format: the same "
          "events, with times in ns.\n\nFor .speedscope.json, .pb.gz (pprof) and "
          ".folded, "
          "only the stacks of threads are written, in ns:\ntheir samples if the trace has any, "
          "else what host threads recorded. speedscope shows them over\ntime, pprof and collapsed "
          "stacks are sums.\n\nExample:\n  lanescope convert run.lanes -o "
          "run.json.gz --range 10ms:20ms");
  verb->add_option("TRACE", convert_.trace, "A trace")->required()->type_name("");
  add_value(verb, "-o,--output", "FILE", convert_.output, parse_trace_name,
            "The file to write: .json, .pftrace, .speedscope.json, .pb, .folded or .collapsed, "
            "each also compressed with .gz")
      ->required();
  add_value(verb, "--range", "A:B", convert_.range, parse_time_span,
            "The time range to keep (default: all)");
  add_value(verb, "--format", "NAME", convert_.format, parse_trace_format,
            "kineto, perfetto, speedscope, pprof or collapsed (default: by the ending of FILE)");
  verb->add_flag("--counters", convert_.counters,
                 "Add counters derived from the trace, named as in HolisticTraceAnalysis: "
                 "\"Queue Length\" of each stream, and the bandwidth in GB/s of \"Memcpy HtoD\", "
                 "\"Memset\" and so on");
  verb->add_flag("--redact", convert_.redact, kRedact);
  add_steps(verb, convert_.steps);
  CLI::Option* profile = add_profile(verb, convert_.profile);
  for (const char* other : {"--range", "--format", "--counters", "--redact", "--steps"})
    profile->excludes(verb->get_option(other));
  run_with(verb, convert_);
}

void CommandLineParser::add_summarize() {
  CLI::App* verb = add_verb(
      "summarize", "Write a small summary of each rank's trace",
      "A summary takes a few hundred KB: steps, collectives, idle time by cause, findings, "
      "the largest\n"
      "kernels and operators, memory peaks and the load report. `lanescope info` prints "
      "it. A file\n"
      "that cannot be read gets a summary that says why, and the exit code is 3.\n\n"
      "Examples:\n  lanescope summarize rank3.json.gz -o rank3.rank\n"
      "  lanescope summarize run/ -o summaries/");
  verb->add_option("TRACE", summarize_.traces, "Traces, or folders of them")
      ->required()
      ->type_name("");
  verb->add_option("-o,--output", summarize_.output,
                   "The file to write, if it ends in .rank; else a folder, with a file for each "
                   "trace, which is made if there is none")
      ->required()
      ->type_name("FILE");
  add_steps(verb, summarize_.steps);
  run_with(verb, summarize_);
}

void CommandLineParser::add_ranks() {
  CLI::App* verb = add_verb(
      "ranks", "Compare the ranks of a large run by their summaries",
      "Says which ranks the others wait for and why, which links are slow, and which ranks are\n"
      "missing, repeated or of another run. Clocks are aligned by the collectives of all process\n"
      "groups. For thousands of ranks; `lanescope report FOLDER --only ranks` compares the traces\n"
      "of a few in more detail.\n\n"
      "Examples:\n  lanescope summarize run/ -o summaries/\n  lanescope ranks summaries/");
  verb->add_option("SUMMARY", ranks_.summaries, "Summaries (.rank), or folders of them")
      ->required()
      ->type_name("");
  add_json(verb, ranks_.json);
  run_with(verb, ranks_);
}

void CommandLineParser::add_share() {
  CLI::App* verb = add_verb(
      "share", "Write one HTML file that opens a trace in a browser, offline",
      std::string(kTimeSpans) +
          " EXPR is as for search.\n\nThe file contains the viewer, the trace or the range of "
          "it, and the marks next to\nthe trace. Nothing is uploaded.\n\n"
          "--redact keeps names of libraries: operators, kernels, CUDA calls, files of installed\n"
          "packages, modules of torch.nn. Everything else is replaced, the same name always by "
          "the\n"
          "same: \"annotation 3\", \"file4.py(12): function 17\". Times and numbers are kept. What "
          "was\n"
          "replaced is listed before the file is written.\n\nExample:\n  lanescope share "
          "trace.json.gz --range 10ms:20ms --tab Kernels --redact");
  verb->add_option("TRACE", share_.trace, "A trace")->required()->type_name("");
  add_value(verb, "-o,--output", "FILE", share_.output, parse_page_name,
            "The HTML file to write (default: named after the trace; trace.html with --redact)");
  verb->add_flag("--force", share_.force, "Replace an existing file");
  verb->add_flag(
      "--dry-run", share_.dry_run,
      "Print what would be written, and the names that --redact replaces; write nothing");
  add_value(verb, "--range", "A:B", share_.range, parse_time_span,
            "The time range to include and to show (default: all)");
  add_value(verb, "--select", "EXPR", share_.select, parse_expression,
            "Select the first match when the file is opened");
  verb->add_option("--tab", share_.tab, "The tab to show at the bottom, by its title")
      ->type_name("NAME");
  verb->add_option("--compare", share_.compare,
                   "Another trace to include and compare with, as in `lanescope compare`")
      ->type_name("TRACE");
  add_steps(verb, share_.steps);
  verb->add_flag("--redact", share_.redact, kRedact);
  run_with(verb, share_);
}

void CommandLineParser::add_screenshot() {
  CLI::App* verb =
      add_verb("screenshot", "Draw the window to a file; needs no display",
               std::string(kTimeSpans) +
                   " EXPR is as for search.\n\nExample:\n  lanescope screenshot trace.json.gz -o "
                   "step.png --range 10ms:20ms");
  verb->add_option("TRACE", screenshot_.trace,
                   "A trace, or a folder of ranks or of their summaries")
      ->required()
      ->type_name("");
  add_value(verb, "-o,--output", "FILE", screenshot_.output, parse_picture_name,
            "The image to write: .png (the window) or .svg (its lanes)")
      ->required();
  add_value(verb, "--size", "WxH", screenshot_.size_px, parse_picture_size,
            fmt::format("Size in pixels (default: 1600x900), each from {} to {}", kMinPicturePx,
                        kMaxPicturePx));
  add_value(verb, "--range", "A:B", screenshot_.range, parse_time_span,
            "The time range to show (default: all)");
  add_value(verb, "--select", "EXPR", screenshot_.select, parse_expression,
            "Select the first match and bring it into view");
  verb->add_option("--tab", screenshot_.tab, "The tab to show at the bottom, by its title")
      ->type_name("NAME");
  verb->add_option("--compare", screenshot_.compare,
                   "Another trace to compare with, as in `lanescope compare`, or summaries of "
                   "another run")
      ->type_name("TRACE");
  verb->add_flag("--beside", screenshot_.beside, "Show both side by side instead of stacked");
  add_value(verb, "--theme", "NAME", screenshot_.theme, parse_theme, "dark (default) or light");
  add_value(verb, "--scale", "X", screenshot_.scale, parse_scale,
            fmt::format("Display scale, from {} to {}", kMinScale, kMaxScale));
  add_profile(verb, screenshot_.profile);
  add_steps(verb, screenshot_.steps);
  add_capture_trace(verb, screenshot_.capture_trace,
                    "Trace of the phase in which the CUDA graphs of TRACE were captured; with "
                    "--compare, for both (default: one next to each)");
  verb->callback([this] {
    if (screenshot_.beside && screenshot_.compare.empty())
      throw CLI::ValidationError("--beside", "requires --compare; it needs two traces");
    command_ = [this] { return CliCommand(screenshot_); };
  });
}

void CommandLineParser::add_example() {
  CLI::App* verb = add_verb("example", "Open a trace that comes with Lanescope, or list them",
                            "Examples:\n  lanescope example slow\n  lanescope compare "
                            "$(lanescope example slow --path) $(lanescope example fixed --path)");
  auto* name = verb->add_option("NAME", example_.name, "Name of the example (default: list them)");
  name->type_name("");
  verb->add_flag("--path", example_.prints_path, "Print its path instead of opening it")
      ->needs(name);
  run_with(verb, example_);
}

}  // namespace lanescope
