#include "core/ranks/rank_identity.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/text/ascii_case.h"

namespace lanescope {
namespace {

constexpr std::array<std::string_view, 4> kSourceNames = {"distributed_info", "collective",
                                                          "file_name", "file_order"};

std::string lower_case(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = lanescope::lower_case(c);
  return out;
}

std::optional<std::int64_t> number_at(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool found = error == std::errc() && end != text.data() && is_digit(text.front());
  return found && number <= kMostRank ? std::optional(number) : std::nullopt;
}

/// The number after a word, optionally separated by "-", "_", "." or a space.
std::optional<std::int64_t> number_behind(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    std::string_view rest = text.substr(at + word.size());
    if (!rest.empty() && std::string_view("-_. ").find(rest.front()) != std::string_view::npos) {
      rest.remove_prefix(1);
    }
    if (const auto number = rest.empty() ? std::nullopt : number_at(rest)) return number;
  }
  return std::nullopt;
}

std::optional<std::int64_t> number_behind_a_word(std::string_view text) {
  const auto rank = number_behind(text, "rank");
  return rank ? rank : number_behind(text, "worker");
}

/// "run_3" of "run_3.pt.trace.json.gz", and of its summary, "run_3.rank".
std::string_view stem_of(std::string_view file) {
  for (const std::string_view end : {".rank", ".gz", ".zst", ".json", ".trace", ".pt"}) {
    if (file.ends_with(end)) file.remove_suffix(end.size());
  }
  return file;
}

std::optional<std::int64_t> number_at_end(std::string_view stem) {
  if (stem.starts_with("libkineto_activities")) return std::nullopt;
  std::size_t begin = stem.size();
  while (begin > 0 && is_digit(stem[begin - 1])) --begin;
  if (begin == stem.size() || begin == 0) return std::nullopt;
  const char before = stem[begin - 1];
  return before == '_' || before == '-' ? number_at(stem.substr(begin)) : std::nullopt;
}

std::optional<std::int64_t> named_by_word(const std::filesystem::path& whole) {
  if (const auto number = number_behind_a_word(lower_case(whole.filename().string())))
    return number;
  return number_behind_a_word(lower_case(whole.parent_path().filename().string()));
}

/// Whether numbers at the ends of names are those of ranks: the names are otherwise alike.
bool number_ranks(std::span<const RankClaim> claims) {
  std::set<std::string> names;
  for (const RankClaim& claim : claims) {
    if (claim.rank || rank_naming(claim.file) == NamedRank::ByNumber)
      names.insert(name_without_numbers(claim.file));
  }
  return names.size() < 2;
}

/// Hosts name their files differently too, but record at the same time.
bool were_recorded_apart(std::span<const RankClaim> claims) {
  struct Times {
    Ns first_end_ns = kMaxNs, last_begin_ns = kMinNs;
  };
  std::map<std::string, Times> of_name;
  for (const RankClaim& claim : claims) {
    if (!claim.unix_time) continue;
    Times& times = of_name[name_without_numbers(claim.file)];
    times.first_end_ns = std::min(times.first_end_ns, claim.unix_time->end_ns);
    times.last_begin_ns = std::max(times.last_begin_ns, claim.unix_time->begin_ns);
  }
  for (const auto& [name, times] : of_name) {
    for (const auto& [other_name, other] : of_name) {
      if (name != other_name && times.first_end_ns <= other.last_begin_ns) return true;
    }
  }
  return false;
}

/// What the traces say of the run as a whole.
void compare_statements(std::span<const RankClaim> claims, RunRanks& out) {
  std::set<std::int64_t> world_sizes;
  std::set<std::string_view> backends;
  for (const RankClaim& claim : claims) {
    if (claim.world_size) world_sizes.insert(*claim.world_size);
    if (!claim.backend.empty()) backends.insert(claim.backend);
  }
  if (!world_sizes.empty()) out.world_size = *world_sizes.rbegin();
  out.world_sizes_differ = world_sizes.size() > 1;
  out.backends_differ = backends.size() > 1;
  out.recorded_apart = were_recorded_apart(claims);
}

/// Finds the ranks below the world size or the largest rank that are not present.
void find_missing(const std::set<std::int64_t>& present, RunRanks& out) {
  const std::int64_t end = std::max(out.world_size.value_or(0), *present.rbegin() + 1);
  out.missing_count = static_cast<std::size_t>(end) - present.size();
  for (std::int64_t rank = 0; rank < end && out.missing.size() < kMostMissingRanks; ++rank) {
    if (!present.contains(rank)) out.missing.push_back(rank);
  }
}

std::string listed(const std::vector<std::int64_t>& ranks, std::size_t count) {
  constexpr std::size_t kMostNamed = 8;
  const std::size_t named = std::min(ranks.size(), kMostNamed);
  const auto begin = ranks.begin();
  std::string text =
      fmt::format("{} {}", count == 1 ? "rank" : "ranks",
                  fmt::join(begin, begin + static_cast<std::ptrdiff_t>(named), ", "));
  if (count > named) text += fmt::format(" and {} more", count - named);
  return text;
}

}  // namespace

