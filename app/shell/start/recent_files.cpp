#include "app/shell/start/recent_files.h"

#include <ctime>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "core/base/time.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kDayS = 24 * 60 * 60;

std::optional<std::tm> local_time(std::int64_t seconds) {
  const auto time = static_cast<std::time_t>(seconds);
  std::tm local{};
  if (localtime_r(&time, &local) == nullptr) return std::nullopt;
  return local;
}

bool same_day(const std::tm& a, const std::tm& b) {
  return a.tm_year == b.tm_year && a.tm_yday == b.tm_yday;
}

}  // namespace

std::string opened_text(std::int64_t opened_s, std::int64_t now_s) {
  const auto opened = local_time(opened_s);
  const auto now = local_time(now_s);
  const auto yesterday = local_time(now_s - kDayS);
  if (opened_s <= 0 || !opened || !now || !yesterday) return {};
  const std::string clock = fmt::format("{}:{:02}", opened->tm_hour, opened->tm_min);
  if (same_day(*opened, *now)) return "today " + clock;
  if (same_day(*opened, *yesterday)) return "yesterday " + clock;
  return fmt::format("{:04}-{:02}-{:02}", opened->tm_year + 1900, opened->tm_mon + 1,
                     opened->tm_mday);
}

std::vector<RecentFact> read_recent(std::span<const RecentFile> files,
                                    const ThumbnailFolder& pictures, std::int64_t now_s) {
  std::vector<RecentFact> facts;
  for (const RecentFile& file : files) {
    RecentFact fact;
    std::error_code error;
    const auto bytes = fs::file_size(file.path, error);
    fact.is_there = !error;
    if (fact.is_there) {
      fact.size = format_bytes(static_cast<std::int64_t>(bytes));
      fact.picture = pictures.find(file.path);
    }
    fact.opened = opened_text(file.opened_s, now_s);
    facts.push_back(std::move(fact));
  }
  return facts;
}

}  // namespace lanescope
