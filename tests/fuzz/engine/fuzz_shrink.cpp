#include "tests/fuzz/engine/fuzz_shrink.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

namespace lanescope {
namespace {

/// Pieces that stand one behind the other and can be left out each: the borders between them, one
/// more than there are pieces.
using Borders = std::vector<std::size_t>;

constexpr std::size_t kBytewise = 512;  // inputs up to this size are shrunk byte by byte

/// The elements of lists and members of objects, of valid JSON and of what is nearly that; the
/// largest groups first.
std::vector<Borders> json_pieces(std::string_view text) {
  std::vector<Borders> groups;
  std::vector<Borders> open;
  bool in_string = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (in_string) {
      if (c == '\\') ++at;
      if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '[' || c == '{') {
      open.push_back({at + 1});
    } else if (c == ',' && !open.empty()) {
      open.back().push_back(at + 1);
    } else if ((c == ']' || c == '}') && !open.empty()) {
      open.back().push_back(at);
      if (open.back().front() != at) groups.push_back(std::move(open.back()));
      open.pop_back();
    }
  }
  std::stable_sort(groups.begin(), groups.end(), [](const Borders& a, const Borders& b) {
    return a.back() - a.front() > b.back() - b.front();
  });
  return groups;
}

/// Pieces that begin with the mark, and what stands before the first.
Borders marked_pieces(std::string_view text, std::string_view mark) {
  Borders borders{0};
  for (std::size_t at = text.find(mark); at != std::string_view::npos;
       at = text.find(mark, at + 1)) {
    if (at != 0) borders.push_back(at);
  }
  borders.push_back(text.size());
  return borders;
}

Borders equal_pieces(std::size_t size, std::size_t pieces) {
  Borders borders;
  for (std::size_t i = 0; i <= pieces; ++i) borders.push_back(size * i / pieces);
  return borders;
}

class Shrinker {
 public:
  Shrinker(std::string input, const std::function<bool(const std::string&)>& fails,
           const std::function<bool()>& enough)
      : input_(std::move(input)), fails_(fails), enough_(enough) {}

  std::string run() {
    std::size_t before = 0;
    do {
      before = input_.size();
      for (const std::string_view mark : {"==> ", "LCHK", "\n"})
        leave_out(marked_pieces(input_, mark), false);
      leave_out_json();
      leave_out_bytes();
    } while (input_.size() < before && !enough_());
    return std::move(input_);
  }

 private:
  bool attempt(std::string smaller) {
    if (enough_() || !fails_(smaller)) return false;
    input_ = std::move(smaller);
    return true;
  }

  /// Leaves out runs of pieces, long ones first. `has_commas`: a comma ends each piece but the
  /// last. True: something was left out.
  bool leave_out(Borders borders, bool has_commas) {
    bool any = false;
    for (std::size_t run = borders.size() - 1; run > 0 && !enough_(); run /= 2) {
      for (std::size_t first = 0; first + 1 < borders.size() && !enough_();) {
        const std::size_t last = std::min(first + run, borders.size() - 1);
        std::size_t begin = borders[first];
        const std::size_t end = borders[last];
        // The last piece takes the comma before it along.
        if (has_commas && last == borders.size() - 1 && first > 0) --begin;
        std::string smaller = input_.substr(0, begin) + input_.substr(end);
        if (begin == end || !attempt(std::move(smaller))) {
          first = last;
          continue;
        }
        any = true;
        for (std::size_t i = last + 1; i < borders.size(); ++i) borders[i] -= end - begin;
        borders.erase(borders.begin() + static_cast<std::ptrdiff_t>(first) + 1,
                      borders.begin() + static_cast<std::ptrdiff_t>(last) + 1);
        if (has_commas && begin != borders[first]) borders[first] = begin;
      }
    }
    return any;
  }

  void leave_out_json() {
    // Borders of other groups move when one loses something: looked for anew each time.
    for (std::size_t group = 0;; ++group) {
      const std::vector<Borders> groups = json_pieces(input_);
      if (group >= groups.size() || enough_()) return;
      leave_out(groups[group], true);
    }
  }

  void leave_out_bytes() {
    const std::size_t pieces = input_.size() <= kBytewise ? input_.size() : 64;
    if (pieces > 0) leave_out(equal_pieces(input_.size(), pieces), false);
  }

  std::string input_;
  const std::function<bool(const std::string&)>& fails_;
  const std::function<bool()>& enough_;
};

}  // namespace

std::string shrink(std::string input, const std::function<bool(const std::string&)>& fails,
                   const std::function<bool()>& enough) {
  return Shrinker(std::move(input), fails, enough).run();
}

}  // namespace lanescope
