#include "core/session/laid_trace.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <random>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace lanescope {
namespace {

namespace fs = std::filesystem;

/// A new folder that only this user can read, as a recording may be.
std::optional<fs::path> new_folder() {
  constexpr int kTries = 8;
  std::error_code error;
  const fs::path temporary = fs::temp_directory_path(error);
  if (error) return std::nullopt;
  std::random_device random;
  for (int i = 0; i < kTries; ++i) {
    const fs::path folder = temporary / fmt::format("lanescope_laid_{:08x}", random());
    if (!fs::create_directory(folder, error) || error) continue;
    fs::permissions(folder, fs::perms::owner_all, error);
    return folder;
  }
  return std::nullopt;
}

/// "run.json" for "/data/run.json.gz" and "/data/run.lanes": it is not compressed, which takes
/// longer.
std::string name_of(const std::string& trace) {
  fs::path name = fs::path(trace).filename();
  if (name.extension() == ".gz" || name.extension() == ".zst") name = name.stem();
  return name.stem().string() + ".json";
}

/// The texts are read from the file, so it goes after them.
struct TextsInFile {
  explicit TextsInFile(LaidTrace laid) : file(std::move(laid)) {}
  LaidTrace file;
  std::shared_ptr<const EventTexts> texts;
};

}  // namespace

Result<LaidTrace> LaidTrace::make(const std::string& trace, const LaidProfile& profile,
                                  const LaidWriting& writing) {
  const auto folder = new_folder();
  if (!folder)
    return Error{Error::Kind::Unreadable, trace + ": there is no temporary folder to write to"};
  LaidTrace laid(folder->string(), (*folder / name_of(trace)).string());
  if (auto error = write_with_profile(laid.path(), trace, profile, laid.sources_, writing))
    return *error;
  return laid;
}

LaidTrace::~LaidTrace() {
  std::error_code ignored;
  if (!folder_.empty()) fs::remove_all(folder_, ignored);
}

Result<LoadedTrace> load_with_profile(const std::string& trace, const LaidProfile& profile,
                                      const LoadOptions& options) {
  auto laid = LaidTrace::make(trace, profile, {options.progress, true});
  if (!laid.ok()) return laid.error();
  const auto kept = std::make_shared<TextsInFile>(std::move(laid).value());
  begin_stage(options.progress);
  auto loaded = load_trace(kept->file.path(), options);
  if (!loaded.ok()) return Error{loaded.error().kind, trace + ": " + loaded.error().message};
  kept->texts = loaded.value().texts;
  auto named = std::make_shared<Snapshot>(*loaded.value().snapshot);
  name_sources(kept->file.sources(), *named);
  return LoadedTrace{std::move(named), {kept, kept->texts.get()}};
}

}  // namespace lanescope
