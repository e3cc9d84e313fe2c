#include "core/base/files/log.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <ctime>
#include <fcntl.h>
#include <filesystem>
#include <mutex>
#include <system_error>
#include <unistd.h>

#include <fmt/format.h>
#include <sys/stat.h>

namespace lanescope {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 4> kNames{"error", "warning", "info", "debug"};
constexpr off_t kMostBytes = 256 << 10;       // of the file, and of the previous one
constexpr std::size_t kMostLineBytes = 4096;  // a path may be that long

std::mutex mutex;
std::string log_path;           // under mutex
std::atomic<int> log_file{-1};  // changed under mutex
std::atomic<LogLevel> log_most{LogLevel::Info};

int open_file(const std::string& path) {
  return ::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
}

std::string utc_now() {
  using std::chrono::milliseconds;
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const auto ms = std::chrono::duration_cast<milliseconds>(now).count();
  const std::time_t seconds = ms / 1000;
  std::tm parts{};
  ::gmtime_r(&seconds, &parts);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", parts.tm_year + 1900,
                     parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec,
                     ms % 1000);
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
  struct stat open {};
  struct stat named {};
  if (::fstat(log_file, &open) != 0 || open.st_size < kMostBytes) return;
  if (::stat(log_path.c_str(), &named) == 0 && named.st_ino == open.st_ino &&
      named.st_dev == open.st_dev)
    ::rename(log_path.c_str(), (log_path + ".old").c_str());
  const int fresh = open_file(log_path);
  if (fresh < 0) return;
  ::close(log_file.exchange(fresh));
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
  const int file = open_file(path);
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
  if (log_file >= 0) ::close(log_file.exchange(-1));
}

void log_line(LogLevel level, std::string_view text) {
  if (log_file < 0 || level > log_most) return;
  const std::string line =
      fmt::format("{} {} {}: {}\n", utc_now(), ::getpid(), log_level_name(level), one_line(text));
  const std::lock_guard lock(mutex);
  if (log_file < 0) return;
  make_room();
  // In one write, so that lines of several processes do not mix. A full disk is not reported here.
  if (::write(log_file, line.data(), line.size()) < 0) return;
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
  if (::write(file, line.data(), size) < 0) return;
}

}  // namespace lanescope
