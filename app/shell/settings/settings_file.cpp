#include "app/shell/settings/settings_file.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "core/base/files/replace_file.h"
#include "core/base/files/small_file.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLargestBytes = 16U << 20;

}  // namespace

Settings SettingsFile::load() {
  if (path_.empty()) return {};
  const auto source = read_small_file(path_, kLargestBytes);
  if (!source.ok() && source.error().kind == Error::Kind::NotFound) return {};
  if (source.ok() && looks_like_settings(source.value())) return parse_settings(source.value());
  problem_ = "Using default settings: " + path_ + " " +
             (source.ok() ? "is not a JSON object" : source.error().message) +
             ". It will be kept as " + kept_path() + ".";
  keep_old_ = true;
  return {};
}

std::optional<std::string> SettingsFile::take_problem() {
  return std::exchange(problem_, std::nullopt);
}

std::optional<Error> SettingsFile::save(const Settings& settings) {
  if (path_.empty()) return std::nullopt;
  const auto failed = [this](const std::string& why) {
    return Error{Error::Kind::Unreadable, "cannot be saved to " + path_ + ": " + why};
  };
  std::error_code error;
  fs::create_directories(fs::path(path_).parent_path(), error);
  if (!error && keep_old_) fs::rename(path_, kept_path(), error);
  if (error == std::errc::no_such_file_or_directory) error.clear();  // somebody took it away
  if (error) return failed(error.message());
  keep_old_ = false;
  if (const auto why = replace_file(path_, settings_text(settings))) return failed(why->message);
  return std::nullopt;
}

}  // namespace lanescope
