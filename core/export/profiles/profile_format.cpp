#include "core/export/profiles/profile_format.h"

#include <algorithm>
#include <utility>

#include "core/base/text/ascii_case.h"

namespace lanescope {
namespace {

// The longer one first.
constexpr std::array<std::pair<std::string_view, TraceFormat>, 7> kEndings{
    {{".speedscope.json", TraceFormat::Speedscope},
     {".json", TraceFormat::Kineto},
     {".pb", TraceFormat::Pprof},
     {".collapsed", TraceFormat::Collapsed},
     {".folded", TraceFormat::Collapsed},
     {".pftrace", TraceFormat::Perfetto},
     {".perfetto-trace", TraceFormat::Perfetto}}};

}  // namespace

std::optional<TraceFormat> trace_format_of(std::string_view name) {
  const auto at = std::ranges::find(kTraceFormatNames, name);
  if (at == kTraceFormatNames.end()) return std::nullopt;
  return static_cast<TraceFormat>(at - kTraceFormatNames.begin());
}

std::optional<TraceFormat> format_of_file(std::string_view path) {
  constexpr std::string_view kPacked = ".gz";
  if (ends_ignoring_case(path, kPacked)) path.remove_suffix(kPacked.size());
  for (const auto& [ending, format] : kEndings) {
    if (ends_ignoring_case(path, ending)) return format;
  }
  return std::nullopt;
}

}  // namespace lanescope
