#include "core/readers/trace_folder.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include "core/base/files/trace_endings.h"
#include "core/base/text/ascii_case.h"

namespace lanescope {
namespace {

std::string_view without_packing(std::string_view name) {
  for (const std::string_view ending : {".gz", ".zst"}) {
    if (name.ends_with(ending)) return name.substr(0, name.size() - ending.size());
  }
  return name;
}

bool has_trace_name(std::string_view name) {
  if (name.ends_with(".tmp")) return false;  // unfinished
  name = without_packing(name);
  return std::ranges::any_of(kTraceEndings, [&](auto ending) { return name.ends_with(ending); }) ||
         name.find(".pt.trace.json") != std::string_view::npos;
}

/// Hidden, or about the files next to it: bookmarks, segments of a recording, named baselines.
bool is_no_file_of_its_own(std::string_view name) {
  return name == kBaselinesFile || name.starts_with('.') || name.ends_with(".lanescope.json") ||
         name.find(".lanes.part") != std::string_view::npos;
}

bool is_report(std::string_view name) {
  return name.ends_with(".nsys-rep") || name.ends_with(".qdrep");
}

/// Reports of a folder that has nothing else, or exports of other ones: they are its ranks then.
/// Beside traces of another profiler they are not, and one whose export is there is not a second.
void add_reports(std::vector<std::string>& traces, std::vector<std::string>& others) {
  const auto is_export = [](const std::string& path) {
    return without_packing(path).ends_with(".sqlite");
  };
  if (!std::ranges::all_of(traces, is_export)) return;
  std::set<std::string> exported;
  for (const std::string& path : traces) exported.insert(trace_stem(path));
  std::erase_if(others, [&](const std::string& path) {
    const bool is_trace = is_report(path) && !exported.contains(trace_stem(path));
    if (is_trace) traces.push_back(path);
    return is_trace;
  });
}

/// What a file is if it is not a regular file; empty if it is.
std::string_view oddity_of(std::filesystem::file_type type) {
  using Type = std::filesystem::file_type;
  switch (type) {
    case Type::regular:
    case Type::unknown:  // opening it will report the reason
      return "";
    case Type::none:
    case Type::not_found:
      return "broken link";
    case Type::fifo:
      return "pipe";
    case Type::socket:
      return "socket";
    default:
      return "device";
  }
}

/// Takes the digits at the front of `text`, and returns them without leading zeros.
std::string_view take_number(std::string_view& text) {
  const std::size_t n = std::min(text.find_first_not_of("0123456789"), text.size());
  std::string_view number = text.substr(0, n);
  text.remove_prefix(n);
  number.remove_prefix(std::min(number.find_first_not_of('0'), number.size()));
  return number;
}

/// Natural order: numbers inside the names are compared by value; ties by plain order.
bool counts_before(std::string_view a, std::string_view b) {
  std::string_view rest_a = a;
  std::string_view rest_b = b;
  while (!rest_a.empty() && !rest_b.empty()) {
    if (is_digit(rest_a.front()) && is_digit(rest_b.front())) {
      const std::string_view number_a = take_number(rest_a);
      const std::string_view number_b = take_number(rest_b);
      if (number_a.size() != number_b.size()) return number_a.size() < number_b.size();
      if (number_a != number_b) return number_a < number_b;
      continue;
    }
    if (rest_a.front() != rest_b.front()) return rest_a.front() < rest_b.front();
    rest_a.remove_prefix(1);
    rest_b.remove_prefix(1);
  }
  if (rest_a.empty() != rest_b.empty()) return rest_a.empty();
  return a < b;
}

}  // namespace

FolderFiles files_in_folder(const std::string& folder) {
  namespace fs = std::filesystem;
  FolderFiles files;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    std::error_code unknown;
    const fs::file_type type = entry->status(unknown).type();
    const std::string name = entry->path().filename().string();
    if (type == fs::file_type::directory || is_no_file_of_its_own(name)) continue;
    std::string path = entry->path().string();
    const std::string_view oddity = oddity_of(type);
    if (!has_trace_name(name) && !(is_report(name) && !oddity.empty())) {
      files.others.push_back(std::move(path));
    } else if (oddity.empty()) {
      files.traces.push_back(std::move(path));
    } else {
      files.no_files.push_back({std::move(path), std::string(oddity)});  // a pipe would block
    }
  }
  add_reports(files.traces, files.others);
  std::ranges::sort(files.traces, counts_before);
  std::ranges::sort(files.no_files, counts_before, &FolderFiles::NoFile::path);
  std::ranges::sort(files.others, counts_before);
  return files;
}

std::vector<std::string> traces_among(const std::vector<std::string>& names) {
  std::vector<std::string> traces, others;
  for (const std::string& name : names) {
    if (!is_no_file_of_its_own(name)) (has_trace_name(name) ? traces : others).push_back(name);
  }
  add_reports(traces, others);
  return traces;
}

std::vector<std::string> traces_in_folder(const std::string& folder) {
  return files_in_folder(folder).traces;
}

}  // namespace lanescope
