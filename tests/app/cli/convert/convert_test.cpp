#include <filesystem>
#include <iterator>
#include <set>
#include <vector>

#include <doctest/doctest.h>

#include "app/cli/arguments/command_line.h"
#include "app/cli/output/exit_code.h"
#include "app/cli/verbs.h"
#include "core/base/files/small_file.h"
#include "core/readers/trace_loader.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/fixtures/short_recording.h"
#include "tests/core/fixtures/training_trace.h"

using namespace lanescope;

namespace {

std::string two_steps() {
  TrainingTrace trace;
  for (int i = 0; i < 2; ++i) trace.step([&] { trace.op("aten::mm", "gemm", 120, 60); });
  return trace.text();
}

std::uint32_t slices_in(const std::string& path) {
  const auto trace = load_trace(path);
  REQUIRE(trace.ok());
  return trace.value().snapshot->slice_count;
}

/// The names of the counters in what `lanescope WORDS...` writes to `to`.
std::set<std::string> counters_of(const std::vector<const char*>& words, const std::string& to) {
  const CliCommand command = parse_command_line(static_cast<int>(words.size()), words.data());
  REQUIRE(run_convert(std::get<ConvertOptions>(command)) == kDone);
  const auto trace = load_trace(to);
  REQUIRE(trace.ok());
  std::set<std::string> names;
  for (const auto& counter : trace.value().snapshot->counters)
    names.insert(std::string(trace.value().snapshot->text(counter->name)));
  return names;
}

}  // namespace

TEST_CASE("a recording becomes a trace that others read") {
  const TempFolder folder;
  const std::string from = folder.write("run.lanes", short_recording());
  const std::string to = folder.path() + "/run.json.gz";
  CHECK(run_convert({from, to, {}}) == kDone);
  const auto trace = load_trace(to);
  REQUIRE(trace.ok());
  CHECK(trace.value().snapshot->info.format == "kineto-json");
  CHECK(trace.value().snapshot->kernel_links.with_launch == 1);
}

TEST_CASE("what is converted from a private recording is as private") {
  const TempFolder folder;
  const std::string from = folder.write("run.lanes", short_recording());
  const std::string fresh = folder.path() + "/run.json", old = folder.write("old.json", "{}");
  namespace fs = std::filesystem;
  const fs::perms own = fs::perms::owner_read | fs::perms::owner_write;
  const fs::perms open = own | fs::perms::group_read | fs::perms::others_read;
  fs::permissions(from, own);
  fs::permissions(old, open);
  for (const std::string& to : {fresh, old}) {
    CHECK(run_convert({from, to, {}}) == kDone);
    CHECK(fs::status(to).permissions() == own);
  }
  fs::permissions(from, open);
  fs::permissions(old, open);
  CHECK(run_convert({from, old, {}}) == kDone);
  CHECK(fs::status(old).permissions() == open);
}

TEST_CASE("the ending of what is written may have capitals") {
  const TempFolder folder;
  const std::string from = folder.write("a.json", two_steps());
  for (const char* name : {"B.JSON", "b.Json.GZ"}) {
    CAPTURE(name);
    const std::string to = folder.path() + "/" + name;
    const std::vector<const char*> words = {"lanescope", "convert", from.c_str(), "-o", to.c_str()};
    const CliCommand command = parse_command_line(static_cast<int>(words.size()), words.data());
    REQUIRE(std::holds_alternative<ConvertOptions>(command));
    REQUIRE(run_convert(std::get<ConvertOptions>(command)) == kDone);
    CHECK(slices_in(to) == slices_in(from));
    const bool packed = read_small_file(to, 1U << 20).value().starts_with("\x1F\x8B");
    CHECK(packed == to.ends_with("GZ"));
  }
}

