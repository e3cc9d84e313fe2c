#include "app/cli/arguments/command_line.h"

#include <cstdlib>
#include <string>
#include <variant>
#include <vector>

#include <doctest/doctest.h>

using namespace lanescope;

namespace {

CliCommand parse(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "lanescope");
  return parse_command_line(static_cast<int>(arguments.size()), arguments.data());
}

}  // namespace

TEST_CASE("no verb means the window") {
  CHECK(std::get<ViewCommand>(parse({})).traces.empty());
  CHECK(std::get<ViewCommand>(parse({"trace.json"})).traces ==
        std::vector<std::string>{"trace.json"});
  CHECK(std::get<ViewCommand>(parse({"rank0.json", "rank1.json"})).traces ==
        std::vector<std::string>{"rank0.json", "rank1.json"});
}

TEST_CASE("the window can be opened at a view of its trace") {
  const auto view = std::get<ViewCommand>(
      parse({"t.json", "--range", "10ms:20ms", "--select", "gemm dur>1ms", "--tab", "Kernels"}));
  REQUIRE(view.range);
  CHECK(view.range->begin_ns == 10'000'000);
  CHECK(view.range->end_ns == 20'000'000);
  CHECK(view.select == "gemm dur>1ms");
  CHECK(view.tab == "Kernels");
  CHECK(std::get<AlreadyAnswered>(parse({"--tab", "Kernels"})).exit_code == 2);
  CHECK(std::get<AlreadyAnswered>(parse({"t.json", "--select", "/(/"})).exit_code == 2);
}

TEST_CASE("an execution trace is named for one trace") {
  CHECK(std::get<ViewCommand>(parse({"t.json", "--execution-trace", "et.json"})).execution_trace ==
        "et.json");
  CHECK(std::get<ReportOptions>(parse({"report", "t.json", "--execution-trace", "et.json"}))
            .execution_trace == "et.json");
  CHECK(std::get<EventOptions>(
            parse({"event", "t.json", "--id", "3", "--execution-trace", "et.json"}))
            .execution_trace == "et.json");
  CHECK(std::get<SearchOptions>(parse({"search", "t.json", "mm", "--execution-trace", "et.json"}))
            .execution_trace == "et.json");
  CHECK(std::get<ViewCommand>(parse({"t.json"})).execution_trace.empty());
  CHECK(std::get<AlreadyAnswered>(parse({"a.json", "b.json", "--execution-trace", "et.json"}))
            .exit_code == 2);
}

TEST_CASE("all verbs that answer about steps are told which ranges these are") {
  const auto steps_of = [](auto command) { return command.steps; };
  CHECK(steps_of(std::get<ViewCommand>(parse({"t.json", "--steps", "batch *"}))) == "batch *");
  for (const char* verb : {"info", "report", "search", "screenshot", "convert", "summarize"}) {
    std::vector<const char*> words = {verb, "t.json", "--steps=batch *"};
    if (verb == std::string("search")) words.push_back("mm");
    if (verb == std::string("screenshot")) words.insert(words.end(), {"-o", "a.png"});
    if (verb == std::string("convert")) words.insert(words.end(), {"-o", "a.json"});
    if (verb == std::string("summarize")) words.insert(words.end(), {"-o", "a.rank"});
    const std::string steps = std::visit(
        [](const auto& command) -> std::string {
          if constexpr (requires { command.steps; }) {
            return command.steps;
          } else {
            return "none";
          }
        },
        parse(words));
    CHECK_MESSAGE(steps == "batch *", verb);
  }
  CHECK(steps_of(std::get<CompareOptions>(parse({"compare", "a", "b", "--steps", "x"}))) == "x");
  CHECK(std::get<AlreadyAnswered>(parse({"report", "t.json", "--steps", "*"})).exit_code == 2);
  CHECK(std::get<AlreadyAnswered>(parse({"a.json", "b.json", "--steps", "x"})).exit_code == 2);
  CHECK(std::get<AlreadyAnswered>(parse({"--steps", "x"})).exit_code == 2);
}

