#include "app/shell/record_wish.h"

#include <algorithm>
#include <charconv>
#include <ctime>
#include <filesystem>
#include <optional>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "core/base/command_words.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

Error invalid(std::string_view field, std::string_view why) {
  return {Error::Kind::Invalid, fmt::format("{}: {}", field, why)};
}

/// Seconds, or a number with "s", "min" or "h" behind it.
std::optional<std::int64_t> duration_ns(std::string text) {
  std::erase(text, ' ');
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  double seconds = 1;
  if (unit == "min" || unit == "m") {
    seconds = 60;
  } else if (unit == "h") {
    seconds = 3600;
  } else if (!unit.empty() && unit != "s") {
    return std::nullopt;
  }
  constexpr double kMost = 1e6;
  if (error != std::errc{} || !(value > 0) || value * seconds > kMost) return std::nullopt;
  return static_cast<std::int64_t>(value * seconds * 1e9);
}

std::optional<Error> take_duration(std::string_view field, const std::string& text,
                                   std::int64_t& out) {
  if (text.empty()) return std::nullopt;
  const auto parsed = duration_ns(text);
  if (!parsed) return invalid(field, "\"" + text + "\" is no time; write 30, 2 min or 1 h");
  out = *parsed;
  return std::nullopt;
}

}  // namespace

Result<CaptureOptions> capture_options(const RecordWish& wish) {
  CaptureOptions options;
  auto line = parse_command_line(wish.command);
  if (!line.ok()) return invalid("Command", line.error().message);
  if (line.value().command.empty()) return invalid("Command", "what is to be started?");
  auto extra = parse_command_line(wish.environment);
  if (!extra.ok()) return invalid("Environment", extra.error().message);
  if (!extra.value().command.empty())
    return invalid("Environment",
                   "\"" + extra.value().command.front() + "\" is no variable; write KEY=VALUE");
  options.command = std::move(line.value().command);
  options.environment = std::move(extra.value().environment);
  for (auto& variable : line.value().environment) options.environment.push_back(variable);
  options.folder = wish.folder;
  options.own_group = true;
  options.level = wish.level;
  options.stacks = wish.stacks;
  options.shapes = wish.shapes;
  options.file = wish.file;
  if (auto error = take_duration("Stop after", wish.duration, options.duration_ns)) return *error;
  if (auto error = take_duration("Keep the last", wish.keep_last, options.keep_last_ns))
    return *error;
  if (options.file.empty()) return invalid("Save to", "where is the recording to be kept?");
  return options;
}

std::string recording_name(const std::string& command) {
  const auto line = parse_command_line(command);
  if (!line.ok() || line.value().command.empty()) return "recording";
  const std::vector<std::string>& words = line.value().command;
  const std::string program = fs::path(words.front()).filename().string();
  const bool runs_scripts = program.starts_with("python") || program == "torchrun";
  for (std::size_t i = 1; runs_scripts && i < words.size(); ++i) {
    if (words[i].ends_with(".py")) return fs::path(words[i]).filename().string();
    if (words[i] == "-m" && i + 1 < words.size()) return words[i + 1];
  }
  return program.empty() ? "recording" : program;
}

std::string recording_file(const std::string& folder, const std::string& command,
                           std::int64_t now_s) {
  const std::time_t time = now_s;
  std::tm local{};
  localtime_r(&time, &local);
  std::string name = recording_name(command);
  std::ranges::replace(name, '/', '-');
  return (fs::path(folder) / fmt::format("{}-{:%Y%m%d-%H%M%S}.lanes", name, local)).string();
}

}  // namespace lanescope
