// check_signs ROOT: holds what READMEs and the pages in .github say of the tree against the tree.
// A folder of more than ten files has a README; a file that is named in backticks is there; each
// arrow of a picture joins two files of which one includes the other. Prints one line per breach;
// exits 1 when there is any, 3 when ROOT is no tree.
#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace fs = std::filesystem;

namespace {

constexpr std::array<std::string_view, 6> kTops{"app",  "assets",      "capture",
                                                "core", "third_party", "tests"};
constexpr int kMostWithoutReadme = 10;
/// Made by hand on a machine with a GPU, see tests/gpu.
constexpr std::string_view kMadeByHand = "tests/fixtures";

struct Tree {
  fs::path root;
  std::vector<std::string> files;  // below the tops, from the root, sorted
  std::vector<std::string> pages;  // what is read: READMEs, and the pages in .github
};

bool is_generated(const fs::path& folder) {
  const std::string name = folder.filename().string();
  return name.starts_with('.') || name == "__pycache__";
}

Tree read_tree(const fs::path& root) {
  Tree tree{root, {}, {}};
  for (const std::string_view top : kTops) {
    if (!fs::is_directory(root / top)) continue;
    for (fs::recursive_directory_iterator at(root / top), end; at != end; ++at) {
      const std::string file = fs::relative(at->path(), root).generic_string();
      const bool skipped = is_generated(at->path()) || file == "tests/tools/bad_tree" ||
                           file == "tests/fuzz/regressions";
      if (at->is_directory() && skipped) at.disable_recursion_pending();
      if (at->is_regular_file()) tree.files.push_back(file);
      if (at->is_regular_file() && file.ends_with("/README.md")) tree.pages.push_back(file);
    }
  }
  if (fs::exists(root / "README.md")) tree.pages.emplace_back("README.md");
  if (fs::is_directory(root / ".github")) {
    for (const auto& entry : fs::directory_iterator(root / ".github")) {
      if (entry.is_regular_file())
        tree.pages.push_back(".github/" + entry.path().filename().string());
    }
  }
  std::ranges::sort(tree.files);
  std::ranges::sort(tree.pages);
  return tree;
}

std::string folder_of(const std::string& file) {
  return file.substr(0, std::min(file.rfind('/'), file.size()));
}

int count_missing_readmes(const Tree& tree) {
  std::map<std::string, int> folders;
  for (const std::string& file : tree.files) ++folders[folder_of(file)];
  int missing = 0;
  for (const auto& [folder, count] : folders) {
    if (count <= kMostWithoutReadme || fs::exists(tree.root / folder / "README.md")) continue;
    std::printf("%s: has %d files and no README.md\n", folder.c_str(), count);
    ++missing;
  }
  return missing;
}

/// A path, or the name of a file with an ending that sources and pages have; no pattern, such as
/// `tests/core/FOLDER/STREET/FILE_test.cpp`, and nothing that the build makes.
bool names_file(std::string_view word) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '/';
  };
  if (word.empty() || word.front() == '.' || word.front() == '/') return false;
  const std::string_view name = word.substr(word.rfind('/') + 1);
  if (name == "README.md" || name == "CMakeLists.txt") return true;
  if (!std::ranges::all_of(word, plain)) return false;
  const bool in_tree = std::ranges::any_of(kTops, [word](std::string_view top) {
    return word.starts_with(top) && word.substr(top.size()).starts_with('/');
  });
  const bool has_ending =
      std::ranges::any_of(std::array<std::string_view, 4>{".h", ".cpp", ".cmake", "_test"},
                          [word](std::string_view ending) {
                            return word.size() > ending.size() && word.ends_with(ending);
                          });
  return in_tree || has_ending;
}

/// Whether the file, or the pair of header and source, is in the tree: from the root, from the
/// page's folder, or anywhere below that; a test, anywhere among the tests.
bool is_there(const Tree& tree, const std::string& folder, const std::string& word) {
  const std::string name = word.ends_with('/') ? word.substr(0, word.size() - 1) : word;
  if (name == kMadeByHand) return true;
  for (const char* const ending : {"", ".h", ".cpp"}) {
    if (fs::exists(tree.root / (name + ending)) || fs::exists(tree.root / folder / (name + ending)))
      return true;
    const std::string below = "/" + name + ending;
    const bool found = std::ranges::any_of(tree.files, [&](const std::string& file) {
      const bool in_reach = folder.empty() || file.starts_with(folder + "/") ||
                            (file.starts_with("tests/") && file.ends_with("_test.cpp"));
      return in_reach && file.ends_with(below);
    });
    if (found) return true;
  }
  return false;
}

