// How long every answer about a trace takes, against its load. Prints tab-separated rows; see
// README.md for the goals. Quiet machine, files in the page cache.
//
//   answer_bench [--pairs N] [--only B1,B3] FILE...
//
// Of each plain file: B1 all analyses, B2 the slowest of them, B3 a report, B4 a comparison with
// the next plain file (or with itself), B5 info, search and event, B6 a screenshot, B9 the load
// against the floor walk, B11 against Python's json (files up to 300 MB), B13 memory. Of each .gz:
// B10. Of two plain files, one and then one at least four times as large: B12.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unistd.h>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "tests/bench/anchors.h"
#include "tests/bench/child_process.h"
#include "tests/bench/paired_runs.h"
#include "tests/bench/plan.h"

namespace {

using namespace lanescope::bench;
namespace fs = std::filesystem;

/// The program, run on its command line.
std::optional<ChildRun> verb(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), sibling_program("../../lanescope"));
  return run_child(arguments, Output::Drop);
}

Measure asking(const std::vector<std::string>& arguments) {
  return [=] { return seconds(verb(arguments)); };
}

/// Two figures of one process, of which the second is asked for after the first.
class Answers {
 public:
  explicit Answers(const fs::path& file) : file_(file) {}

  Measure share(const std::string& name) {
    return [this, name]() -> std::optional<double> {
      const auto run = run_child({sibling_program("answers_once"), file_.string()});
      if (!run) return std::nullopt;
      auto numbers = run->numbers();
      load_s_ = numbers["load_seconds"];
      return numbers[name];
    };
  }
  Measure load() {
    return [this] { return std::optional(load_s_); };
  }

 private:
  fs::path file_;
  double load_s_ = 0;
};

Measure loading_and_answers(const fs::path& file) {
  return [=]() -> std::optional<double> {
    const auto run = run_child({sibling_program("answers_once"), file.string()});
    if (!run) return std::nullopt;
    auto numbers = run->numbers();
    return numbers["load_seconds"] + numbers["answers_seconds"];
  };
}

class Bench {
 public:
  explicit Bench(Plan plan) : rows_(std::move(plan), "answer_bench") {}

  bool run() {
    print_header();
    for (const fs::path& file : rows_.plan().files) {
      if (is_gzip(file)) {
        rows_.ratio("B10", ".gz load / gzip -dc", file, 0.40, loading(file), inflating(file));
      } else {
        analyses(file);
        verbs(file);
        picture(file);
        load_itself(file);
        memory(file);
      }
    }
    against_smaller();
    return rows_.all_measured();
  }

 private:
  void analyses(const fs::path& file) {
    Answers answers(file);
    rows_.ratio("B1", "all analyses / load", file, 1.0, answers.share("answers_seconds"),
                answers.load());
    rows_.ratio("B2", "slowest result / load", file, 0.15, answers.share("slowest_seconds"),
                answers.load());
  }

  void verbs(const fs::path& file) {
    const std::string path = file.string();
    rows_.ratio("B3", "report --json / load_once", file, 2.2, asking({"report", path, "--json"}),
                loading(file));
    rows_.ratio("B4", "compare --json / load_once", file, 3.2,
                asking({"compare", path, next_plain(file).string(), "--json"}), loading(file));
    rows_.ratio("B5", "info / load_once", file, 1.10, asking({"info", path, "--json"}),
                loading(file));
    rows_.ratio("B5", "search / load_once", file, 1.10, asking({"search", path, "gemm", "--json"}),
                loading(file));
    rows_.ratio("B5", "event / load_once", file, 1.10,
                asking({"event", path, "--id", "1", "--json"}), loading(file));
  }

  void picture(const fs::path& file) {
    if (!rows_.plan().wants("B6")) return;
    const fs::path folder = fs::temp_directory_path() / fmt::format("answer_bench_{}", ::getpid());
    fs::create_directories(folder);
    const fs::path empty = folder / "empty.json";
    std::FILE* out = std::fopen(empty.c_str(), "w");
    if (out == nullptr) return rows_.failed("B6", file);
    fmt::print(out, "{{\"traceEvents\": []}}\n");
    std::fclose(out);
    const std::string png = (folder / "picture.png").string();
    const Measure load_once = loading(file);
    const Measure nothing = asking({"screenshot", empty.string(), "-o", png});
    rows_.ratio("B6", "screenshot / (load_once + an empty one)", file, 1.4,
                asking({"screenshot", file.string(), "-o", png}), [&]() -> std::optional<double> {
                  const auto load_s = load_once(), nothing_s = nothing();
                  if (!load_s || !nothing_s) return std::nullopt;
                  return *load_s + *nothing_s;
                });
    fs::remove_all(folder);
  }

  void load_itself(const fs::path& file) {
    rows_.ratio("B9", "load / floor walk, 2 threads", file, 3.8, loading(file), walking(file));
    if (fits_python(file))
      rows_.ratio("B11", "load / python json.load", file, 0.05, loading(file),
                  parsing_in_python(file));
  }

  void against_smaller() {
    const fs::path* small = nullptr;
    for (const fs::path& file : rows_.plan().files) {
      if (is_gzip(file)) continue;
      if (small != nullptr && fs::file_size(file) >= 4 * fs::file_size(*small)) {
        const double times =
            static_cast<double>(fs::file_size(file)) / static_cast<double>(fs::file_size(*small));
        rows_.ratio("B12", fmt::format("load and analyses / of a file {:.2f} times smaller", times),
                    file, 1.1 * times, loading_and_answers(file), loading_and_answers(*small));
        return;
      }
      small = &file;
    }
  }

  /// Bytes and counts, no clock: one run says it.
  void memory(const fs::path& file) {
    if (!rows_.plan().wants("B13")) return;
    const auto load_run = load(file);
    const auto report = verb({"report", file.string(), "--json"});
    if (!load_run || !report) return rows_.failed("B13", file);
    const double events = std::max(1.0, load_run->numbers()["events"]);
    const std::string name = file.filename().string();
    const auto row = [&](std::string_view what, const ChildRun& run, double limit) {
      print_row("B13", what, name, static_cast<double>(run.peak_bytes) / events, limit,
                fmt::format("{:.0f} events, {} page faults", events, run.page_faults));
    };
    row("peak bytes / event, load", *load_run, 95);
    row("peak bytes / event, report", *report, 130);
  }

  [[nodiscard]] const fs::path& next_plain(const fs::path& file) const {
    const auto& files = rows_.plan().files;
    auto next = std::find(files.begin(), files.end(), file);
    next = std::find_if(next + 1, files.end(), [](const fs::path& one) { return !is_gzip(one); });
    return next == files.end() ? file : *next;
  }

  Rows rows_;
};

}  // namespace

int main(int argc, char** argv) {
  const auto plan = Plan::parse(argc, argv);
  if (!plan) {
    fmt::print(stderr, "usage: answer_bench [--pairs N] [--only B1,B3] FILE...\n");
    return 2;
  }
  return Bench(*plan).run() ? 0 : 3;
}
