#include "tests/windows/wine.h"

#include <cstdlib>
#include <filesystem>

#include "tests/core/base/temp_folder.h"
#include "tests/paths.h"
#include "tests/screens/program.h"
#include "tests/skip.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

/// A disk of Windows with its registry. Its server has to end before the folder goes.
class Prefix {
 public:
  Prefix() {
    (void)program_output("sh", "-c '" + variables() + " wineboot --init >/dev/null 2>&1'", "/", 1);
  }
  ~Prefix() { end_all(); }
  Prefix(const Prefix&) = delete;
  Prefix& operator=(const Prefix&) = delete;

  [[nodiscard]] const std::string& path() const { return folder_.path(); }
  void end_all() const {
    (void)program_output("sh", "-c '" + variables() + " wineserver -k -w 2>/dev/null'", "/", 1);
  }

 private:
  [[nodiscard]] std::string variables() const {
    return "WINEPREFIX=" + path() + " WINEDEBUG=-all WINEDLLOVERRIDES=mscoree,mshtml=";
  }

  TempFolder folder_;
};

std::string program_to_test() {
  const char* named = std::getenv("LANESCOPE_WINDOWS_PROGRAM");
  return named != nullptr ? named : source_folder() + "/build/windows/lanescope.exe";
}

const Prefix& the_prefix() {
  static const Prefix prefix;
  return prefix;
}

}  // namespace

Wine::Wine() : program_(program_to_test()), prefix_(the_prefix().path()) {}

void Wine::restart() const {
  the_prefix().end_all();
}

const Wine& Wine::get() {
  if (!fs::exists(program_to_test())) skip_case("lanescope.exe is not built (preset windows)");
  if (!have_program("wine")) skip_case("Wine is not installed");
  static const Wine wine;
  return wine;
}

std::vector<std::pair<std::string, std::string>> Wine::variables() const {
  return {{"WINEPREFIX", prefix_}, {"WINEDEBUG", "-all"}};
}

std::string Wine::command() const {
  std::string words = "env";
  for (const auto& [name, value] : variables()) words += " " + name + "=" + value;
  return words + " wine " + program_;
}

PrintedOutput Wine::run(const std::string& arguments, const std::string& folder) const {
  return program_output("sh", "-c '" + command() + " \"$@\"' sh " + arguments, folder, 1);
}

std::string Wine::user_folder(const std::string& below) const {
  const fs::path users = fs::path(prefix_) / "drive_c" / "users";
  for (const auto& user : fs::directory_iterator(users)) {
    const fs::path folder = user.path() / "AppData" / below;
    if (fs::exists(folder)) return folder.string();
  }
  return {};
}

}  // namespace lanescope
