#include "core/ranks/rank_words.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "core/base/text/ascii_case.h"

namespace lanescope {

std::string doubtful_rank_title(const std::string& path, bool name_is_shared) {
  const std::filesystem::path file(path);
  if (!name_is_shared) return file.filename().string();
  return (file.parent_path().filename() / file.filename()).string();
}

std::string unknown_rank_title(const RunRanks& ranks, std::span<const std::string> files,
                               std::int64_t rank) {
  const auto own = std::ranges::find_if(ranks.traces, [&](const RankIdentity& one) {
    return one.rank == rank && one.source == RankSource::FileOrder;
  });
  if (own == ranks.traces.end()) return "";
  const auto name = [](const std::string& file) { return std::filesystem::path(file).filename(); };
  const std::string& file = files[static_cast<std::size_t>(own - ranks.traces.begin())];
  return doubtful_rank_title(file, std::ranges::count_if(files, [&](const auto& one) {
                                     return name(one) == name(file);
                                   }) > 1);
}

std::string rank_name(std::int64_t rank, const RankTitle& title_of) {
  const std::string title = title_of ? title_of(rank) : "";
  return title.empty() ? fmt::format("rank {}", rank) : title;
}

std::string first_rank_name(std::int64_t rank, const RankTitle& title_of) {
  const std::string title = title_of ? title_of(rank) : "";
  return title.empty() ? fmt::format("Rank {}", rank) : title;
}

std::string rank_names(std::span<const std::int64_t> ranks, const RankTitle& title_of) {
  constexpr std::size_t kMostNamed = 4;
  const std::span<const std::int64_t> named = ranks.first(std::min(ranks.size(), kMostNamed));
  const auto has_title = [&](std::int64_t rank) { return title_of && !title_of(rank).empty(); };
  const bool by_titles = std::ranges::all_of(named, has_title);
  std::string text = by_titles ? "" : "ranks ";
  for (std::size_t i = 0; i < named.size(); ++i) {
    const bool ends = i + 1 == ranks.size();
    text += i == 0 ? "" : ends ? " and " : ", ";
    text += by_titles ? title_of(named[i]) : std::to_string(named[i]);
  }
  if (ranks.size() > named.size()) text += fmt::format(" and {} more", ranks.size() - named.size());
  return text;
}

std::string as_sentence(const std::string& text) {
  const bool is_file = text.substr(0, text.find(' ')).find('.') != std::string::npos;
  return is_file ? text : capitalized(text);
}

std::string unknown_ranks_sentence(const RunRanks& ranks) {
  const auto unknown =
      std::ranges::count(ranks.traces, RankSource::FileOrder, &RankIdentity::source);
  if (unknown == 0) return "";
  return unknown == 1 ? "Nothing tells the rank of one trace, so it is called by its file."
                      : fmt::format(
                            "Nothing tells the ranks of {} traces, so they are called by "
                            "their files.",
                            unknown);
}

std::string unrelated_sentence(const RunRanks& ranks, bool recorded_far_apart) {
  if (ranks.is_one_run() && !recorded_far_apart) return "";
  std::string why = "Nothing in these traces tells their ranks";
  if (ranks.is_one_run()) why = "These traces were recorded far apart in time";
  if (!ranks.duplicates.empty()) {
    why = fmt::format("Several of these traces are from rank {}", ranks.duplicates.front());
  } else if (ranks.world_sizes_differ) {
    why = "These traces are from runs of different sizes";
  } else if (ranks.backends_differ) {
    why = "These traces are from runs with different communication backends";
  } else if (ranks.recorded_apart) {
    why = "These traces have different names and were not recorded at the same time";
  }
  return why + ", so they may not be ranks of one run.";
}

}  // namespace lanescope