TEST_CASE("the window is told which run to compare with, beside one trace only") {
  const auto both = std::get<ViewCommand>(parse({"a.json", "--compare", "b.json"}));
  CHECK(both.traces == std::vector<std::string>{"a.json"});
  CHECK(both.compare == "b.json");
  CHECK(std::get<ViewCommand>(parse({"a.json"})).compare.empty());
  for (const std::vector<const char*>& wrong :
       std::vector<std::vector<const char*>>{{"--compare", "b.json"},
                                             {"a.json", "c.json", "--compare", "b.json"},
                                             {"a.json", "--compare"},
                                             {"a.json", "--compare", ""}})
    CHECK(std::get<AlreadyAnswered>(parse(wrong)).exit_code == 2);
}

TEST_CASE("a capture trace is named for one trace") {
  CHECK(std::get<ViewCommand>(parse({"t.json", "--capture-trace", "c.json"})).capture_trace ==
        "c.json");
  CHECK(std::get<ReportOptions>(parse({"report", "t.json", "--capture-trace", "c.json"}))
            .capture_trace == "c.json");
  CHECK(std::get<EventOptions>(parse({"event", "t.json", "--id", "3", "--capture-trace", "c.json"}))
            .capture_trace == "c.json");
  CHECK(std::get<SearchOptions>(parse({"search", "t.json", "mm", "--capture-trace", "c.json"}))
            .capture_trace == "c.json");
  CHECK(std::get<ViewCommand>(parse({"t.json"})).capture_trace.empty());
  CHECK(std::get<AlreadyAnswered>(parse({"a.json", "b.json", "--capture-trace", "c.json"}))
            .exit_code == 2);
}

TEST_CASE("a capture trace is of both runs of a comparison, and of what is drawn") {
  CHECK(std::get<CompareOptions>(parse({"compare", "a", "b", "--capture-trace", "c.json"}))
            .capture_trace == "c.json");
  CHECK(std::get<CompareOptions>(parse({"compare", "a", "b"})).capture_trace.empty());
  CHECK(std::get<ScreenshotCommand>(
            parse({"screenshot", "t", "-o", "x.png", "--capture-trace", "c.json"}))
            .capture_trace == "c.json");
}

