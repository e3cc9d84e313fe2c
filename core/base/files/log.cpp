#include "core/base/files/log.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <mutex>
#include <system_error>

#include <fmt/format.h>

#include "core/base/files/system_file.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 4> kNames{"error", "warning", "info", "debug"};
constexpr std::uint64_t kMostBytes = 256 << 10;  // of the file, and of the previous one
constexpr std::size_t kMostLineBytes = 4096;     // a path may be that long

std::mutex mutex;
std::string log_path;           // under mutex
std::atomic<int> log_file{-1};  // changed under mutex
std::atomic<LogLevel> log_most{LogLevel::Info};

std::string utc_now() {
  using std::chrono::floor;
  const auto now = floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
  const auto day = floor<std::chrono::days>(now);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss time(now - day);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     time.hours().count(), time.minutes().count(), time.seconds().count(),
                     time.subseconds().count());
}

/// A name with a line end in it must not create a new line or move a terminal's cursor.
std::string one_line(std::string_view text) {
  std::string line(text.substr(0, kMostLineBytes));
  for (std::size_t i = 0; i < line.size(); ++i) {
    const auto byte = static_cast<unsigned char>(line[i]);
    const bool c1 = byte == 0xC2U && i + 1 < line.size() &&
                    static_cast<unsigned char>(line[i + 1]) < 0xA0U;  // U+0080 to U+009F
    if (byte < 0x20U || byte == 0x7FU) line[i] = ' ';
    if (c1) line[i] = line[i + 1] = ' ';
  }
  return line;
}

/// Another process may have renamed the file already: then the path refers to a new file.
void make_room() {
  const auto open = facts_of(log_file);
  if (!open || open->bytes < kMostBytes) return;
  const auto named = facts_of(log_path);
  if (named && named->number == open->number && named->volume == open->volume)
    rename_over(log_path, log_path + ".old");
  const int fresh = open_to_append(log_path);
  if (fresh < 0) return;
  close_file(log_file.exchange(fresh));
}

}  // namespace

std::string_view log_level_name(LogLevel level) {
  return kNames.at(static_cast<std::size_t>(level));
}

std::optional<LogLevel> find_log_level(std::string_view name) {
  const auto found = std::ranges::find(kNames, name);
  if (found == kNames.end()) return std::nullopt;
  return static_cast<LogLevel>(found - kNames.begin());
}

std::optional<Error> open_log(const std::string& path, LogLevel most) {
  close_log();
  const std::lock_guard lock(mutex);
  std::error_code ignored;  // opening the file reports it
  fs::create_directories(fs::path(path).parent_path(), ignored);
  const int file = open_to_append(path);
  if (file < 0)
    return Error{Error::Kind::Unreadable,
                 "cannot be written: " + std::generic_category().message(errno)};
  log_path = path;
  log_most = most;
  log_file = file;
  return std::nullopt;
}

void close_log() {
  const std::lock_guard lock(mutex);
  if (log_file >= 0) close_file(log_file.exchange(-1));
}

void log_line(LogLevel level, std::string_view text) {
  if (log_file < 0 || level > log_most) return;
  const std::string line = fmt::format("{} {} {}: {}\n", utc_now(), process_number(),
                                       log_level_name(level), one_line(text));
  const std::lock_guard lock(mutex);
  if (log_file < 0) return;
  make_room();
  // In one write, so that lines of several processes do not mix. A full disk is not reported here.
  (void)write_all(log_file, line);
}

void log_from_signal(std::string_view text) {
  const int file = log_file;
  if (file < 0) return;
  std::array<char, 160> line{};
  std::size_t size = 0;
  const auto add = [&](std::string_view piece) {
    for (const char c : piece) {
      if (size + 1 < line.size()) line[size++] = c;
    }
  };
  // Formatting the time would need the C library, which may be what has failed.
  add("error: ");
  add(text);
  add("\n");
  (void)write_all(file, {line.data(), size});
}

}  // namespace lanescope
