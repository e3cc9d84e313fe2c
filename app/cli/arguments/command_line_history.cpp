// Verbs that follow many runs: history and baseline.
#include <string>

#include "app/cli/arguments/command_line_parser.h"

namespace lanescope {

void CommandLineParser::add_history() {
  CLI::App* verb = add_verb(
      "history", "Say where runs of weeks got slower, by their summaries",
      "Runs are in order of the time when they were recorded. Those on other GPUs, of another "
      "world\n"
      "size, or whose operators have other inputs are not compared with each other; several ranks\n"
      "of a run are one point. Changes are found by E-divisive with permutation tests: of series\n"
      "without a change, 5 % are given one in any metric, if runs vary independently. Changes "
      "below\n"
      "1 % are left out, and at least 4 runs are needed on either side.\n\n"
      "A run is called by its commit if the trace's metadata has one, as by\n"
      "prof.add_metadata(\"commit\", sha).\n\n"
      "Examples:\n  lanescope summarize run.json.gz -o summaries/2026-03-02.rank\n"
      "  lanescope history summaries/ --markdown --svg trend.svg");
  verb->add_option("SUMMARY", history_.summaries,
                   "Summaries (.rank), or folders of them, also by day or run")
      ->required()
      ->type_name("");
  add_value(verb, "--metric", "METRIC", history_.metric, parse_metric,
            "Only this: step_time, gpu_busy, idle, idle.CLASS, compute, exposed_comm, "
            "exposed_copies, kernels.gemm, kernels.attention, kernels.communication, "
            "kernels.other or peak_memory");
  add_json(verb, history_.json);
  auto* markdown =
      verb->add_flag("--markdown", history_.markdown, "Print Markdown for a pull request");
  add_value(verb, "--svg", "FILE", history_.svg, parse_chart_name,
            "Also draw the runs and the changes to this file");
  add_value(verb, "--theme", "NAME", history_.theme, parse_theme,
            "Of the drawing: light (default) or dark");
  verb->callback([this, markdown] {
    if (markdown->count() > 0 && history_.json)
      throw CLI::ValidationError("--markdown", "cannot be combined with --json");
    command_ = [this] { return CliCommand(history_); };
  });
}

void CommandLineParser::add_baseline() {
  CLI::App* verb = add_verb(
      "baseline", "Name a summary that later runs are compared with",
      "`set NAME SUMMARY` writes the name into baselines.json beside the summary, `list [FOLDER]`\n"
      "prints the names in a folder (default: the current one). `compare baseline:NAME RUN` and\n"
      "`compare RUN --gate baseline:NAME` use them. SUMMARY may also be a folder with those of "
      "all\n"
      "ranks of a run, which other such folders are compared with; the name is written beside "
      "it.\n\n"
      "Examples:\n  lanescope baseline set main summaries/2026-03-02.rank\n"
      "  lanescope compare after.json.gz --gate baseline:main --baselines summaries/");
  verb->add_option("ACTION", baseline_words_, "set NAME SUMMARY, or list [FOLDER]")
      ->required()
      ->expected(1, 3)
      ->type_name("");
  add_json(verb, baseline_.json);
  verb->callback([this] {
    const auto& words = baseline_words_;
    const bool sets = words.front() == "set", lists = words.front() == "list";
    if (!(sets && words.size() == 3) && !(lists && words.size() <= 2))
      throw CLI::ValidationError("arguments", "use `set NAME SUMMARY` or `list [FOLDER]`");
    if (sets && baseline_.json) throw CLI::ValidationError("--json", "is for list only");
    if (sets) {
      baseline_.name = words[1];
      baseline_.summary = words[2];
    } else {
      baseline_.folder = words.size() == 2 ? words[1] : ".";
    }
    command_ = [this] { return CliCommand(baseline_); };
  });
}

}  // namespace lanescope
