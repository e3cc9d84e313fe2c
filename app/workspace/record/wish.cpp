#include "app/workspace/record/wish.h"

#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "capture/host/files/recording_name.h"
#include "capture/host/runner/launcher.h"
#include "core/base/text/command_words.h"
#include "core/base/text/duration_text.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

Error invalid(std::string_view field, std::string_view why) {
  return {Error::Kind::Invalid, fmt::format("{}: {}", field, why)};
}

std::optional<Error> take_duration(std::string_view field, const std::string& text,
                                   std::int64_t& out) {
  if (text.empty()) return std::nullopt;
  const auto parsed = parse_duration_ns(text);
  if (!parsed) return invalid(field, "\"" + text + "\" is not a time; write 30 s, 2 min or 1 h");
  out = *parsed;
  return std::nullopt;
}

/// "train.py" of "python -u train.py --lr 1": what Python opens first. Empty: that is not known.
std::string script_of(const std::vector<std::string>& words) {
  if (!fs::path(words.front()).filename().string().starts_with("python")) return {};
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (words[i] == "-c" || words[i] == "-m" || words[i] == "-W" || words[i] == "-X") return {};
    if (!words[i].starts_with("-")) return words[i].ends_with(".py") ? words[i] : "";
  }
  return {};
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
                   "\"" + extra.value().command.front() + "\" is not a variable; write KEY=VALUE");
  options.command = std::move(line.value().command);
  options.environment = std::move(extra.value().environment);
  for (auto& variable : line.value().environment) options.environment.push_back(variable);
  options.folder = wish.folder;
  options.own_group = true;
  options.level = wish.level;
  options.stacks = wish.stacks;
  options.shapes = wish.shapes;
  options.memory = wish.memory;
  options.file = wish.file;
  options.keep_empty = true;  // the window shows it, and beside it what the program wrote
  options.file_wish.there = FileThere::NextNumber;  // should another recorder have been quicker
  if (auto error = take_duration("Stop after", wish.duration, options.duration_ns)) return *error;
  if (auto error = take_duration("Keep the last", wish.keep_last, options.keep_last_ns))
    return *error;
  if (options.file.empty()) return invalid("Save to", "where is the recording to be kept?");
  return options;
}

std::string why_not_started(const RecordWish& wish) {
  const auto line = parse_command_line(wish.command);
  if (!line.ok() || line.value().command.empty()) return {};
  const std::vector<std::string>& words = line.value().command;
  if (const auto error = check_command(words.front(), wish.folder)) {
    const bool folder = error->message.starts_with("the working folder");
    return folder ? error->message : words.front() + ": " + error->message;
  }
  const std::string script = script_of(words);
  std::error_code ignored;
  if (script.empty() || fs::exists(fs::path(wish.folder) / script, ignored)) return {};
  if (fs::path(script).is_absolute()) return script + " is not there";
  return script + " is not in " +
         (wish.folder.empty() ? fs::current_path(ignored).string() : wish.folder);
}

std::string recording_name(const std::string& command) {
  const auto line = parse_command_line(command);
  const std::string title = line.ok() ? program_title(line.value().command) : "";
  return title.empty() ? "recording" : title;
}

std::string recording_file(const RecordWish& wish, const std::string& folder, std::int64_t now_s) {
  const auto line = parse_command_line(wish.command);
  return free_recording_file(wish.folder.empty() ? folder : wish.folder,
                             line.ok() ? line.value().command : std::vector<std::string>(), now_s);
}

}  // namespace lanescope
