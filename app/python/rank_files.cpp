#include "app/python/rank_files.h"

#include <algorithm>
#include <filesystem>

#include "app/cli/info/summary.h"
#include "app/cli/traces/rank_traces.h"
#include "app/cli/traces/summarized_trace.h"
#include "app/python/fault.h"
#include "core/base/files/replace_file.h"
#include "core/ranks/rank_identity.h"
#include "core/ranks/summary/summary_file.h"

namespace lanescope {

RankFiles list_rank_files(const std::string& folder, const std::string& out,
                          const std::vector<std::string>& known) {
  const auto is_known = [&](const std::string& trace, const std::string& prefix) {
    const std::string name = summary_stem(trace, prefix) + std::string(kSummaryEnding);
    if (!out.empty()) return is_summary((std::filesystem::path(out) / name).string());
    return std::ranges::find(known, name) != known.end();
  };
  const auto found = list_rank_traces(folder, is_known);
  if (!found.ok()) fail(folder, found.error().message);
  RankFiles files;
  for (const RankTraceFolder& one : found.value().folders) {
    for (const NamedTrace& trace : one.list.traces)
      files.traces.push_back({trace.path, summary_stem(trace.path, one.prefix)});
    for (const auto& [other, why] : one.list.others)
      files.left_out.emplace_back(other.path, why.message);
  }
  for (const auto& [path, why] : found.value().lost) files.lost.emplace_back(path, why.message);
  return files;
}

std::string why_no_rank(const std::string& path, bool alike) {
  const auto why = reason_against_rank(path, alike);
  return why ? why->message : "";
}

std::optional<std::int64_t> rank_by_name(const std::string& path) {
  const std::vector<RankClaim> claims{{path, {}, {}}};
  const RankIdentity rank = identify_ranks(claims).traces.front();
  return rank.source == RankSource::FileOrder ? std::nullopt : std::optional(rank.rank);
}

std::string write_rank_file(const std::string& trace, const std::string& output,
                            const std::string& named) {
  const std::string& name = named.empty() ? trace : named;
  if (is_summary(trace)) fail(name, "is a summary already; name the trace that it is of");
  const auto made = summarized_trace(trace, named);
  if (!made.ok()) fail(name, made.error().message);
  if (const auto problem = write_summary(output, made.value().summary, rights_of_source(trace)))
    fail(output, "cannot be written: " + problem->message);
  return made.value().summary.failure;
}

std::string rank_file_document(const std::string& path) {
  const auto summary = read_summary(path);
  if (!summary.ok()) fail(path, summary.error().message);
  return document_text(summary_json(summary.value(), path));
}

}  // namespace lanescope
