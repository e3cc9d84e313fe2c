#include "tests/fuzz/checks/work_folder.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <unistd.h>

#include "core/base/files/small_file.h"
#include "tests/core/base/temp_folder.h"
#include "tests/fuzz/engine/fuzz_target.h"

namespace lanescope {

namespace fs = std::filesystem;

void enter_work_folder() {
  static const TempFolder folder;
  std::error_code error;
  fs::current_path(folder.path(), error);
  demand(!error, "there is a folder to work in", error.message());
  for (const auto& entry : fs::directory_iterator(".")) fs::remove_all(entry.path(), error);
}

void write_work_file(const std::string& name, std::string_view bytes) {
  const fs::path path(name);
  if (path.has_parent_path()) fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << bytes;
}

std::string read_work_file(const std::string& name) {
  constexpr std::size_t kMost = std::size_t{1} << 30U;
  auto text = read_small_file(name, kMost);
  return text.ok() ? std::move(text).value() : std::string();
}

}  // namespace lanescope
