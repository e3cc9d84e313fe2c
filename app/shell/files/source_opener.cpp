#include "app/shell/files/source_opener.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "app/shell/files/start_program.h"
#include "app/workspace/files/paths.h"
#include "core/base/files/system_file.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> words_of(std::string_view text) {
  std::istringstream in{std::string(text)};
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

std::string program_name(std::string_view editor) {
  const auto words = words_of(editor);
  return words.empty() ? std::string() : fs::path(words.front()).filename().string();
}

template <std::size_t N>
bool is_one_of(const std::string& name, const std::array<std::string_view, N>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_found(const std::string& program, const std::string& path) {
  if (program.empty()) return false;
  if (program.find('/') != std::string::npos) return can_run(program);
  std::istringstream folders(path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    const fs::path there = fs::path(folder) / program;
    if (!folder.empty() && can_run(there.string())) return true;
  }
  return false;
}

/// The command line for the first editor that can be run; empty if there is none.
std::vector<std::string> choose_editor(const SourceOpener::Environment& env,
                                       const std::string& path, std::int64_t line) {
  for (const std::string_view editor :
       {std::string_view(env.visual), std::string_view(env.editor), std::string_view("code")}) {
    auto arguments = editor_arguments(editor, path, line);
    if (arguments.empty() || !is_found(arguments.front(), env.path)) continue;
    if (!needs_terminal(editor)) return arguments;
    for (const std::string_view terminal :
         {std::string_view(env.terminal), std::string_view("x-terminal-emulator")}) {
      if (!is_found(std::string(terminal), env.path)) continue;
      arguments.insert(arguments.begin(), {std::string(terminal), "-e"});
      return arguments;
    }
  }
  return {};
}

/// "train.py:28".
std::string place_of(const DetailSource& source) {
  return source.line > 0 ? fmt::format("{}:{}", source.file, source.line) : source.file;
}

}  // namespace

SourceOpener::Environment SourceOpener::environment(std::vector<SourceFolder> folders) {
  return {environment_variable("VISUAL"),      environment_variable("EDITOR"),
          environment_variable("TERMINAL"),    environment_variable("PATH"),
          environment_variable("VIRTUAL_ENV"), std::move(folders)};
}

SourceOpener::~SourceOpener() {
  reap();
}

void SourceOpener::reap() {
  std::erase_if(running_, has_ended);
}

SourceOpener::Outcome SourceOpener::open(const DetailSource& source, const std::string& trace_path,
                                         const Environment& env) {
  reap();
  if (source.file.empty()) {
    return {false, "No Python source line is known for this event."};
  }
  const auto path = find_source(source.file, trace_path, env);
  if (!path) {
    missing_ = source;
    return {false, place_of(source) + " is not on this machine.", true};
  }
  const auto arguments = choose_editor(env, *path, source.line);
  if (arguments.empty()) {
    return {false, "No editor found to open " + *path +
                       " with; set $VISUAL or $EDITOR to a graphical editor, or install VS Code."};
  }
  pid_t pid = 0;
  if (const int error = start_program(arguments, pid); error != 0) {
    return {false, fmt::format("{} could not be started: {}.", arguments.front(),
                               std::strerror(error))};  // NOLINT(concurrency-mt-unsafe)
  }
  running_.push_back(pid);
  return {true, fmt::format("Opened line {} of {} with {}.", source.line, *path,
                            program_name(arguments.front()))};
}

bool SourceOpener::open_document(const std::string& path) {
  reap();
  pid_t pid = 0;
  if (start_program({"xdg-open", path}, pid) != 0) return false;
  running_.push_back(pid);
  return true;
}

std::optional<std::string> find_source(const std::string& file, const std::string& trace_path,
                                       const SourceOpener::Environment& env) {
  std::error_code error;
  std::vector<fs::path> places;
  const fs::path named(file);
  if (named.is_absolute()) {
    places.push_back(named);
  } else {
    places.push_back(fs::path(trace_path).parent_path() / named);
    places.push_back(named);
    if (!env.virtual_env.empty()) {
      const fs::path lib = fs::path(env.virtual_env) / "lib";
      for (fs::directory_iterator at(lib, error), end; !error && at != end; at.increment(error)) {
        places.push_back(at->path() / "site-packages" / named);
      }
    }
  }
  for (const SourceFolder& folder : env.folders) {
    if (auto place = place_in(folder, file)) places.emplace_back(std::move(*place));
  }
  for (const fs::path& place : places) {
    if (!fs::is_regular_file(place, error)) continue;
    const fs::path whole = fs::canonical(place, error);
    if (!error) return whole.string();
  }
  return std::nullopt;
}

std::vector<std::string> editor_arguments(std::string_view editor, const std::string& path,
                                          std::int64_t line) {
  constexpr std::array<std::string_view, 5> kGoto = {"code", "code-insiders", "codium", "cursor",
                                                     "windsurf"};
  constexpr std::array<std::string_view, 4> kColon = {"subl", "zed", "hx", "helix"};
  constexpr std::array<std::string_view, 5> kOption = {"kate", "pycharm", "idea", "kwrite",
                                                       "charm"};
  constexpr std::array<std::string_view, 13> kPlus = {
      "vi",  "vim",   "gvim", "nvim",  "nvim-qt",  "nano",       "emacs",
      "kak", "micro", "joe",  "gedit", "mousepad", "emacsclient"};
  std::vector<std::string> out = words_of(editor);
  if (out.empty()) return out;
  const std::string name = program_name(editor);
  const std::int64_t at = std::max<std::int64_t>(1, line);
  if (is_one_of(name, kGoto)) {
    out.insert(out.end(), {"--goto", fmt::format("{}:{}", path, at)});
  } else if (is_one_of(name, kColon)) {
    out.push_back(fmt::format("{}:{}", path, at));
  } else if (is_one_of(name, kOption)) {
    out.insert(out.end(), {"--line", fmt::format("{}", at), path});
  } else if (is_one_of(name, kPlus)) {
    out.insert(out.end(), {fmt::format("+{}", at), path});
  } else {
    out.push_back(path);
  }
  return out;
}

bool needs_terminal(std::string_view editor) {
  constexpr std::array<std::string_view, 9> kTerminal = {"vi",  "vim",   "nvim", "nano", "hx",
                                                         "kak", "micro", "joe",  "helix"};
  return is_one_of(program_name(editor), kTerminal);
}

}  // namespace lanescope
