// Every report about every file that is broken or hostile, and about pieces of real traces: events
// torn from their launches, steps and parents, without lengths, at one instant.
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <random>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "tests/app/cli/report/all_reports.h"
#include "tests/core/base/temp_folder.h"
#include "tests/corpus/corpus.h"

using namespace lanescope;

namespace {

using nlohmann::json;

void check_reports(const LoadedTrace& trace) {
  const LoadReport& report = trace.snapshot->report;
  CHECK(report.kept + report.listed == trace.snapshot->counts.total);
  for (const PrintedReport& printed : all_reports(trace)) {
    CHECK(!printed.text.empty());
    CHECK(report_faults(printed) == "");
  }
}

constexpr std::size_t kKept = 300;

/// Some events of a trace, in their order.
json some_of(const json& events, const std::function<bool(const json&)>& keep) {
  json kept = json::array();
  for (const json& event : events) {
    if (keep(event)) kept.push_back(event);
  }
  return kept;
}

const std::map<std::string, std::function<json(const json&)>> kPieces = {
    {"some at random",
     [](const json& events) {
       std::mt19937 random(7);
       const double share = static_cast<double>(kKept) / static_cast<double>(events.size() + 1);
       return some_of(events, [&](const json&) {
         return static_cast<double>(random()) / 4294967296.0 < share;
       });
     }},
    {"the first ones",
     [](const json& events) {
       std::size_t n = 0;
       return some_of(events, [&](const json& e) { return e.contains("dur") && n++ < kKept; });
     }},
    {"GPU events without the rest",
     [](const json& events) {
       std::size_t n = 0;
       return some_of(events, [&](const json& e) {
         return e.contains("args") && e["args"].contains("stream") && n++ < kKept;
       });
     }},
    {"steps alone",
     [](const json& events) {
       return some_of(events, [&](const json& e) {
         return e.contains("name") && e["name"].is_string() &&
                e["name"].get<std::string>().starts_with("ProfilerStep");
       });
     }},
    {"without lengths",
     [](const json& events) {
       std::size_t n = 0;
       json kept = some_of(events, [&](const json& e) { return e.contains("dur") && n++ < kKept; });
       for (json& e : kept) e["dur"] = 0;
       return kept;
     }},
    {"at one instant",
     [](const json& events) {
       std::size_t n = 0;
       json kept = some_of(events, [&](const json& e) { return e.contains("dur") && n++ < kKept; });
       for (json& e : kept) e["ts"] = 5;
       return kept;
     }},
    {"begins without ends", [](const json& events) {
       std::size_t n = 0;
       json kept = some_of(events, [&](const json& e) { return e.contains("dur") && n++ < kKept; });
       for (json& e : kept) e["ph"] = "B";
       return kept;
     }}};

/// Larger ones take long to read and say no more.
constexpr std::uintmax_t kLargest = 500'000;

}  // namespace

TEST_CASE("every report about every broken and hostile file is printed") {
  const auto folder = corpus_folder();
  for (const char* name : {"malformed", "hostile"}) {
    for (const auto& path : files_in(folder / name)) {
      CAPTURE(path.filename().string());
      const auto loaded = load_trace(path.string());
      if (loaded.ok()) check_reports(loaded.value());
    }
  }
}

TEST_CASE("a memory snapshot that names one history again and again is refused, not written out") {
  const auto file = corpus_file("hostile/pickle-one-history-20000-times.pickle.gz");
  const std::string pickle = text_in(file);
  CHECK(pickle.size() < 700'000);
  const TempFolder folder;
  for (const std::string& path : {folder.write("unpacked.pickle", pickle), file.string()}) {
    const auto loaded = load_trace(path);
    REQUIRE_FALSE(loaded.ok());
    CHECK(loaded.error().message.find("repeats the same lists or texts until they are more than "
                                      "16 times its size") != std::string::npos);
  }
}

TEST_CASE("every report about pieces of real traces is printed") {
  const auto folder = corpus_folder();
  for (const CorpusTrace& file : corpus_traces(folder)) {
    if (std::filesystem::file_size(file.trace) > kLargest) continue;
    json trace = json::parse(text_in(file.trace), nullptr, false);
    if (trace.is_array()) trace = {{"traceEvents", trace}};
    if (!trace.is_object()) continue;
    const json events = trace["traceEvents"];
    for (const auto& [piece, take] : kPieces) {
      CAPTURE(file.trace.filename().string());
      CAPTURE(piece);
      trace["traceEvents"] = take(events);
      const auto loaded = load_trace(memory_byte_source(trace.dump()), "piece.json", {});
      REQUIRE(loaded.ok());
      check_reports(loaded.value());
    }
  }
}

TEST_CASE("one absurd event does not stretch a real trace, and is named") {
  for (const char* name : {"one-bad-ts.json.gz", "one-bad-dur.json.gz"}) {
    CAPTURE(name);
    const auto bad = loaded_trace(std::string("hostile/") + name);
    const auto good = loaded_trace("moe-b200-cuda13-ref.json.gz");
    const Snapshot &with = *bad.snapshot, &without = *good.snapshot;
    CHECK(with.report.set_aside == 1);
    CHECK(with.report.kept + with.report.listed == with.counts.total);
    CHECK(with.counts.total == without.counts.total);
    CHECK(with.extent.length_ns() <= without.extent.length_ns());
    CHECK(with.extent.length_ns() >= without.extent.length_ns() * 9 / 10);
  }
}

TEST_CASE("no real trace loses an event to its time") {
  const auto folder = corpus_folder();
  for (const CorpusTrace& file : corpus_traces(folder)) {
    CAPTURE(file.trace.filename().string());
    const auto loaded = load_trace(file.trace.string());
    REQUIRE(loaded.ok());
    CHECK(loaded.value().snapshot->report.set_aside == 0);
  }
}
