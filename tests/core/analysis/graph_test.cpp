// The table of which result asks which, in the README of core/analysis, is what the code does.
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>

#include <doctest/doctest.h>

#include "core/analysis/registry.h"
#include "core/analysis/results.h"
#include "tests/core/fixtures/event_reader.h"
#include "tests/core/fixtures/training_trace.h"
#include "tests/paths.h"

namespace lanescope {
namespace {

/// What each result asked for, by its name.
using Graph = std::map<std::string, std::set<std::string>>;

/// A loop in which each analysis finds what it looks for: a loader, compiled code, waits, copies,
/// collectives, memory, and warm-up steps.
LoadedText varied_steps() {
  TrainingTrace trace;
  for (int i = 0; i < 6; ++i) {
    trace.step([&] {
      trace.host("user_annotation", "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__",
                 400);
      trace.host("user_annotation", "Torch-Compiled Region: 0/0", 50);
      if (i < 2) trace.call("cudaMalloc", 500);
      for (int k = 0; k < 5; ++k) {
        trace.allocate(4096 * (k + 1), 1 << 20).op("aten::mm", "gemm", 100, 80);
        trace.free(4096 * (k + 1), 1 << 20);
      }
      trace.op("c10d::allreduce_", "ncclDevKernel_AllReduce_Sum_f32_RING_LL", 100, 80);
      trace.copy("Memcpy DtoH (Device -> Pageable)", 4, 2, true);
      trace.wait_for_gpu("cudaStreamSynchronize").pause(100);
    });
  }
  return trace.load();
}

void add_graph(const AnalysisResults& in, Graph& graph) {
#define LANESCOPE_ASK(key, Result, call) static_cast<void>(in.of<Result>());
  LANESCOPE_ANALYSES(LANESCOPE_ASK)
#undef LANESCOPE_ASK
  for (const AnalysisResults::Cost& cost : in.costs())
    graph[cost.name].insert(cost.asked.begin(), cost.asked.end());
}

Graph whole_graph() {
  const LoadedText loaded = varied_steps();
  const ReadEvent read = [&](EventId event) { return loaded.json(event); };
  Graph graph;
  add_graph({*loaded.snapshot, usual_window(*loaded.snapshot), read}, graph);
  add_graph({*loaded.snapshot, whole_window(), read}, graph);
  return graph;
}

std::string list_of(const std::set<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

/// Those that ask for nothing of others are left out, unless they are asked for themselves.
std::string table_of(const Graph& graph) {
  Graph asked_by;
  for (const auto& [name, asked] : graph) {
    for (const std::string& other : asked) asked_by[other].insert(name);
  }
  std::string table = "| result | asks for | is asked for by |\n|---|---|---|\n";
  std::string alone;
  for (const auto& [name, asked] : graph) {
    if (asked.empty() && !asked_by.contains(name)) {
      alone += (alone.empty() ? "" : ", ") + name;
      continue;
    }
    table += "| " + name + " | " + list_of(asked) + " | " + list_of(asked_by[name]) + " |\n";
  }
  return table + "\nNeither: " + alone + ".\n";
}

std::string text_of(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

TEST_CASE("the README of the analyses shows which result asks which") {
  constexpr std::string_view kBegin = "<!-- graph -->\n", kEnd = "<!-- end of graph -->";
  const std::string path = source_folder() + "/core/analysis/README.md";
  std::string readme = text_of(path);
  const std::size_t begin = readme.find(kBegin), end = readme.find(kEnd);
  REQUIRE(begin < end);
  REQUIRE(end != readme.npos);
  const std::string table = table_of(whole_graph());
  const std::size_t at = begin + kBegin.size();
  const char* const renew = std::getenv("LANESCOPE_RENEW_GOLDEN");  // NOLINT(concurrency-mt-unsafe)
  if (renew != nullptr) {
    readme.replace(at, end - at, table);
    std::ofstream(path) << readme;
    return;
  }
  CHECK(readme.substr(at, end - at) == table);
}

}  // namespace
}  // namespace lanescope
