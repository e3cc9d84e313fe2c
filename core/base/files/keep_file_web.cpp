// The browser keeps texts by name, some megabytes of them: settings and notes, no pictures. The
// page says so when it keeps no more.
#include "core/base/files/keep_file.h"

#include <cstdlib>
#include <emscripten.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

// See app/web/library.js.
extern "C" {
void lanescope_keep(const char* path, const char* text);
void lanescope_restore_all();
}

namespace lanescope {

void keep_file(const std::string& path) {
  if (!path.ends_with(".json") || path.starts_with("/saved/")) return;
  std::ifstream file(path, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  lanescope_keep(path.c_str(), text.c_str());
}

void restore_kept_files() {
  lanescope_restore_all();
}

}  // namespace lanescope

extern "C" EMSCRIPTEN_KEEPALIVE void lanescope_restore(const char* path, const char* text) {
  std::error_code ignored;
  std::filesystem::create_directories(std::filesystem::path(path).parent_path(), ignored);
  std::ofstream(path, std::ios::binary) << text;
}