std::string name_without_numbers(const std::string& path) {
  const std::string name = lower_case(std::filesystem::path(path).filename().string());
  std::string out;
  for (const char c : stem_of(name)) {
    if (!is_digit(c)) {
      out += c;
    } else if (out.empty() || out.back() != '#') {
      out += '#';
    }
  }
  return out;
}

std::string_view rank_source_name(RankSource source) {
  return kSourceNames[static_cast<std::size_t>(source)];
}

std::optional<std::int64_t> rank_in_file_name(std::string_view path) {
  const std::filesystem::path whole(path);
  if (const auto number = named_by_word(whole)) return number;
  return number_at_end(stem_of(lower_case(whole.filename().string())));
}

NamedRank rank_naming(std::string_view path) {
  if (named_by_word(std::filesystem::path(path))) return NamedRank::ByWord;
  return rank_in_file_name(path) ? NamedRank::ByNumber : NamedRank::None;
}

bool RunRanks::is_doubtful(std::size_t trace) const {
  const RankIdentity& identity = traces[trace];
  return identity.source == RankSource::FileOrder ||
         (recorded_apart && identity.source == RankSource::FileName) ||
         std::ranges::binary_search(duplicates, identity.rank);
}

bool RunRanks::is_one_run() const {
  const auto unknown = [](const RankIdentity& one) { return one.source == RankSource::FileOrder; };
  return duplicates.empty() && !world_sizes_differ && !backends_differ && !recorded_apart &&
         std::ranges::none_of(traces, unknown);
}

RunRanks identify_ranks(std::span<const RankClaim> claims) {
  RunRanks out;
  out.traces.resize(claims.size());
  std::map<std::int64_t, std::size_t> traces_of;
  std::vector<std::size_t> unknown;
  compare_statements(claims, out);
  const bool numbers_tell = number_ranks(claims);
  for (std::size_t i = 0; i < claims.size(); ++i) {
    const RankClaim& claim = claims[i];
    const bool told = numbers_tell || rank_naming(claim.file) == NamedRank::ByWord;
    const auto named = claim.rank ? claim.rank
                       : told     ? rank_in_file_name(claim.file)
                                  : std::nullopt;
    if (!named) {
      unknown.push_back(i);
      continue;
    }
    out.traces[i] = {*named, claim.rank ? claim.source : RankSource::FileName};
    ++traces_of[*named];
  }
  std::int64_t next = 0;
  for (const std::size_t i : unknown) {
    while (traces_of.contains(next)) ++next;
    out.traces[i].rank = next;
    ++traces_of[next];
  }
  std::set<std::int64_t> present;
  for (const auto& [rank, traces] : traces_of) {
    present.insert(rank);
    if (traces > 1) out.duplicates.push_back(rank);
  }
  if (!present.empty()) find_missing(present, out);
  return out;
}

std::string rank_problems(const RunRanks& ranks) {
  std::string text;
  if (ranks.missing_count != 0) {
    text = fmt::format("{} of the run {} no trace", listed(ranks.missing, ranks.missing_count),
                       ranks.missing_count == 1 ? "has" : "have");
  }
  if (!ranks.duplicates.empty()) {
    text += fmt::format("{}several traces belong to {}", text.empty() ? "" : "; ",
                        listed(ranks.duplicates, ranks.duplicates.size()));
  }
  return text;
}

}  // namespace lanescope
