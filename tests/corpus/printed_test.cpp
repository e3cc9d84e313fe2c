// All that is printed of real traces is what it was when somebody last looked. It is too much to be
// kept: printed.golden has a hash of each part. LANESCOPE_RENEW_GOLDEN=1 writes it anew; print a
// part with the program before and after to see what has changed.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tests/core/base/temp_folder.h"
#include "tests/corpus/corpus.h"
#include "tests/paths.h"
#include "tests/program_output.h"
#include "tests/skip.h"
#include "tests/text_hash.h"

namespace fs = std::filesystem;
using namespace lanescope;

namespace {

/// Bytes of a file up to which all is printed; the rest takes too long.
constexpr std::uintmax_t kMedium = 500'000;

using Parts = std::map<std::string, std::string>;  // by "FILE BYTES: PART", the hash

std::string golden_path() {
  return source_folder() + "/tests/corpus/printed.golden";
}

std::string hash_of(const std::string& text) {
  return fmt::format("{:016x}", text_hash(text));
}

/// A document in parts, so that one sees where it has changed.
void add_document(const std::string& title, const std::string& text, Parts& parts) {
  const auto document = nlohmann::ordered_json::parse(text, nullptr, false);
  if (!document.is_object()) {
    parts[title] = hash_of(text);
    return;
  }
  for (const auto& [key, value] : document.items())
    parts[title + ", " + key] = hash_of(value.dump());
}

class Printed {
 public:
  explicit Printed(const fs::path& trace)
      : folder_(trace.parent_path().string()),
        name_(trace.filename().string()),
        title_(fmt::format("{} {}: ", name_, fs::file_size(trace))) {
    add("report {} --json");
    add("report {} --only ops --group-by stack --json");
    if (fs::file_size(trace) > kMedium) return;
    for (const char* const arguments :
         {"report {} --window whole --json", "report {} --window hta --json",
          "report {} --only ops --group-by module --json",
          "report {} --only ops --group-by shape --json", "report {}", "report {} --markdown",
          "info {} --json", "compare {} {} --json", "search {} 'dur>20us' --limit 2000 --json"})
      add(arguments);
    add_converted();
  }
  [[nodiscard]] const Parts& parts() const { return parts_; }

 private:
  void add(const std::string& arguments) {
    std::string line = arguments;
    for (std::size_t at = 0; (at = line.find("{}")) != std::string::npos;)
      line.replace(at, 2, "'" + name_ + "'");
    add_document(title_ + arguments, output(line), parts_);
  }
  void add_converted() {
    const TempFolder temp;
    const std::string file = temp.path() + "/converted.json";
    const std::string words = output("convert '" + name_ + "' --counters -o '" + file + "'");
    parts_[title_ + "convert"] = fs::exists(file) ? hash_of(text_in(file)) : hash_of(words);
  }
  [[nodiscard]] std::string output(const std::string& line) const {
    return program_output(LANESCOPE_PROGRAM, line, folder_, 2).text;
  }

  std::string folder_, name_, title_;
  Parts parts_;
};

std::string text_of(const Parts& parts) {
  std::string text;
  for (const auto& [part, hash] : parts) text += hash + " " + part + "\n";
  return text;
}

Parts golden_parts() {
  Parts parts;
  std::ifstream file(golden_path());
  for (std::string line; std::getline(file, line);) {
    const std::size_t blank = line.find(' ');
    parts[line.substr(blank + 1)] = line.substr(0, blank);
  }
  return parts;
}

std::vector<fs::path> traces() {
  std::vector<fs::path> files;
  for (const CorpusTrace& one : corpus_traces(corpus_folder())) files.push_back(one.trace);
  for (const fs::path& file : files_in(corpus_folder() / "formats")) {
    if (fs::exists(file.string() + ".expected.json")) files.push_back(file);
  }
  return files;
}

}  // namespace

TEST_CASE("all that is printed of real traces is what it was") {
  Parts now;
  for (const fs::path& trace : traces()) now.merge(Parts(Printed(trace).parts()));
  const char* const renew = std::getenv("LANESCOPE_RENEW_GOLDEN");
  if (renew != nullptr && std::string(renew) == "1") {
    std::ofstream(golden_path()) << text_of(now);
    return;
  }
  const Parts before = golden_parts();
  std::size_t known = 0;
  for (const auto& [part, hash] : now) {
    const auto found = before.find(part);
    if (found == before.end()) continue;  // of a trace nobody looked at, or another of that name
    ++known;
    CHECK_MESSAGE(found->second == hash, part);
  }
  if (known == 0) skip_case("none of these traces was looked at before");
}
