#include "capture/host/files/recording_name.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <span>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "capture/host/files/run_program.h"
#include "core/base/files/system_file.h"
#include "core/base/json_ending.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

struct Title {
  std::string text = "run";
  bool is_module = false;  // a Python module: the part after its last dot is not a file extension
};

/// The launcher of the ranks is not what they run.
bool is_launcher(std::string_view module) {
  return module.starts_with("torch.distributed.") || module.starts_with("accelerate.") ||
         module.starts_with("deepspeed.");
}

/// The script among the words of a launcher, whose options are many: the first ".py", or what
/// follows -m.
std::optional<Title> launched_title(std::span<const std::string> words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].ends_with(".py")) return Title{fs::path(words[i]).filename().string()};
    if (names_module(words[i]) && i + 1 < words.size()) return Title{words[i + 1], true};
  }
  return std::nullopt;
}

/// What an interpreter runs, by the words behind it; nullopt: a text (-c), or what is typed in.
std::optional<Title> interpreted_title(std::span<const std::string> words, bool is_python) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "-c" || word == "-") return std::nullopt;
    if (!word.starts_with('-')) return Title{fs::path(word).filename().string()};
    if (is_python && names_module(word) && i + 1 < words.size()) {
      return is_launcher(words[i + 1]) ? launched_title(words.subspan(i + 2))
                                       : Title{words[i + 1], true};
    }
    if (is_python && (word == "-W" || word == "-X")) ++i;
  }
  return std::nullopt;
}

/// For an interpreter, people know the script.
Title title_of(const std::vector<std::string>& whole) {
  const auto command = run_program(whole);
  if (command.empty()) return {};
  const std::string program = fs::path(command.front()).filename().string();
  const auto is_any = [&](auto... names) { return ((program == names) || ...); };
  const bool is_python = program.starts_with("python");
  std::optional<Title> title;
  if (names_module(command.front())) {
    title = interpreted_title(command, true);
  } else if (is_python || is_any("sh", "bash", "dash", "zsh")) {
    title = interpreted_title(command.subspan(1), is_python);
  } else if (is_any("torchrun", "accelerate", "deepspeed")) {
    title = launched_title(command.subspan(1));
  }
  if (title && !title->text.empty()) return *title;
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
  // Nor what a terminal that lists the folder would obey.
  std::ranges::replace_if(
      stem, [](unsigned char c) { return c == '/' || c < ' ' || c == 0x7F; }, '-');
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

std::string recording_instead_of_json(std::string file) {
  const std::size_t ending = json_ending(file).size();
  if (ending == 0) return file;
  file.resize(file.size() - ending);
  return file + ".lanes";
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
