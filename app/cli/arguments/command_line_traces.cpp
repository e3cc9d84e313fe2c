// Verbs that look into one trace, or make another file of it.
#include <string>

#include <fmt/core.h>

#include "app/cli/arguments/command_line_parser.h"

namespace lanescope {
namespace {

constexpr const char* kExpressions =
    "EXPR is part of a name, case ignored, or /a regular expression/, or a field: cat:kernel\n"
    "stream:7 device:0 pid:12 tid:3 step:3 dur>1ms ts<20us op:aten::mm shape:[64,1024]\n"
    "arg.KEY:VALUE. A leading - excludes, all terms must hold. Quote it: the shell has its own\n"
    "use for > and blanks.\n\n"
    "Units are ns, us, ms and s. A dur without one is in ns. A ts with one counts from the\n"
    "trace's start, without one it is in ns as printed in JSON.";

}  // namespace

void CommandLineParser::add_info() {
  CLI::App* verb = add_verb("info", "What is in the file, and the load report",
                            "Example:\n  lanescope info trace.json.gz --json");
  verb->add_option("TRACE", info_.trace, "A trace, or a folder of them")->required()->type_name("");
  add_json(verb, info_.json);
  run_with(verb, info_);
}

void CommandLineParser::add_event() {
  CLI::App* verb = add_verb("event", "Everything the details panel shows for one event",
                            std::string(kExpressions) +
                                "\n\nExample:\n  lanescope event trace.json.gz --find "
                                "'cat:kernel dur>1ms' --nth 2");
  verb->add_option("TRACE", event_.trace, "A trace")->required()->type_name("");
  auto* find = add_value(verb, "--find", "EXPR", event_.find, parse_expression,
                         "The first event that matches");
  auto* nth = add_number(verb, "--nth", event_.nth, 1, kMaxEventNumber,
                         "Which match instead of the first, from 1 on");
  auto* id =
      add_number(verb, "--id", event_.id, 0, kMaxEventNumber, "The event with this id, see search");
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

void CommandLineParser::add_search() {
  CLI::App* verb = add_verb("search", "The events that match, in time order",
                            std::string(kExpressions) +
                                "\n\nExample:\n  lanescope search trace.json.gz "
                                "'cat:kernel -gemm dur>1ms' --limit 10");
  verb->add_option("TRACE", search_.trace, "A trace")->required()->type_name("");
  add_value(verb, "EXPR", "", search_.expression, parse_expression, "What to look for")->required();
  add_number(verb, "--limit", search_.limit, 0, kMaxEventNumber,
             "At most N (50 as text, all as JSON)");
  add_number(verb, "--offset", search_.offset, 0, kMaxEventNumber, "Skip the first N");
  add_json(verb, search_.json);
  run_with(verb, search_);
}

void CommandLineParser::add_convert() {
  CLI::App* verb = add_verb(
      "convert", "A recording, or a part of a trace, as the JSON of torch.profiler",
      std::string(kTimeSpans) +
          "\n\nWhat overlaps the range is kept whole, and so are the calls that launched the GPU "
          "work in\nit. The result opens in Perfetto and in everything else that reads traces of "
          "torch.profiler.\n\nWhere the trace has no flow events, arrows from launches to their "
          "GPU work are added as\nthose of torch.profiler (\"ac2g\"): viewers draw arrows from "
          "flow "
          "events only. A launch that is\none of several with the same correlation id gets none "
          "unless the trace tells which it is.\n\nExample:\n  lanescope convert run.lanes -o "
          "run.json.gz --range 10ms:20ms");
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

void CommandLineParser::add_screenshot() {
  CLI::App* verb = add_verb(
      "screenshot", "The window's picture, drawn off screen: needs no display",
      std::string(kTimeSpans) +
          " EXPR is the one of search.\n\nExample:\n  lanescope screenshot trace.json.gz -o "
          "step.png --range 10ms:20ms");
  verb->add_option("TRACE", screenshot_.trace, "A trace, or a folder of ranks")
      ->required()
      ->type_name("");
  add_value(verb, "-o,--output", "FILE", screenshot_.output, parse_picture_name,
            "The picture to write: .png, the window, or .svg, its lanes")
      ->required();
  add_value(
      verb, "--size", "WxH", screenshot_.size_px, parse_picture_size,
      fmt::format("Pixels, 1600x900 by default, each from {} to {}", kMinPicturePx, kMaxPicturePx));
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

}  // namespace lanescope
