#include "app/cli/traces/baselines.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "app/cli/output/json_output.h"
#include "core/base/files/file_lock.h"
#include "core/base/files/replace_file.h"
#include "core/base/files/small_file.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostBytes = 1U << 20U;
constexpr std::size_t kLongestName = 100;
/// Each change of a small file takes milliseconds, on a slow disk some of them many.
constexpr Ns kLongestWaitNs = 10'000'000'000;

std::string file_in(const std::string& folder) {
  return (fs::path(folder.empty() ? "." : folder) / kBaselinesFile).string();
}

/// So that its last part is a name: "runs/b" for "runs/b/", and "." and ".." as absolute paths.
fs::path with_last_name(const std::string& path) {
  fs::path named = fs::path(path).lexically_normal();
  if (named.filename() == "." || named.filename() == "..") {
    std::error_code unknown;
    const fs::path full = fs::absolute(named, unknown);
    if (!unknown) named = full.lexically_normal();
  }
  return named.has_filename() ? named : named.parent_path();
}

bool is_fit_name(const std::string& name) {
  return !name.empty() && name.size() <= kLongestName &&
         std::ranges::none_of(name, [](char c) { return static_cast<unsigned char>(c) < ' '; });
}

}  // namespace

Result<std::map<std::string, std::string>> read_baselines(const std::string& folder) {
  const auto text = read_small_file(file_in(folder), kMostBytes);
  if (!text.ok()) return text.error();
  const Json all = Json::parse(text.value(), nullptr, false);
  const Error wrong{Error::Kind::WrongFormat,
                    "is not an object of names and files, such as {\"main\": \"run.rank\"}"};
  if (!all.is_object()) return wrong;
  std::map<std::string, std::string> out;
  for (const auto& [name, file] : all.items()) {
    if (!file.is_string()) return wrong;
    out[name] = file.get<std::string>();
  }
  return out;
}

std::optional<Error> set_baseline(const std::string& name, const std::string& summary) {
  if (!is_fit_name(name))
    return Error{Error::Kind::Invalid,
                 fmt::format("is not a name: use 1 to {} characters", kLongestName)};
  const fs::path path = with_last_name(summary);
  const std::string folder = path.parent_path().string();
  // From reading to replacing: who reads meanwhile would not know our name and drop it.
  const auto lock = FileLock::take(file_in(folder) + ".lock", kLongestWaitNs);
  if (!lock.ok())
    return Error{lock.error().kind,
                 fmt::format("{} cannot be written: {}", file_in(folder), lock.error().message)};
  auto known = read_baselines(folder);
  if (!known.ok() && known.error().kind != Error::Kind::NotFound)
    return Error{known.error().kind, fmt::format("{} {}", file_in(folder), known.error().message)};
  std::map<std::string, std::string> all;
  if (known.ok()) all = std::move(known).value();
  all[name] = path.filename().string();
  Json out = Json::object();
  for (const auto& [key, file] : all) out[key] = file;
  auto problem = replace_file(file_in(folder), document_text(out), rights_of_source(summary));
  if (problem)
    problem->message = fmt::format("{} cannot be written: {}", file_in(folder), problem->message);
  return problem;
}

Result<std::string> find_baseline(const std::string& name, const std::string& folder) {
  const auto all = read_baselines(folder);
  if (!all.ok()) {
    const Error& error = all.error();
    if (error.kind != Error::Kind::NotFound)
      return Error{error.kind, fmt::format("{} {}", file_in(folder), error.message)};
    return Error{error.kind,
                 fmt::format("{} does not exist; `lanescope baseline set NAME SUMMARY` writes it",
                             file_in(folder))};
  }
  const auto at = all.value().find(name);
  if (at != all.value().end())
    return (fs::path(folder.empty() ? "." : folder) / at->second).string();
  std::string names;
  for (const auto& [known, file] : all.value()) names += (names.empty() ? "" : ", ") + known;
  return Error{Error::Kind::NotFound, fmt::format("is not in {}, which has {}", file_in(folder),
                                                  names.empty() ? "no names" : names)};
}

bool is_baseline(std::string_view run) {
  return run.starts_with(kBaselinePrefix);
}

Result<std::string> find_named_run(const std::string& run, const std::string& other,
                                   const std::string& folder) {
  const std::string name = run.substr(kBaselinePrefix.size());
  if (!folder.empty()) return find_baseline(name, folder);
  const std::string beside = folder_beside(other);
  std::error_code unknown;
  const bool has_any = !is_baseline(other) && fs::exists(file_in(beside), unknown);
  return find_baseline(name, has_any ? beside : ".");
}

std::string folder_beside(const std::string& path) {
  return with_last_name(path).parent_path().string();
}

}  // namespace lanescope
