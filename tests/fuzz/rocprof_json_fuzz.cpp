// Whatever the JSON: a file of rocprofv3 loads as far as it can be read, and every record is kept
// or listed.
#include <array>
#include <optional>

#include <fmt/format.h>

#include "tests/fuzz/engine/fuzz_target.h"
#include "tests/fuzz/files/file_checks.h"
#include "tests/fuzz/files/file_samples.h"
#include "tests/fuzz/files/made_json.h"
#include "tests/fuzz/files/tree_mutator.h"

namespace {

using namespace lanescope;

using Kind = JsonTree::Kind;

/// Records of all lists, each of which is one event; nullopt if there are some that are several or
/// none, or if the file is not as rocprofv3 writes it.
std::optional<std::uint64_t> records_in(const JsonTree& lists) {
  std::uint64_t records = 0;
  for (std::size_t i = 0; i < lists.children.size(); ++i) {
    const std::string& key = lists.keys[i];
    const JsonTree& list = lists.children[i];
    if (list.kind != Kind::List || list.children.empty()) continue;
    if (key == "\"counter_collection\"" || key == "\"memory_allocation\"" ||
        key == "\"marker_api\"")
      return std::nullopt;
    records += list.children.size();
  }
  return records;
}

std::optional<std::uint64_t> records_of(const JsonTree& process) {
  std::uint64_t records = 0;
  for (std::size_t i = 0; i < process.children.size(); ++i) {
    const std::string& key = process.keys[i];
    if (key != "\"buffer_records\"" && key != "\"callback_records\"") continue;
    if (process.children[i].kind != Kind::Object) continue;
    const auto own = records_in(process.children[i]);
    if (!own) return std::nullopt;
    records += *own;
  }
  return records;
}

/// Text with a backslash may be a key that the reader unescapes.
std::optional<std::uint64_t> count_records(std::string_view text) {
  const auto tree = parse_json_tree(text);
  if (!tree || tree->kind != Kind::Object || text.find('\\') != std::string_view::npos)
    return std::nullopt;
  std::uint64_t records = 0;
  for (std::size_t i = 0; i < tree->children.size(); ++i) {
    if (tree->keys[i] != "\"rocprofiler-sdk-tool\"") continue;
    const JsonTree& processes = tree->children[i];
    const auto add = [&records](const JsonTree& process) {
      const auto own = process.kind == Kind::Object ? records_of(process) : 0;
      records += own.value_or(0);
      return own.has_value();
    };
    if (processes.kind == Kind::Object && !add(processes)) return std::nullopt;
    if (processes.kind != Kind::List) continue;
    for (const JsonTree& process : processes.children) {
      if (!add(process)) return std::nullopt;
    }
  }
  return records;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const auto trace = check_file("run.json", input);
  if (!trace || trace->snapshot->info.format != "rocprofv3-json") return 0;
  const auto records = count_records(input);
  if (!records) return 0;
  const Snapshot& snapshot = *trace->snapshot;
  demand(snapshot.counts.total == *records, "every record is kept or listed",
         fmt::format("{} records in the file, {} kept or listed", *records, snapshot.counts.total));
  return 0;
}

namespace lanescope {

std::string fuzz_input(std::mt19937_64& random) {
  const auto sample = below(random, 8) == 0 ? file_sample(random, "_result.json") : std::nullopt;
  return mutated_json(sample ? *sample : rocprofv3_file(random), random);
}

}  // namespace lanescope