/// What stands between backticks in a line.
std::vector<std::string> quoted_words(std::string_view line) {
  std::vector<std::string> words;
  for (std::size_t at = line.find('`'); at != line.npos; at = line.find('`', at + 1)) {
    const std::size_t end = line.find('`', at + 1);
    if (end == line.npos) break;
    words.emplace_back(line.substr(at + 1, end - at - 1));
    at = end;
  }
  return words;
}

std::string text_of(const fs::path& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// Header and source of a pair, as one text.
std::string pair_text(const Tree& tree, const std::string& file) {
  const std::string stem = file.substr(0, file.rfind('.'));
  return text_of(tree.root / (stem + ".h")) + text_of(tree.root / (stem + ".cpp"));
}

bool includes(const std::string& text, const std::string& file) {
  return text.find("#include \"" + file.substr(0, file.rfind('.')) + ".h\"") != text.npos;
}

/// A picture in Mermaid: `name["path<br>words"]` is a file, `a -->|word| b` joins two.
class Picture {
 public:
  Picture(const Tree& tree, const std::string& page) : tree_(tree), page_(page) {}

  /// How many breaches the line has.
  int add(const std::string& line, int number) {
    if (const std::size_t open = line.find("[\""); open != line.npos)
      return add_file(line, open, number);
    if (const std::size_t arrow = line.find("-->"); arrow != line.npos)
      return add_arrow(line, arrow, number);
    return 0;
  }

 private:
  static std::string trimmed(std::string text) {
    text.erase(0, std::min(text.find_first_not_of(' '), text.size()));
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
  }

  int add_file(const std::string& line, std::size_t open, int number) {
    const std::string path = line.substr(open + 2, line.find_first_of("<\"", open + 2) - open - 2);
    files_[trimmed(line.substr(0, open))] = path;
    if (fs::exists(tree_.root / path)) return 0;
    return breach(number, "the picture names a file that is not there: " + path);
  }

  int add_arrow(const std::string& line, std::size_t arrow, int number) {
    const std::string from = files_[trimmed(line.substr(0, arrow))];
    std::string rest = trimmed(line.substr(arrow + 3)), word;
    if (rest.starts_with('|')) {
      word = rest.substr(1, rest.find('|', 1) - 1);
      rest = trimmed(rest.substr(rest.find('|', 1) + 1));
    }
    const std::string to = files_[rest];
    if (from.empty() || to.empty())
      return breach(number, "an arrow of the picture has no file: " + trimmed(line));
    const std::string from_text = pair_text(tree_, from), to_text = pair_text(tree_, to);
    if (!includes(from_text, to) && !includes(to_text, from))
      return breach(number, "neither includes the other: " + from + ", " + to);
    if (!word.empty() &&
        (from_text.find(word) == from_text.npos || to_text.find(word) == to_text.npos))
      return breach(number, "not in both files: " + word + " of " + from + ", " + to);
    return 0;
  }

  int breach(int number, const std::string& what) const {
    std::printf("%s:%d: %s\n", page_.c_str(), number, what.c_str());
    return 1;
  }

  const Tree& tree_;
  const std::string& page_;
  std::map<std::string, std::string> files_;
};

int count_page_breaches(const Tree& tree, const std::string& page) {
  const std::string folder =
      page.starts_with(".github/") || page == "README.md" ? "" : folder_of(page);
  std::ifstream stream(tree.root / page);
  int breaches = 0;
  Picture picture(tree, page);
  std::string fence;  // of the block of code that the line is in
  std::string line;
  for (int number = 1; std::getline(stream, line); ++number) {
    if (line.starts_with("```")) {
      fence = fence.empty() ? line : "";
    } else if (fence == "```mermaid") {
      breaches += picture.add(line, number);
    } else if (fence.empty()) {
      for (const std::string& word : quoted_words(line)) {
        if (!names_file(word) || is_there(tree, folder, word)) continue;
        std::printf("%s:%d: names a file that is not there: %s\n", page.c_str(), number,
                    word.c_str());
        ++breaches;
      }
    }
  }
  return breaches;
}

}  // namespace

int main(int argument_count, char** arguments) {
  if (argument_count != 2 || !fs::is_directory(arguments[1])) {
    std::fprintf(stderr, "usage: check_signs ROOT\n");
    return 3;
  }
  const Tree tree = read_tree(arguments[1]);
  if (tree.files.empty() || tree.pages.empty()) {
    std::fprintf(stderr, "check_signs: no tree with READMEs at %s\n", arguments[1]);
    return 3;
  }
  int breaches = count_missing_readmes(tree);
  for (const std::string& page : tree.pages) breaches += count_page_breaches(tree, page);
  std::printf("%zu pages, %d breaches\n", tree.pages.size(), breaches);
  return breaches == 0 ? 0 : 1;
}
