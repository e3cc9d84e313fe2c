#include "core/ranks/rank_words.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "core/base/text/ascii_case.h"

namespace lanescope {
namespace {

/// The numbers of a list such as "0, 3 and 5", with what is between them.
struct NumberList {
  std::string titles;   // with titles in place of the numbers
  std::size_t end = 0;  // behind the last number
};

/// Of the list at `at`; nullopt if one of its numbers has no title.
std::optional<NumberList> titled_list(std::string_view text, std::size_t at,
                                      const RankTitle& title_of) {
  NumberList out;
  for (;;) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), number);
    const std::string title = error == std::errc() ? title_of(number) : "";
    if (title.empty()) return std::nullopt;
    out.titles += title;
    out.end = static_cast<std::size_t>(end - text.data());
    std::string_view between;
    for (const std::string_view one : {", ", " and "}) {
      if (text.substr(out.end).starts_with(one)) between = one;
    }
    at = out.end + between.size();
    if (between.empty() || at == text.size() || !is_digit(text[at])) return out;
    out.titles += between;
  }
}

}  // namespace

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

std::string with_rank_titles(const std::string& text, const RankTitle& title_of) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view rest = std::string_view(text).substr(at);
    const bool begins = at == 0 || text[at - 1] == ' ';
    std::size_t word = 0;
    for (const std::string_view one : {"rank ", "Rank ", "ranks ", "Ranks "}) {
      if (begins && rest.starts_with(one)) word = one.size();
    }
    const auto list = word != 0 && at + word < text.size() && is_digit(text[at + word])
                          ? titled_list(text, at + word, title_of)
                          : std::nullopt;
    if (list)
      out += list->titles;
    else
      out += text[at];
    at = list ? list->end : at + 1;
  }
  return out;
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
