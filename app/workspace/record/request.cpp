#include "app/workspace/record/request.h"

#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "capture/host/files/recording_name.h"
#include "capture/host/runner/launcher.h"
#include "core/base/text/command_words.h"
#include "core/base/text/duration_text.h"
#include "core/base/text/numbers.h"
#include "core/base/text/rate_text.h"

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
  if (!parsed) return invalid(field, "\"" + text + "\" is not a duration; use 30 s, 2 min or 1 h");
  out = *parsed;
  return std::nullopt;
}

std::optional<std::int64_t> rate_of(const RecordRequest& request) {
  return request.rate.empty() ? kUsualSampleHz : parse_sample_hz(request.rate);
}

std::optional<Error> take_samples(const RecordRequest& request, CaptureOptions& options) {
  options.sample_hz = 0;
  options.native = NativeMode::Off;
  if (!request.sample) return std::nullopt;
  if (const std::string wrong = wrong_rate(request); !wrong.empty())
    return invalid("Host samples", wrong);
  options.sample_hz = static_cast<int>(rate_of(request).value_or(kUsualSampleHz));
  options.native = request.native ? NativeMode::On : NativeMode::Off;
  return std::nullopt;
}

constexpr std::int64_t kUsualKeepNs = 10'000'000'000;  // with a trigger
constexpr std::uint64_t kMostTimes = 1000;

std::optional<Error> take_times(const std::string& text, std::uint64_t& out) {
  if (text.empty()) return std::nullopt;
  const auto times = parse_number<std::uint64_t>(text);
  if (!times || *times == 0 || *times > kMostTimes)
    return invalid("Max. files", "\"" + text + "\" is not a number from 1 to 1000");
  out = *times;
  return std::nullopt;
}

/// Signals are left to the command line, whose process has no other purpose.
Result<TriggerCondition> condition_of(const RecordRequest& request) {
  auto when = parse_trigger_condition(request.when);
  if (when.ok() && when.value().kind == TriggerCondition::Kind::Signal) {
    return Error{Error::Kind::Invalid,
                 "signals are for the command line; press Ctrl+Shift+L to save the last seconds"};
  }
  return when;
}

/// As on the command line; what follows is kept too, so that the seconds before are as many as
/// requested.
std::optional<Error> take_trigger(const RecordRequest& request, CaptureOptions& options) {
  if (!request.trigger) return std::nullopt;
  auto when = condition_of(request);
  if (!when.ok()) return invalid("Condition", when.error().message);
  options.when = std::move(when).value();
  options.times = 1;
  if (auto error = take_times(request.times, options.times)) return error;
  if (auto error = take_duration("After trigger", request.after, options.after_ns)) return error;
  options.keep_last_ns =
      (options.keep_last_ns != 0 ? options.keep_last_ns : kUsualKeepNs) + options.after_ns;
  return std::nullopt;
}

/// "train.py" for "python -u train.py --lr 1": the script that Python runs. Empty if not known.
std::string script_of(const std::vector<std::string>& words) {
  if (!fs::path(words.front()).filename().string().starts_with("python")) return {};
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (words[i] == "-c" || words[i] == "-m" || words[i] == "-W" || words[i] == "-X") return {};
    if (!words[i].starts_with("-")) return words[i].ends_with(".py") ? words[i] : "";
  }
  return {};
}

}  // namespace

Result<CaptureOptions> capture_options(const RecordRequest& request) {
  CaptureOptions options;
  auto line = parse_command_line(request.command);
  if (!line.ok()) return invalid("Command", line.error().message);
  if (line.value().command.empty()) return invalid("Command", "enter the program to start");
  auto extra = parse_command_line(request.environment);
  if (!extra.ok()) return invalid("Environment", extra.error().message);
  if (!extra.value().command.empty())
    return invalid("Environment",
                   "\"" + extra.value().command.front() + "\" is not a variable; use KEY=VALUE");
  options.command = std::move(line.value().command);
  options.environment = std::move(extra.value().environment);
  for (auto& variable : line.value().environment) options.environment.push_back(variable);
  options.folder = request.folder;
  options.own_group = true;
  options.level = request.level;
  options.stacks = request.stacks;
  options.shapes = request.shapes;
  options.memory = request.memory;
  options.file = request.file;
  options.keep_empty = true;  // the window shows it, and the program's output
  options.file_request.there = FileThere::NextNumber;  // if another recorder takes it first
  if (auto error = take_samples(request, options)) return *error;
  if (auto error = take_duration("Stop after", request.duration, options.duration_ns))
    return *error;
  if (auto error = take_duration("Keep last", request.keep_last, options.keep_last_ns))
    return *error;
  if (auto error = take_trigger(request, options)) return *error;
  if (options.file.empty()) return invalid("Save to", "enter a file for the recording");
  return options;
}

std::string wrong_rate(const RecordRequest& request) {
  if (!request.sample || rate_of(request)) return {};
  return "'" + request.rate + "' " + no_sample_hz_words();
}

std::string wrong_condition(const RecordRequest& request) {
  if (!request.trigger || request.when.empty()) return {};
  const auto when = condition_of(request);
  return when.ok() ? std::string() : when.error().message;
}

std::string why_not_started(const RecordRequest& request) {
  const auto line = parse_command_line(request.command);
  if (!line.ok() || line.value().command.empty()) return {};
  const std::vector<std::string>& words = line.value().command;
  if (const auto error = check_command(words.front(), request.folder)) {
    const bool folder = error->message.starts_with("the working folder");
    return folder ? error->message : words.front() + ": " + error->message;
  }
  const std::string script = script_of(words);
  std::error_code ignored;
  if (script.empty() || fs::exists(fs::path(request.folder) / script, ignored)) return {};
  if (fs::path(script).is_absolute()) return script + " does not exist";
  return script + " is not in " +
         (request.folder.empty() ? fs::current_path(ignored).string() : request.folder);
}

std::string recording_name(const std::string& command) {
  const auto line = parse_command_line(command);
  const std::string title = line.ok() ? program_title(line.value().command) : "";
  return title.empty() ? "recording" : title;
}

std::string recording_file(const RecordRequest& request, const std::string& folder,
                           std::int64_t now_s) {
  const auto line = parse_command_line(request.command);
  return free_recording_file(request.folder.empty() ? folder : request.folder,
                             line.ok() ? line.value().command : std::vector<std::string>(), now_s);
}

}  // namespace lanescope
