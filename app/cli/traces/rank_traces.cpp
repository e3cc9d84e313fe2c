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
#include "core/base/files/trace_endings.h"
#include "core/ranks/rank_identity.h"
#include "core/readers/trace_folder.h"
#include "core/readers/trace_loader.h"

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
  const std::string name = fs::path(path).filename().string();
  return name.ends_with(".json.gz") || name.ends_with(".json.zst") ||
         name.find(".pt.trace.json") != std::string::npos;
}

/// Whether a file that is no trace stands for a rank by its name and content.
bool is_damaged_rank(const std::string& path, bool alike) {
  if (bytes_of_file(path) == std::uint64_t{0}) return true;
  return (alike || is_named_by_profilers(path)) && !is_whole_document(path);
}

/// What stands for a rank although it cannot be read.
class DamagedRanks {
 public:
  DamagedRanks(std::span<const RankTraceFolder> folders, const IsKnownRank& is_known)
      : is_known_(is_known) {
    for (const RankTraceFolder& folder : folders) {
      for (const NamedTrace& trace : folder.list.traces)
        names_.insert(name_without_numbers(trace.path));
    }
  }

  /// Moves them from `others` to `traces`.
  void take(RankTraceFolder& folder) const {
    const std::vector<std::string> named = traces_in_folder(folder.path);
    const std::set<std::string> candidates(named.begin(), named.end());
    std::erase_if(folder.list.others, [&](const std::pair<NamedTrace, Error>& other) {
      const NamedTrace& file = other.first;
      const bool is_rank = candidates.contains(file.path) && is_one(file.path, folder.prefix);
      if (is_rank) folder.list.traces.push_back({file.path, "", file.rank});
      return is_rank;
    });
  }

 private:
  [[nodiscard]] bool is_one(const std::string& path, const std::string& prefix) const {
    return (is_known_ && is_known_(path, prefix)) ||
           is_damaged_rank(path, names_.contains(name_without_numbers(path)));
  }

  const IsKnownRank& is_known_;
  std::set<std::string> names_;  // of the run's traces, whose folders may have one each
};

}  // namespace

Result<RankTraces> list_rank_traces(const std::string& path, const IsKnownRank& is_known) {
  RunFolders of_run;
  std::error_code unknown;
  if (fs::is_directory(path, unknown))
    of_run = find_run_folders(path, [](const auto& one) { return !traces_in_folder(one).empty(); });
  RankTraces out;
  for (const auto& [lost, why] : of_run.lost)
    out.lost.emplace_back(lost, Error{Error::Kind::Unreadable, why});
  if (of_run.folders.empty()) of_run.folders = {path};
  for (const std::string& folder : of_run.folders) {
    auto list = list_traces(folder);
    if (list.ok()) {
      out.folders.push_back({folder, subfolder_prefix(path, folder), std::move(list).value()});
    } else if (out.lost.empty() || out.lost.front().first != folder) {
      out.lost.emplace_back(folder, list.error());
    }
  }
  if (out.folders.empty() && out.lost.size() == 1 && out.lost.front().first == path)
    return out.lost.front().second;
  const DamagedRanks damaged(out.folders, is_known);
  for (RankTraceFolder& folder : out.folders) damaged.take(folder);
  return out;
}

std::optional<Error> reason_against_rank(const std::string& path, bool alike) {
  const auto head = read_trace_head(path);
  if (head.ok() || head.error().kind != Error::Kind::WrongFormat || is_damaged_rank(path, alike))
    return std::nullopt;
  return head.error();
}

std::string summary_stem(const std::string& trace, const std::string& prefix) {
  return prefix + trace_stem(fs::path(trace).filename().string());
}

}  // namespace lanescope
