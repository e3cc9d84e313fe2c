#include "capture/host/files/recording_name.h"

#include <algorithm>
#include <filesystem>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "core/base/files/system_file.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

struct Title {
  std::string text = "run";
  bool is_module = false;  // a Python module: the part after its last dot is not a file extension
};

/// For an interpreter, people know the script.
Title title_of(const std::vector<std::string>& command) {
  if (command.empty()) return {};
  const std::string program = fs::path(command.front()).filename().string();
  const bool runs_scripts = program.starts_with("python") || program == "torchrun";
  for (std::size_t i = 1; runs_scripts && i < command.size(); ++i) {
    if (command[i].ends_with(".py")) return {fs::path(command[i]).filename().string()};
    if (command[i] != "-m" || i + 1 >= command.size()) continue;
    // The launcher of the ranks is not what they run.
    if (command[i + 1].starts_with("torch.distributed.")) continue;
    return {command[i + 1], true};
  }
  return program.empty() ? Title() : Title{program};
}

}  // namespace

std::string program_title(const std::vector<std::string>& command) {
  return command.empty() ? "" : title_of(command).text;
}

std::string free_recording_file(const std::string& folder, const std::vector<std::string>& command,
                                std::time_t time, std::string_view ending) {
  const Title title = title_of(command);
  std::string stem = title.is_module ? title.text : fs::path(title.text).stem().string();
  std::ranges::replace(stem, '/', '-');
  const std::string name = fmt::format("{}-{:%Y%m%d-%H%M%S}", stem, fmt::localtime(time));
  const std::string file = (fs::path(folder) / fmt::format("{}{}", name, ending)).string();
  std::error_code ignored;
  int number = 1;
  while (fs::exists(numbered_file(file, number), ignored)) ++number;
  return numbered_file(file, number);
}

std::string numbered_file(const std::string& file, int number) {
  if (number <= 1) return file;
  const fs::path path(file);
  const std::string name =
      fmt::format("{}-{}{}", path.stem().string(), number, path.extension().string());
  return (path.parent_path() / name).string();
}

std::string saved_part_file(const std::string& file, int number) {
  const fs::path path(file);
  const std::string name =
      fmt::format("{}.{}{}", path.stem().string(), number, path.extension().string());
  return (path.parent_path() / name).string();
}

std::string why_not_new_file(const std::string& output) {
  std::error_code ignored;
  if (fs::exists(output, ignored)) return output + " already exists; choose another name";
  fs::path folder = fs::path(output).parent_path();
  if (folder.empty()) folder = ".";
  fs::create_directories(folder, ignored);
  if (!fs::is_directory(folder, ignored))
    return "the folder " + folder.string() + " cannot be created";
  if (!can_write(folder.string())) return folder.string() + " cannot be written to";
  return {};
}

}  // namespace lanescope
