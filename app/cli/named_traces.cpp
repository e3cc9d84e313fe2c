#include "app/cli/named_traces.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <unistd.h>

#include <fmt/format.h>

#include "app/cli/exit_code.h"
#include "core/base/time.h"
#include "core/ranks/rank_identity.h"
#include "core/readers/trace_folder.h"
#include "core/readers/trace_head.h"

namespace lanescope {
namespace {

std::uintmax_t bytes_of(const std::string& path) {
  std::error_code unknown;
  const std::uintmax_t bytes = std::filesystem::file_size(path, unknown);
  return unknown ? 0 : bytes;
}

std::string name_of(const NamedTrace& trace) {
  return std::filesystem::path(trace.path).filename().string();
}

}  // namespace

Result<TraceList> list_traces(const std::string& path) {
  TraceList list;
  std::error_code ignored;
  if (!std::filesystem::is_directory(path, ignored)) {
    list.traces.push_back({path, "", std::nullopt});
    return list;
  }
  for (const std::string& file : traces_in_folder(path)) {
    const auto head = read_trace_head(file);
    NamedTrace named{file, path, std::nullopt};
    if (!head.ok() && head.error().kind == Error::Kind::WrongFormat) {
      list.others.emplace_back(std::move(named), head.error());
      continue;
    }
    if (head.ok()) named.rank = head.value().rank;
    if (!named.rank) named.rank = rank_in_file_name(file);
    list.traces.push_back(std::move(named));
  }
  if (!list.traces.empty() || !list.others.empty()) return list;
  if (access(path.c_str(), R_OK | X_OK) != 0) {
    return Error{Error::Kind::Unreadable, "permission denied, you need the right to read it"};
  }
  return Error{
      Error::Kind::NotFound,
      "no traces in this folder, name one that holds .json, .json.gz, .json.zst or .pickle files"};
}

Result<std::string> single_trace(const TraceList& list) {
  const std::vector<NamedTrace>& found = list.traces;
  if (found.size() == 1) return found.front().path;
  if (found.empty()) {
    const auto& [other, error] = list.others.front();
    return Error{Error::Kind::NotFound,
                 fmt::format("no traces in this folder; {} {}", name_of(other), error.message)};
  }
  const auto largest = std::max_element(
      found.begin(), found.end(),
      [](const NamedTrace& a, const NamedTrace& b) { return bytes_of(a.path) < bytes_of(b.path); });
  return Error{Error::Kind::Unsupported,
               fmt::format("is a folder with {} traces, name one of them, such as {}", found.size(),
                           largest->path)};
}

Result<std::string> single_trace(const std::string& path) {
  const auto list = list_traces(path);
  if (!list.ok()) return list.error();
  auto one = single_trace(list.value());
  if (one.ok()) tell_left_out(list.value());
  return one;
}

void tell_left_out(const TraceList& list) {
  TraceProblems problems;
  problems.add_others(list);
  (void)problems.finish(1);
}

void TraceProblems::add(const NamedTrace& trace, const Error& error) {
  const bool can_wait =
      error.kind == Error::Kind::WrongFormat || error.kind == Error::Kind::Unsupported;
  if (trace.folder.empty() || !can_wait) {
    complain(kUnusable, trace.path, error.message);
    any_failed_ = true;
    return;
  }
  LeftOut& left_out = left_out_[{trace.folder, error.kind}];
  if (left_out.names.empty()) left_out.message = error.message;
  left_out.names.push_back(name_of(trace));
}

void TraceProblems::add_others(const TraceList& list) {
  for (const auto& [other, error] : list.others) add(other, error);
}

int TraceProblems::finish(std::size_t used) const {
  constexpr std::size_t kMostNames = 3;
  for (const auto& [key, left_out] : left_out_) {
    const std::size_t files = left_out.names.size();
    if (key.second == Error::Kind::Unsupported || used == 0) {
      const std::string others =
          files == 1 ? "" : fmt::format("; {} more like it", format_count(Ns(files) - 1));
      complain(kUnusable, key.first,
               fmt::format("left out {}: {}{}", left_out.names.front(), left_out.message, others));
      continue;
    }
    std::string names;
    for (std::size_t i = 0; i < std::min(files, kMostNames); ++i) {
      names += (i == 0 ? "" : ", ") + left_out.names[i];
    }
    if (files > kMostNames) names += fmt::format(" and {} more", files - kMostNames);
    complain(kUnusable, key.first,
             fmt::format("left out {} that {}: {}",
                         files == 1 ? "a file" : fmt::format("{} files", files),
                         files == 1 ? "is not a trace" : "are not traces", names));
  }
  return any_failed_ || used == 0 ? kUnusable : kDone;
}

}  // namespace lanescope
