// Whatever the recording, and whatever parts of it lie beside it: all verbs take it as they take a
// trace, nothing that happened is lost in silence, and nothing that lacks its end is called
// complete. The input is a parcel (parcel.h) of "run.lanes", its parts, and "options".
#include <algorithm>
#include <array>

#include "tests/fuzz/checks/trace_checks.h"
#include "tests/fuzz/checks/verb_checks.h"
#include "tests/fuzz/checks/work_folder.h"
#include "tests/fuzz/engine/fuzz_target.h"
#include "tests/fuzz/engine/parcel.h"
#include "tests/fuzz/recordings/recording_chunks.h"
#include "tests/fuzz/recordings/recording_maker.h"
#include "tests/fuzz/recordings/recording_mutator.h"

namespace lanescope {
namespace {

using Json = nlohmann::json;

constexpr const char* kFile = "run.lanes";

std::string part_name(std::size_t number) {
  const std::string digits = std::to_string(number);
  return std::string(kFile) + ".part" +
         std::string(6 - std::min<std::size_t>(6, digits.size()), '0') + digits;
}

std::int64_t sum_of(const Json& counts, std::initializer_list<const char*> names) {
  std::int64_t sum = 0;
  for (const char* const name : names) sum += counts.value(name, std::int64_t{0});
  return sum;
}

std::int64_t issues_of(const Json& info, std::string_view kind) {
  std::int64_t count = 0;
  for (const Json& issue : info["report"]["issues"])
    if (issue["kind"] == kind) count += issue["count"].get<std::int64_t>();
  return count;
}

/// Of a file that is whole: each record that says that something happened is there, or listed.
void check_records(const VerbRun& info, const RecordedCounts& counts) {
  const Json document = document_of(info);
  const Json& categories = document["events"]["by_cat"];
  const auto about = [&](const char* what, std::int64_t recorded, std::int64_t read) {
    return std::string(what) + ": recorded " + std::to_string(recorded) + ", read " +
           std::to_string(read);
  };
  const std::int64_t work = sum_of(categories, {"kernel", "gpu_memcpy", "gpu_memset"}) +
                            issues_of(document, "kernel_without_time");
  const std::int64_t calls = sum_of(categories, {"cuda_runtime", "cuda_driver"});
  const std::int64_t ranges = sum_of(categories, {"user_annotation", "cpu_op"});
  demand_of(info, work >= counts.gpu_work, "all GPU work that was recorded is read or listed",
            about("GPU work", counts.gpu_work, work));
  demand_of(info, calls == counts.calls, "all calls that were recorded are read",
            about("calls", counts.calls, calls));
  demand_of(info, ranges == counts.ranges, "all ranges that were recorded are read",
            about("ranges", counts.ranges, ranges));
}

/// Nothing that lacks something passes for whole.
void check_lack(const VerbRun& info) {
  if (info.code != 0) return;
  const Json document = document_of(info);
  demand_of(info, !document["complete"].get<bool>() || !document["report"]["issues"].empty(),
            "what lacks something does not pass for complete");
}

}  // namespace
}  // namespace lanescope

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lanescope;
  const Parcel parcel({reinterpret_cast<const char*>(data), size}, kFile);
  enter_work_folder();
  std::string whole;
  bool has_parts = false;
  for (const auto& [name, content] : parcel.inputs()) {
    write_work_file(name, content);
    if (name == kFile) whole = content;
    has_parts |= name != kFile;
  }
  const VerbRun info = checked_run({"info", kFile, "--json"});
  if (parcel.option("lacks", "") == "something") check_lack(info);
  const auto chunks = chunks_of(whole, true);
  if (info.code == 0 && !has_parts && chunks) check_records(info, count_records(*chunks));
  TraceCheckOptions options;
  options.counts_events = false;
  const std::string checks = parcel.option("checks", "report events compare convert");
  for (const char* const check : {"report", "events", "compare", "convert"})
    if (checks.find(check) != std::string::npos) options.checks.emplace_back(check);
  const std::string tab = parcel.option("tab", "overview");
  if (!tab.empty()) options.tabs.push_back(tab);
  check_trace(kFile, options);
  return 0;
}

namespace lanescope {
namespace {

/// As "keep the last" leaves it when its recorder is killed: chunks in parts, none with a header.
/// Sometimes one of them is missing, empty or cut.
Parcel in_parts(const std::string& header, std::vector<RecordingChunk> chunks,
                std::mt19937_64& random) {
  Parcel parcel;
  const bool has_end = below(random, 4) == 0;
  if (!has_end && !chunks.empty()) chunks.pop_back();
  std::vector<std::string> parts(2 + below(random, 4));
  for (std::size_t i = 0; i < chunks.size(); ++i)
    parts[i * parts.size() / chunks.size()] += bytes_of({chunks[i]});
  const std::size_t harmed = 1 + below(random, parts.size() - 1);
  const std::size_t harm = below(random, 4);
  if (harm == 1) parts[harmed].resize(below(random, parts[harmed].size() + 1));
  if (harm == 2) damage_bytes(parts[harmed], random);
  parcel.add(kFile, header + parts.front());
  for (std::size_t i = 1; i < parts.size(); ++i) {
    if (harm != 3 || i != harmed) parcel.add(part_name(i + below(random, 2)), parts[i]);
  }
  return parcel;
}

std::string options_text(std::mt19937_64& random, bool lacks) {
  constexpr std::array<std::string_view, 5> kChecks = {"report", "events", "compare", "convert",
                                                       "report convert"};
  constexpr std::array<std::string_view, 6> kTabs = {"",      "", "", "overview", "load report",
                                                     "memory"};
  return "checks " + std::string(kChecks[below(random, kChecks.size())]) + "\ntab " +
         std::string(kTabs[below(random, kTabs.size())]) + "\nlacks " +
         (lacks ? "something" : "nothing that is known") + "\n";
}

}  // namespace

std::string fuzz_input(std::mt19937_64& random) {
  std::string bytes = made_recording(random);
  const std::string header = bytes.substr(0, sizeof(wire::FileHeader));
  std::vector<RecordingChunk> chunks = *chunks_of(bytes, true);
  const std::vector<RecordingChunk> other = *chunks_of(made_recording(random), true);
  Parcel parcel;
  bool lacks = false;
  switch (below(random, 6)) {
    case 0:  // cut
      lacks = true;
      parcel.add(kFile, bytes.substr(0, sizeof(wire::FileHeader) +
                                            below(random, bytes.size() - header.size())));
      break;
    case 1:
      for (std::size_t times = 1 + below(random, 4); times > 0; --times)
        damage_bytes(bytes, random);
      parcel.add(kFile, bytes);
      break;
    case 2:
      parcel = in_parts(header, chunks, random);
      break;
    default:
      for (std::size_t times = below(random, 6); times > 0; --times)
        mutate_chunks(chunks, other, random);
      parcel.add(kFile, header + bytes_of(chunks));
  }
  parcel.add("options", options_text(random, lacks));
  return parcel.bytes();
}

}  // namespace lanescope
