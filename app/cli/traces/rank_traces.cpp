#include "app/cli/traces/rank_traces.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

#include "app/cli/output/json_output.h"
#include "core/base/bytes/byte_source.h"
#include "core/base/bytes/file_stamp.h"
#include "core/base/files/run_folders.h"
#include "core/ranks/rank_identity.h"
#include "core/readers/trace_folder.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

/// Whether the file is a JSON document from begin to end, which then is of something else. What is
/// larger than results and settings are is taken for one, too.
bool is_whole_document(const std::string& path) {
  constexpr std::size_t kMostBytes = std::size_t{16} << 20U;
  const auto source = open_byte_source(path);
  if (!source.ok()) return false;
  std::string text(kMostBytes, '\0');
  std::size_t size = 0;
  while (size < text.size()) {
    const std::size_t more = source.value()->read(std::span(text).subspan(size));
    if (more == 0) break;
    size += more;
  }
  if (size == kMostBytes) return true;
  text.resize(size);
  return source.value()->damage().empty() && Json::accept(text);
}

bool is_named_by_profilers(const std::string& path) {
  return path.ends_with(".json.gz") || path.ends_with(".json.zst") ||
         path.find(".pt.trace.json") != std::string::npos;
}

class DamagedRanks {
 public:
  DamagedRanks(const std::string& folder, const TraceList& list,
               const std::function<bool(const std::string&)>& is_known)
      : is_known_(is_known) {
    const std::vector<std::string> named = traces_in_folder(folder);
    candidates_ = {named.begin(), named.end()};
    for (const NamedTrace& trace : list.traces) names_.insert(name_without_numbers(trace.path));
  }

  [[nodiscard]] bool has(const std::string& path) const {
    if (!candidates_.contains(path)) return false;
    if (bytes_of_file(path) == std::uint64_t{0} || (is_known_ && is_known_(path))) return true;
    const bool is_named =
        is_named_by_profilers(path) || names_.contains(name_without_numbers(path));
    return is_named && !is_whole_document(path);
  }

 private:
  const std::function<bool(const std::string&)>& is_known_;
  std::set<std::string> candidates_;  // of the folder, by name
  std::set<std::string> names_;       // of its traces
};

/// Moves what stands for a rank from `others` to `traces`.
void take_damaged(const std::string& folder, TraceList& list,
                  const std::function<bool(const std::string&)>& is_known) {
  const DamagedRanks damaged(folder, list, is_known);
  std::erase_if(list.others, [&](const std::pair<NamedTrace, Error>& other) {
    const bool is_rank = damaged.has(other.first.path);
    if (is_rank) list.traces.push_back({other.first.path, "", other.first.rank});
    return is_rank;
  });
}

}  // namespace

Result<std::vector<RankTraceFolder>> list_rank_traces(
    const std::string& path, const std::function<bool(const std::string&)>& is_known) {
  std::vector<std::string> folders;
  std::error_code unknown;
  if (fs::is_directory(path, unknown))
    folders = folders_of_run(path, [](const auto& one) { return !traces_in_folder(one).empty(); });
  if (folders.empty()) folders = {path};
  std::vector<RankTraceFolder> out;
  for (const std::string& folder : folders) {
    auto list = list_traces(folder);
    if (!list.ok()) return list.error();
    take_damaged(folder, list.value(), is_known);
    out.push_back({subfolder_prefix(path, folder), std::move(list).value()});
  }
  return out;
}

}  // namespace lanescope
