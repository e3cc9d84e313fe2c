#include "core/base/files/program_files.h"

#include <algorithm>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string_view>
#include <system_error>
#include <zstd.h>

#include <fmt/format.h>

#include "core/base/files/carried.h"
#include "core/base/files/replace_file.h"
#include "core/base/files/system_file.h"
#include "core/base/files/user_folders.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

std::optional<std::string> find_beside(const fs::path& folder, const std::string& name) {
  if (folder.empty()) return std::nullopt;
  for (const char* place : {".", "../lib/lanescope", "../share/lanescope"}) {
    std::error_code error;
    const fs::path path = (folder / place / name).lexically_normal();
    if (fs::exists(path, error)) return path.string();
  }
  return std::nullopt;
}

bool is_carried(const std::string& name) {
  return std::ranges::any_of(carried_files(), [&](const CarriedFile& file) {
    const std::string_view own = file.name;
    return own == name || (own.starts_with(name) && own.substr(name.size()).starts_with('/'));
  });
}

std::optional<Error> unpack(const CarriedFile& file, const fs::path& path) {
  std::error_code ignored;
  const bool is_there = fs::file_size(path, ignored) == file.size;
  if (is_there && (file.executable == 0 || can_run(path.string()))) return std::nullopt;
  fs::create_directories(path.parent_path(), ignored);
  std::string bytes(file.size, '\0');
  const auto packed = static_cast<std::size_t>(file.end - file.begin);
  if (ZSTD_decompress(bytes.data(), bytes.size(), file.begin, packed) != file.size)
    return Error{Error::Kind::WrongFormat,
                 fmt::format("{} inside the program is damaged; reinstall Lanescope", file.name)};
  if (auto error = replace_file(path.string(), bytes)) {
    return Error{error->kind, fmt::format("{}: {}", path.string(), error->message)};
  }
  if (file.executable != 0) fs::permissions(path, fs::perms::owner_all, ignored);
  return std::nullopt;
}

std::optional<Error> unpack_all(const fs::path& folder) {
  if (auto error = make_private_folder(folder)) return error;
  for (const CarriedFile& file : carried_files()) {
    if (auto error = unpack(file, folder / file.name)) return error;
  }
  return std::nullopt;
}

/// The folder that holds all carried files.
Result<fs::path> unpacked_folder() {
  std::optional<Error> first;
  for (const fs::path& folder : own_cache_folders(fmt::format("carried-{}", carried_hash()))) {
    auto error = unpack_all(folder);
    if (!error) return folder;
    if (!first) first = std::move(error);
  }
  return Error{first->kind, "files of the program cannot be unpacked: " + first->message};
}

}  // namespace

Result<std::string> find_program_file(const std::string& name) {
  // What is carried comes first: what lies beside a program in a folder of downloads may be
  // anything.
  if (is_carried(name)) {
    static std::mutex one_at_a_time;
    const std::lock_guard lock(one_at_a_time);
    const auto unpacked = unpacked_folder();
    if (!unpacked.ok()) return unpacked.error();
    return (unpacked.value() / name).string();
  }
  const fs::path folder = executable_folder();
  if (const auto path = find_beside(folder, name)) return *path;
  return Error{Error::Kind::NotFound,
               fmt::format("{} is neither in {} nor in {}; install it there", name, folder.string(),
                           (folder.parent_path() / "lib" / "lanescope").string())};
}

bool has_program_file(const std::string& name) {
  return is_carried(name) || find_beside(executable_folder(), name).has_value();
}

}  // namespace lanescope
