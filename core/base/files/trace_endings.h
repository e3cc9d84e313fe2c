// The extensions of files that can be opened, in one list for folders, dialogs and messages.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace lanescope {

/// Only a guess: the actual format is recognized by content (core/readers/sniff.h). In the order in
/// which messages list them; a longer extension comes after the one that it extends.
inline constexpr std::array<std::string_view, 11> kTraceEndings{
    ".json",           ".json.gz", ".json.zst", ".pickle", ".xplane.pb", ".pftrace",
    ".perfetto-trace", ".sqlite",  ".rpd",      ".db",     ".lanes"};

/// Profiles that can be opened too, and reports that nsys exports. Next to traces, such files are
/// made from them or the other way round, and they are not ranks: of these, only reports without
/// such traces count as a folder's traces.
inline constexpr std::array<std::string_view, 7> kProfileEndings{
    ".speedscope.json", ".pb", ".folded", ".collapsed", ".perf", ".nsys-rep", ".qdrep"};

/// Of the summary of a rank, which stands for its trace: see core/ranks/summary.
inline constexpr std::string_view kSummaryEnding = ".rank";
/// Beside summaries: the names by which later runs are compared with them. No trace, despite its
/// ending.
inline constexpr std::string_view kBaselinesFile = "baselines.json";

/// The name of a trace without them: "run.pt.trace" for "run.pt.trace.json.gz".
inline std::string trace_stem(std::string name) {
  const auto cut = [&](std::string_view ending) {
    if (name.size() > ending.size() && name.ends_with(ending))
      name.resize(name.size() - ending.size());
  };
  for (const std::string_view packed : {".gz", ".zst"}) cut(packed);
  cut(".xplane.pb");  // before ".pb", which it ends with
  for (const std::string_view ending : kProfileEndings) cut(ending);
  for (const std::string_view ending : kTraceEndings) cut(ending);
  return name;
}

}  // namespace lanescope
