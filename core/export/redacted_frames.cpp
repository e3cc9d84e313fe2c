// How the names of Python frames are replaced: paths, functions, modules.
#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>

#include "core/analysis/host/python_frame.h"
#include "core/export/known_names.h"
#include "core/export/known_words.h"
#include "core/export/redaction.h"
#include "core/export/skip_start.h"

namespace lanescope {
namespace {

/// Where the number begins in "path/file.py:41", the name of a sampled line; npos if it is none.
std::size_t line_colon(std::string_view name) {
  const std::size_t last = name.find_last_not_of("0123456789");
  const bool is_line = last != name.npos && last + 1 < name.size() && name[last] == ':' &&
                       name.substr(0, last).ends_with(".py");
  return is_line ? last : name.npos;
}

/// Functions that every Python program has.
constexpr std::array<std::string_view, 27> kPythonFunctions = {
    "<module>",    "<lambda>", "<genexpr>",    "<listcomp>",   "<dictcomp>",  "<setcomp>",
    "__init__",    "__new__",  "__del__",      "__call__",     "__iter__",    "__next__",
    "__enter__",   "__exit__", "__len__",      "__getitem__",  "__setitem__", "__getattr__",
    "__setattr__", "__hash__", "__eq__",       "__contains__", "__repr__",    "__str__",
    "forward",     "backward", "_try_get_data"};
constexpr std::array<std::string_view, 11> kFileEnds = {
    ".py", ".pyx", ".pyi", ".cpp", ".cc", ".cxx", ".c", ".h", ".hpp", ".cu", ".cuh"};

/// Packages with names that people give their own folders and files too.
constexpr std::array<std::string_view, 16> kCommonFolders = {
    "apex",     "copy",      "datasets", "email",  "json", "lightning", "logging", "megatron",
    "operator", "packaging", "queue",    "random", "ray",  "requests",  "site",    "tokenizers"};

/// Splits off what Python prints of an address: " at 0x7f00>".
std::string_view address_in(std::string_view name) {
  const std::size_t at = name.rfind(" at 0x");
  if (at == name.npos) return {};
  const std::size_t end = name.find_first_not_of("0123456789abcdefABCDEF", at + 6);
  return end == name.npos || name.substr(end) == ">" ? name.substr(at, end - at)
                                                     : std::string_view();
}

/// "torch" for "torch/nn/functional.py", "copy" for "copy.py".
std::string_view package_of(std::string_view path) {
  const std::string_view first = path.substr(0, path.find('/'));
  return first.ends_with(".py") ? first.substr(0, first.size() - 3) : first;
}

/// Whether a relative path may be in a folder of the user that is named like a package.
bool may_be_own(std::string_view file) {
  return std::ranges::find(kCommonFolders, package_of(file)) != kCommonFolders.end();
}

/// The part of a path of a library that is the same everywhere: "torch/nn/modules/module.py" for
/// ".../site-packages/torch/nn/modules/module.py". nullopt if it is not known to be a library's.
std::optional<std::string> library_path(std::string_view file) {
  const auto is_clean = [](std::string_view path) {
    return path.find("..") == path.npos && std::ranges::all_of(path, [](char c) {
             return is_identifier({&c, 1}) || c == '/' || c == '.' || c == '-';
           });
  };
  for (const std::string_view folder : {"site-packages/", "dist-packages/"}) {
    const std::size_t at = file.rfind(folder);
    if (at == file.npos) continue;
    const std::string_view below = file.substr(at + folder.size());
    if (!is_known_package(package_of(below)) || !is_clean(below)) return std::nullopt;
    return std::string(file.substr(at));
  }
  for (const std::string_view folder : {"/lib/python3", "/lib64/python3"}) {
    const std::size_t at = file.rfind(folder);
    if (at == file.npos) continue;
    std::string_view below = file.substr(at + folder.size());
    // The rest of a version, such as ".11", and nothing else.
    below.remove_prefix(std::min(below.find_first_not_of(".0123456789t"), below.size()));
    if (!below.starts_with('/')) return std::nullopt;
    if (below.empty() || !is_known_package(package_of(below.substr(1))) || !is_clean(below))
      return std::nullopt;
    return std::string(file.substr(at));
  }
  if (file == "<string>") return std::string(file);
  if (std::string_view module = file; skip_start(module, "<frozen ") && module.ends_with('>')) {
    module.remove_suffix(1);
    const bool is_known = is_known_package(module.substr(0, module.find('.')));
    return is_known && is_clean(module) ? std::optional(std::string(file)) : std::nullopt;
  }
  // Python's profiler leaves out what is before a package.
  const bool is_known = is_known_package(package_of(file)) && is_clean(file) &&
                        (!may_be_own(file) || has_only_known_words(file));
  return is_known ? std::optional(std::string(file)) : std::nullopt;
}

bool is_of_library(std::string_view file) {
  return !parse_python_frame(fmt::format("{}(1): f", file)).user;
}

}  // namespace

std::string Redaction::module_name(std::string_view name) {
  constexpr std::string_view kStart = "nn.Module: ";
  std::string_view rest = name;
  if (!skip_start(rest, kStart)) return numbered(NameKind::Module, name, "module");
  const std::size_t underscore = rest.rfind('_');
  const bool is_numbered = underscore != rest.npos && is_plain_value(rest.substr(underscore + 1));
  const std::string_view type = is_numbered ? rest.substr(0, underscore) : rest;
  const std::string_view end = is_numbered ? rest.substr(underscore) : std::string_view();
  if (is_known_module(type)) return std::string(name);
  return fmt::format("{}Module{}{}", kStart, number(NameKind::Module, type), end);
}

std::string Redaction::file_name(std::string_view file) {
  if (auto known = library_path(file)) return *known;
  const auto end = std::ranges::find_if(
      kFileEnds, [&](std::string_view suffix) { return file.ends_with(suffix); });
  const std::string fresh = fmt::format("file{}{}", number(NameKind::File, file),
                                        end == kFileEnds.end() ? std::string_view() : *end);
  // Whether it is the user's decides which frame is shown.
  return is_of_library(file) && !is_of_library(fresh) ? "site-packages/" + fresh : fresh;
}

std::string Redaction::function_name(std::string_view name) {
  if (std::ranges::find(kPythonFunctions, name) != kPythonFunctions.end()) return std::string(name);
  return numbered(NameKind::Function, name, "function");
}

std::string Redaction::built_in_name(std::string_view name) {
  const std::string_view address = address_in(name);
  const std::string_view told =
      name.substr(0, name.size() - (address.empty() ? 0 : address.size() + 1));
  const bool is_one = name.starts_with("<built-in ") && name.ends_with('>');
  if (is_one && has_only_known_words(told)) return std::string(name);
  if (is_known_range(name)) return std::string(name);
  if (!is_one) return numbered(NameKind::Function, name, "function");
  return fmt::format("<built-in function {}{}>", number(NameKind::Function, told), address);
}

/// "path/file.py(12): function", "path/file.py:14", "nn.Module: Linear_0", "<built-in function
/// len>".
std::string Redaction::frame_name(std::string_view name) {
  if (name.starts_with("nn.Module: ")) return std::string(name_of(NameKind::Module, name));
  const DetailsFrame frame = parse_python_frame(name);
  if (frame.file.empty()) {
    const std::size_t colon = line_colon(name);
    if (colon == name.npos) return built_in_name(name);
    return std::string(name_of(NameKind::File, name.substr(0, colon))) +
           std::string(name.substr(colon));
  }
  const std::string file(name_of(NameKind::File, frame.file));
  const bool is_of_package = library_path(frame.file).has_value() && file != "<string>" &&
                             (is_identifier(frame.function) || frame.function.starts_with('<'));
  const bool is_name = is_identifier(frame.function) && !may_be_own(frame.file);
  const bool is_known = is_of_package && (is_name || has_only_known_words(frame.function));
  return fmt::format("{}({}): {}", file, frame.line,
                     is_known ? frame.function : function_name(frame.function));
}

std::string Redaction::call_stack(std::string_view text) {
  constexpr std::string_view kBlank = " \r\n\t";
  std::string fresh;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(';'), text.size());
    const bool is_last = end == text.size();
    std::string_view frame = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t begin = std::min(frame.find_first_not_of(kBlank), frame.size());
    fresh += frame.substr(0, begin);
    frame.remove_prefix(begin);
    const std::size_t last = frame.find_last_not_of(kBlank);
    const std::string_view core = frame.substr(0, last == frame.npos ? 0 : last + 1);
    if (!core.empty()) fresh += name_of(NameKind::Function, core);
    fresh += frame.substr(core.size());
    if (!is_last) fresh += ';';
  }
  return fresh;
}

}  // namespace lanescope
