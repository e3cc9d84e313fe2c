// Verbs that analyze: report and compare.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/arguments/command_line_parser.h"
#include "app/cli/report/report.h"
#include "app/cli/report/thresholds.h"
#include "app/cli/traces/baselines.h"

namespace lanescope {

void CommandLineParser::add_report() {
  CLI::App* verb = add_verb("report", "Print all analyses, or those named by --only",
                            std::string(kTimeSpans) +
                                "\n\nExample:\n  lanescope report trace.json.gz --only "
                                "gpu_time,ops --window whole");
  auto* traces = verb->add_option("TRACE", report_.traces, "Traces, or folders of them");
  traces->type_name("");
  verb->add_option_function<std::vector<std::string>>(
          "--only", [this](const std::vector<std::string>& given) { choose_analyses(given); },
          "Any of " + report_keys() + ", separated by commas")
      ->type_name("KEY");
  add_value(verb, "--window", "WINDOW", report_.window, parse_window,
            "steps (without warm-up; the default if there are any), whole, hta, tb or A:B "
            "such as 10ms:20ms");
  add_number(verb, "--device", report_.device, 0, INT32_MAX, "Only GPU events of this device");
  add_value(verb, "--group-by", "WHAT", report_.group_by, parse_group_by,
            "Group ops by name (default), shape, dtype, stack, module, thread, phase or step");
  verb->add_option_function<std::vector<std::string>>(
          "--threshold", [this](const std::vector<std::string>& given) { judge_by(given); },
          "Change a threshold, such as tiny_kernel=8us; may be repeated")
      ->type_name("NAME=VALUE");
  verb->add_option_function<std::string>(
          "--gpu-peaks", [this](const std::string& file) { know_gpus(file); },
          "JSON with the peak rates of your GPUs, for the roofline and the findings: "
          "{\"gpus\": [{\"gpu\": \"H200\", \"tflops\": {\"bfloat16\": 989.4}, \"gb_per_s\": "
          "4800}]}")
      ->type_name("FILE");
  auto* listed = verb->add_flag("--thresholds", report_.lists_thresholds,
                                "List the thresholds instead of a report; needs no TRACE");
  add_traces_beside(verb, report_.execution_trace, report_.capture_trace);
  add_steps(verb, report_.steps);
  add_json(verb, report_.json);
  auto* markdown = verb->add_flag("--markdown", report_.markdown,
                                  "Print Markdown for an issue or a wiki: findings and the most "
                                  "important numbers");
  verb->callback([this, traces, listed, markdown] {
    if (listed->count() == 0 && traces->count() == 0) {
      throw CLI::ValidationError("arguments", "TRACE is required");
    }
    check_single(report_.traces, report_.execution_trace, report_.capture_trace);
    if (listed->count() > 0 && (!report_.only.empty() || report_.markdown || traces->count() > 0)) {
      throw CLI::ValidationError("--thresholds",
                                 "takes no TRACE and can only be combined with --json");
    }
    if (markdown->count() > 0 && (report_.json || !report_.only.empty())) {
      throw CLI::ValidationError("--markdown", "cannot be combined with --json or --only");
    }
    command_ = [this] { return CliCommand(report_); };
  });
}

void CommandLineParser::judge_by(const std::vector<std::string>& assignments) {
  for (const std::string& one : assignments) {
    const auto error = set_threshold(one, report_.thresholds);
    if (error) throw CLI::ValidationError("--threshold", error->message);
  }
}

void CommandLineParser::know_gpus(const std::string& file) {
  auto peaks = read_gpu_peaks(file);
  if (!peaks.ok()) throw CLI::ValidationError("--gpu-peaks", file + ": " + peaks.error().message);
  report_.thresholds.gpu_peaks = std::move(peaks).value();
}

void CommandLineParser::choose_analyses(const std::vector<std::string>& given) {
  for (const std::string& keys : given) {
    const std::size_t before = report_.only.size();
    for (std::size_t at = 0; at < keys.size();) {
      const std::size_t end = std::min(keys.find(',', at), keys.size());
      if (end > at) report_.only.push_back(keys.substr(at, end - at));
      at = end + 1;
    }
    if (report_.only.size() != before) continue;
    throw CLI::ValidationError(
        "--only", "'" + keys + "' is not an analysis; the analyses are " + report_keys());
  }
}

void CommandLineParser::add_compare() {
  CLI::App* verb = add_verb(
      "compare", "Compare run A with run B: what changed, and is it significant?",
      "Steps are compared by their ranges on the host. If the host of a run runs far ahead, its\n"
      "steps are timed on the GPU, and those of the other run until the next step begins, as in a\n"
      "report. The only step of a trace lasts until its GPU work has ended.\n\n"
      "GATE is step_time, gpu_busy, idle, idle.CLASS, op:NAME, kernel:NAME or peak_memory with "
      "a\n"
      "limit. The exit code is 1 if B exceeds a limit and the change is significant, else 3 if a\n"
      "gate cannot be evaluated; gpu_busy, idle and kernel:NAME need GPU events in both runs.\n\n"
      "A run may also be the summary of a rank (.rank), a folder with those of all ranks, or\n"
      "baseline:NAME as `lanescope baseline` sets it; these tell less than traces, and what they\n"
      "cannot answer is said. Gates of two folders compare means over the ranks and steps that "
      "are\n"
      "in both. --gate baseline:NAME stands for A: the one run that is named is compared with it,\n"
      "by the other gates, or else by step_time=3%.\n\n"
      "Opens both in the window; prints with --json, --markdown or --gate, without a display, and\n"
      "to a file or a pipe.\n\nExample:\n  "
      "lanescope compare before.json after.json --gate 'step_time=3%'");
  verb->add_option("A", compare_.a, "The baseline run")->required()->type_name("");
  verb->add_option("B", compare_.b, "The run to compare with it")->type_name("");
  add_value(verb, "--by", "LEVEL", compare_.by, parse_part_level,
            "Compare by kernel (default), op or module");
  auto* align = verb->add_option("--align", compare_.align.annotation,
                                 "Compare the annotations of this name instead of steps")
                    ->type_name("NAME");
  add_steps(verb, compare_.steps);
  auto* step = add_number(verb, "--step", compare_.align.step, 0, INT64_MAX,
                          "Compare only the steps with this number");
  verb->add_option("--gate", gates_, "Fail if B exceeds it; may be repeated")->type_name("GATE");
  verb->add_option("--baselines", compare_.baselines,
                   "Folder with the baselines.json of baseline:NAME (default: that of the other "
                   "run, else the current one)")
      ->type_name("FOLDER");
  add_capture_trace(verb, compare_.capture_trace,
                    "Trace of the phase in which CUDA graphs were captured, for both runs: those "
                    "of A and B that it contains get its operators, shapes and stacks (default: "
                    "one next to each)");
  add_json(verb, compare_.json);
  auto* markdown =
      verb->add_flag("--markdown", compare_.markdown, "Print Markdown for an issue or a wiki");
  add_log(verb, compare_.log);
  verb->callback([this, align, step, markdown] {
    if (align->count() > 0 && step->count() > 0) {
      throw CLI::ValidationError(
          "--step",
          "cannot be combined with --align, which compares annotations instead of "
          "steps");
    }
    if (markdown->count() > 0 && compare_.json)
      throw CLI::ValidationError("--markdown", "cannot be combined with --json");
    take_gates();
    command_ = [this] { return CliCommand(compare_); };
  });
}

/// A gate that names a baseline takes the place of A.
void CommandLineParser::take_gates() {
  for (const std::string& text : gates_) {
    if (text.starts_with(kBaselinePrefix)) {
      if (!compare_.b.empty())
        throw CLI::ValidationError("--gate", "'" + text + "' takes the place of A; name one run");
      compare_.b = std::exchange(compare_.a, text);
      continue;
    }
    auto gate = parse_gate(text);
    if (!gate.ok()) throw CLI::ValidationError("--gate", gate.error().message);
    compare_.gates.push_back(std::move(gate).value());
  }
  if (compare_.b.empty()) throw CLI::ValidationError("arguments", "B is required");
  if (!gates_.empty() && compare_.gates.empty())
    compare_.gates.push_back(parse_gate("step_time=3%").value());
}

}  // namespace lanescope