TEST_CASE("a part of a trace is a smaller one") {
  const TempFolder folder;
  const std::string from = folder.write("a.json", two_steps());
  const std::string whole = folder.path() + "/whole.json", part = folder.path() + "/part.json";
  CHECK(run_convert({from, whole, {}}) == kDone);
  CHECK(slices_in(whole) == slices_in(from));
  CHECK(run_convert({from, part, TimeSpan{0, 1'000, true}}) == kDone);
  CHECK(slices_in(part) > 0);
  CHECK(slices_in(part) < slices_in(from));
}

TEST_CASE("counters of what the trace tells are written where they are asked for") {
  const TempFolder folder;
  TrainingTrace training;
  training.step([&] {
    training.op("aten::mm", "gemm", 120, 60);
    training.copy("Memcpy HtoD (Pageable -> Device)", 4096, 10, true);
  });
  const std::string from = folder.write("a.json", training.text()), to = folder.path() + "/b.json";
  const std::vector<const char*> plain = {"lanescope", "convert", from.c_str(), "-o", to.c_str()};
  CHECK(counters_of(plain, to).empty());
  std::vector<const char*> requested = plain;
  requested.push_back("--counters");
  const std::set<std::string> made = counters_of(requested, to);
  CHECK(made.contains("Queue Length[7]"));
  CHECK(made.contains("Memcpy HtoD"));
}

TEST_CASE("stacks are written for viewers of profiles, by the ending or by --format") {
  const TempFolder folder;
  const std::string from = folder.write("a.json", two_steps());
  for (const char* name : {"b.speedscope.json", "b.pb.gz", "b.folded"}) {
    CAPTURE(name);
    const std::string to = folder.path() + "/" + name;
    const std::vector<const char*> words = {"lanescope", "convert", from.c_str(), "-o", to.c_str()};
    const CliCommand command = parse_command_line(static_cast<int>(words.size()), words.data());
    REQUIRE(std::holds_alternative<ConvertOptions>(command));
    REQUIRE(run_convert(std::get<ConvertOptions>(command)) == kDone);
    const auto profile = load_trace(to);
    REQUIRE(profile.ok());
    CHECK(profile.value().snapshot->info.format != "kineto-json");
    CHECK(slices_in(to) > 0);
  }
  const std::string to = folder.path() + "/c.json";
  const std::vector<const char*> words = {"lanescope", "convert",  from.c_str(), "-o",
                                          to.c_str(),  "--format", "speedscope"};
  const CliCommand command = parse_command_line(static_cast<int>(words.size()), words.data());
  REQUIRE(std::holds_alternative<ConvertOptions>(command));
  REQUIRE(run_convert(std::get<ConvertOptions>(command)) == kDone);
  CHECK(load_trace(to).value().snapshot->info.format == "speedscope");
}

TEST_CASE("a trace is written for Perfetto by the ending, with all its slices") {
  const TempFolder folder;
  const std::string from = folder.write("a.json", two_steps());
  for (const char* name : {"b.pftrace", "b.perfetto-trace.gz"}) {
    CAPTURE(name);
    const std::string to = folder.path() + "/" + name;
    const std::vector<const char*> words = {"lanescope", "convert", from.c_str(), "-o", to.c_str()};
    const CliCommand command = parse_command_line(static_cast<int>(words.size()), words.data());
    REQUIRE(std::holds_alternative<ConvertOptions>(command));
    REQUIRE(run_convert(std::get<ConvertOptions>(command)) == kDone);
    const auto again = load_trace(to);
    REQUIRE(again.ok());
    CHECK(again.value().snapshot->info.format == "perfetto");
    CHECK(slices_in(to) == slices_in(from));
  }
}

TEST_CASE("a profile is written into the trace that it is laid beside") {
  const TempFolder folder;
  const std::string trace = folder.write("trace.json", two_steps());
  const std::string profile = folder.write("run.folded", "main;tokenize 500\nmain;load 200\n");
  ConvertOptions options{trace, folder.path() + "/both.json.gz", {}};
  options.profile = {profile, 1'000};
  REQUIRE(run_convert(options) == kDone);
  CHECK(slices_in(options.output) == slices_in(trace) + 4);  // main, tokenize and load; it runs
  options.profile.file = folder.path() + "/none";
  options.output = folder.path() + "/other.json";
  CHECK(run_convert(options) == kUnusable);
  options.output = folder.path() + "/other.folded";
  options.profile.file = profile;
  CHECK(run_convert(options) == kWrongUsage);
  CHECK_FALSE(std::filesystem::exists(options.output));
  options.output = options.profile.file = folder.write("p.json", "main 500\n");
  CHECK(run_convert(options) == kWrongUsage);
}

TEST_CASE("a profile has no counters, and none is made of a trace without host threads") {
  const TempFolder folder;
  const std::string from = folder.write("a.json", two_steps());
  const std::string gpu = folder.write(
      "gpu.json", R"({"traceEvents":[{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,)"
                  R"("ts":1,"dur":2,"args":{"device":0,"stream":7}}]})");
  const std::string to = folder.path() + "/b.pb.gz";
  CHECK(run_convert({.trace = from, .output = to, .counters = true}) == kWrongUsage);
  CHECK(run_convert({.trace = gpu, .output = to}) == kUnusable);
  CHECK_FALSE(std::filesystem::exists(to));
}

TEST_CASE("what can not be converted is told, and nothing is left or harmed") {
  const TempFolder folder;
  const std::string from = folder.write("a.json", two_steps());
  const std::string to = folder.path() + "/b.json";
  CHECK(run_convert({from, from, {}}) == kWrongUsage);
  CHECK(run_convert({folder.path() + "/none.json", to, {}}) == kUnusable);
  CHECK(run_convert({from, to, TimeSpan{1'000'000'000'000, 2'000'000'000'000, true}}) == kUnusable);
  CHECK(run_convert({from, folder.path() + "/no/folder/b.json", {}}) == kUnusable);
  CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 1);
  CHECK(read_small_file(from, 1U << 20).value() == two_steps());
}