TEST_CASE("a profile is laid beside one trace, where the offset says") {
  const auto view =
      std::get<ViewCommand>(parse({"t.json", "--profile", "p.folded", "--offset", "1.5s"}));
  CHECK(view.traces == std::vector<std::string>{"t.json"});
  CHECK(view.profile.file == "p.folded");
  CHECK(view.profile.offset_ns == 1'500'000'000);
  const auto info =
      std::get<InfoOptions>(parse({"info", "t", "--profile", "p", "--offset=-200ms"}));
  CHECK(info.profile.offset_ns == -200'000'000);
  const auto picture =
      std::get<ScreenshotCommand>(parse({"screenshot", "t", "-o", "a.png", "--profile", "p"}));
  CHECK(picture.profile.file == "p");
  CHECK(picture.profile.offset_ns == 0);
  const auto refused = [](const std::vector<const char*>& words) {
    return std::get<AlreadyAnswered>(parse(words)).exit_code == 2;
  };
  CHECK(refused({"--profile", "p"}));
  CHECK(refused({"a.json", "b.json", "--profile", "p"}));
  CHECK(refused({"info", "t", "--offset", "1s"}));
  CHECK(refused({"info", "t", "--profile", "p", "--offset", "soon"}));
  CHECK(refused({"convert", "t", "-o", "a.json", "--profile", "p", "--redact"}));
}

TEST_CASE("a trace is shared only where there is a page to share it with") {
  ::unsetenv("LANESCOPE_SHARE_PAGE");
  CHECK(std::get<AlreadyAnswered>(parse({"share", "t", "-o", "a.html"})).exit_code == 2);

  ::setenv("LANESCOPE_SHARE_PAGE", "page.html", 1);
  const auto shared = std::get<ShareOptions>(parse(
      {"share", "t", "--redact", "--range", "1ms:2ms", "--tab", "Kernels", "--compare", "b"}));
  CHECK(shared.trace == "t");
  CHECK(shared.output.empty());
  CHECK(shared.redact);
  CHECK_FALSE(shared.force);
  CHECK(shared.range->end_ns == 2'000'000);
  CHECK(shared.tab == "Kernels");
  CHECK(shared.compare == "b");
  CHECK(std::get<ShareOptions>(parse({"share", "t", "-o", "a.html", "--force"})).output ==
        "a.html");
  CHECK(std::get<AlreadyAnswered>(parse({"share", "t", "-o", "a.json"})).exit_code == 2);
  ::unsetenv("LANESCOPE_SHARE_PAGE");
}

TEST_CASE("a verb's options arrive") {
  const auto info = std::get<InfoOptions>(parse({"info", "t.json", "--json"}));
  CHECK(info.traces == std::vector<std::string>{"t.json"});
  CHECK(info.json);
  CHECK(std::get<InfoOptions>(parse({"info", "a", "b"})).traces.size() == 2);

  const auto report = std::get<ReportOptions>(
      parse({"report", "a", "b", "--only", "ops,kernels", "--device", "1"}));
  CHECK(report.traces == std::vector<std::string>{"a", "b"});
  CHECK(report.only == std::vector<std::string>{"ops", "kernels"});
  CHECK(report.device == 1);
  CHECK_FALSE(report.window);
  const auto part = std::get<ReportOptions>(parse({"report", "--window", "1ms:2ms", "a"}));
  REQUIRE(part.window);
  CHECK(part.window->kind == WindowKind::Range);
  CHECK(part.window->span.end_ns == 2'000'000);

  const auto judged = std::get<ReportOptions>(parse(
      {"report", "a", "--threshold", "tiny_kernel=8us", "b", "--threshold=idle=20%", "--json"}));
  CHECK(judged.traces == std::vector<std::string>{"a", "b"});
  CHECK(judged.thresholds.tiny_kernel_ns == 8'000);
  CHECK(judged.thresholds.idle_pct == 20);
  CHECK(judged.json);
  const auto listed = std::get<ReportOptions>(parse({"report", "--thresholds"}));
  CHECK(listed.lists_thresholds);
  CHECK(listed.traces.empty());

  const auto event = std::get<EventOptions>(parse({"event", "t", "--find", "a b", "--nth", "3"}));
  CHECK(event.find == "a b");
  CHECK(event.nth == 3);
  CHECK(std::get<EventOptions>(parse({"event", "t", "--id", "0"})).id == 0);

  const auto search = std::get<SearchOptions>(parse({"search", "t", "--", "-name:memcpy"}));
  CHECK(search.expression == "-name:memcpy");
  CHECK(!search.limit);

  const auto screenshot = std::get<ScreenshotCommand>(
      parse({"screenshot", "t", "-o", "x.png", "--size", "800x600", "--select", "cat:kernel"}));
  CHECK(screenshot.size_px == std::pair(800, 600));
  const auto both = std::get<ScreenshotCommand>(
      parse({"screenshot", "t", "-o", "x.png", "--compare", "u", "--beside"}));
  CHECK(both.compare == "u");
  CHECK(both.beside);
  CHECK(
      std::get<AlreadyAnswered>(parse({"screenshot", "t", "-o", "x.png", "--beside"})).exit_code ==
      2);
  CHECK(screenshot.select == "cat:kernel");
}

TEST_CASE("a command to record keeps its own words") {
  const std::vector<std::string> command{"python", "train.py", "-o", "out", "--level", "9", "--"};
  const auto plain = std::get<RecordOptions>(
      parse({"record", "--level", "2", "python", "train.py", "-o", "out", "--level", "9", "--"}));
  CHECK(plain.command == command);
  CHECK(plain.level == 2);
  CHECK(plain.output.empty());
  const auto marked = std::get<RecordOptions>(
      parse({"record",   "-o",       "x.lanes",    "--view", "--no-stacks",
             "--shapes", "--memory", "--duration", "1.5",    "--keep-last=30",
             "--cwd",    "/tmp",     "--",         "python", "train.py",
             "-o",       "out",      "--level",    "9",      "--"}));
  CHECK(marked.command == command);
  CHECK(marked.output == "x.lanes");
  CHECK(marked.view);
  CHECK_FALSE(marked.stacks);
  CHECK(marked.shapes);
  CHECK(marked.memory);
  CHECK_FALSE(plain.memory);
  CHECK(marked.duration_ns == 1'500'000'000);
  CHECK(marked.keep_last_ns == 30'000'000'000);
  CHECK(marked.folder == "/tmp");
  CHECK(plain.stacks);
  CHECK(plain.sample_hz == 200);
  CHECK(std::get<RecordOptions>(parse({"record", "--attachable", "true"})).attachable);
  CHECK_FALSE(std::get<RecordOptions>(parse({"record", "true"})).attachable);
  CHECK(std::get<RecordOptions>(parse({"record", "--sample", "1kHz", "true"})).sample_hz == 1000);
  CHECK(std::get<RecordOptions>(parse({"record", "--sample=off", "true"})).sample_hz == 0);
  const auto triggered = std::get<RecordOptions>(
      parse({"record", "--when", "step>1.5*median", "--times", "3", "--after=2s", "--", "true"}));
  CHECK(triggered.when == "step>1.5*median");
  CHECK(triggered.times == 3);
  CHECK(triggered.after_ns == 2'000'000'000);
  CHECK(plain.when.empty());
  CHECK(plain.times == 1);
  CHECK(plain.after_ns == 1'000'000'000);
  CHECK(plain.native == "on");
  for (const char* const mode : {"on", "off", "dwarf", "frames"})
    CHECK(std::get<RecordOptions>(parse({"record", "--native", mode, "true"})).native == mode);
  // The name of a verb is a command as good as any.
  CHECK(std::get<RecordOptions>(parse({"record", "info", "x"})).command ==
        std::vector<std::string>{"info", "x"});
  for (const auto& wrong :
       std::vector<std::vector<const char*>>{{"record"},
                                             {"record", "--"},
                                             {"record", "--level", "3", "true"},
                                             {"record", "--native", "perf", "true"},
                                             {"record", "--duration", "0", "true"},
                                             {"record", "--duration", "soon", "true"},
                                             {"record", "--no-such-option", "true"},
                                             {"record", "--sample", "3kHz", "true"},
                                             {"record", "--when", "later", "true"},
                                             {"record", "--times", "3", "true"},
                                             {"record", "--after", "3s", "true"},
                                             {"record", "--native", "maybe", "true"},
                                             {"record", "--stacks", "--no-stacks", "true"},
                                             {"record", "--", ""}}) {
    CHECK(std::get<AlreadyAnswered>(parse(wrong)).exit_code == 2);
  }
}

TEST_CASE("attach takes a process, or lists them") {
  const auto list = std::get<AttachOptions>(parse({"attach"}));
  CHECK_FALSE(list.pid);
  CHECK(std::get<AttachOptions>(parse({"attach", "--json"})).json);
  const auto attach = std::get<AttachOptions>(
      parse({"attach", "4711", "--duration", "1.5", "--shapes", "--stacks", "-o", "t.json"}));
  CHECK(attach.pid == 4711);
  CHECK(attach.duration_ns == 1'500'000'000);
  CHECK_FALSE(attach.iterations);
  CHECK(attach.shapes);
  CHECK(attach.stacks);
  CHECK_FALSE(attach.memory);
  CHECK(attach.output == "t.json");
  CHECK(attach.sample_hz == 200);
  CHECK(attach.native == "off");
  CHECK(std::get<AttachOptions>(parse({"attach", "4711", "--native", "dwarf"})).native == "dwarf");
  const auto sampled = std::get<AttachOptions>(
      parse({"attach", "4711", "--seconds", "10", "--sample", "1kHz", "-o", "t.lanes"}));
  CHECK(sampled.duration_ns == 10'000'000'000);
  CHECK(sampled.sample_hz == 1000);
  CHECK(std::get<AttachOptions>(parse({"attach", "4711"})).duration_ns == 0);
  CHECK(std::get<AttachOptions>(parse({"attach", "4711", "--sample", "off"})).sample_hz == 0);
  CHECK(std::get<AttachOptions>(parse({"attach", "4711", "--iterations", "3"})).iterations == 3);
  const auto refused = [](std::vector<const char*> arguments) {
    return std::get<AlreadyAnswered>(parse(std::move(arguments))).exit_code;
  };
  CHECK(refused({"attach", "0"}) == 2);
  CHECK(refused({"attach", "python"}) == 2);
  CHECK(refused({"attach", "--shapes"}) == 2);
  CHECK(refused({"attach", "1", "--iterations", "3", "--duration", "1"}) == 2);
}

TEST_CASE("an expression may begin with a dash, wherever it stands") {
  CHECK(std::get<SearchOptions>(parse({"search", "t", "-dur>1us"})).expression == "-dur>1us");
  CHECK(std::get<SearchOptions>(parse({"search", "-x", "--", "-y"})).expression == "-y");
  const auto search =
      std::get<SearchOptions>(parse({"search", "--json", "t", "-a", "--limit", "3"}));
  CHECK(search.expression == "-a");
  CHECK(search.limit == 3);
  CHECK(std::get<EventOptions>(parse({"event", "--find", "-mm", "t"})).find == "-mm");
  CHECK(std::get<ScreenshotCommand>(parse({"screenshot", "t", "-o", "x.png", "--select", "-mm"}))
            .select == "-mm");
}

TEST_CASE("an option takes one value and leaves the names alone") {
  const auto report = std::get<ReportOptions>(parse({"report", "--only", "ops", "a", "b"}));
  CHECK(report.only == std::vector<std::string>{"ops"});
  CHECK(report.traces == std::vector<std::string>{"a", "b"});
  const auto both =
      std::get<ReportOptions>(parse({"report", "--only=ops", "a", "--only=kernels,gpu_time"}));
  CHECK(both.only == std::vector<std::string>{"ops", "kernels", "gpu_time"});
}

TEST_CASE("of a list of analyses empty places do not count") {
  const auto report = std::get<ReportOptions>(parse({"report", "t", "--only", "ops,,kernels,"}));
  CHECK(report.only == std::vector<std::string>{"ops", "kernels"});
  CHECK(report.traces == std::vector<std::string>{"t"});
}

TEST_CASE("nothing is done for arguments that make no sense") {
  const std::vector<std::vector<const char*>> wrong = {
      {"info"},
      {"info", ""},
      {"info", "a", "b", "--profile", "p"},
      {"info", "a", "--limit", "1"},
      {"a.json", "info"},
      {"no-such-verb"},
      {"search", "t"},
      {"search", "t", "a", "b"},
      {"search", "t", "a", "--limit"},
      {"search", "t", "a", "--limit", "--json"},
      {"search", "t", "a", "--limit", "-1"},
      {"search", "t", "a", "--limit", "1", "--limit", "1"},
      {"search", "t", "dur>"},
      {"event", "t"},
      {"event", "t", "--find", "a", "--id", "1"},
      {"event", "t", "--find", "a", "--nth", "0"},
      {"event", "t", "--id", "1", "--nth", "2"},
      {"report"},
      {"report", "--json"},
      {"report", "t", "--threshold", "tiny=8us"},
      {"report", "t", "--threshold", "tiny_kernel=8 parsecs"},
      {"report", "t", "--threshold"},
      {"report", "--thresholds", "--only", "ops"},
      {"report", "--thresholds", "--markdown"},
      {"report", "t", "--only", ","},
      {"report", "t", "--device", "-1"},
      {"compare", "a", "b", "--step", "3", "--align", "forward"},
      {"record", "-o", "run.json", "--", "true"},
      {"record", "-o", "run.pt.trace.JSON.gz", "true"},
      {"report", "t", "--window", "2ms:1ms"},
      {"screenshot", "t"},
      {"screenshot", "t", "-o", "x.jpg"},
      {"screenshot", "t", "-o", "x.png", "--range", "1"},
  };
  for (const auto& arguments : wrong) {
    CAPTURE(arguments.back());
    const CliCommand command = parse(arguments);
    REQUIRE(std::holds_alternative<AlreadyAnswered>(command));
    CHECK(std::get<AlreadyAnswered>(command).exit_code == 2);
  }
}
