#include "core/base/check.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>

namespace lanescope {
namespace {

void print_text(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
}

/// "core/store/lod.cpp" from a path that may be absolute.
std::string_view path_in_tree(std::string_view path) {
  std::size_t begin = path.size();
  for (const std::string_view top : {"/core/", "/capture/", "/app/", "/tests/"}) {
    if (const std::size_t at = path.rfind(top); at != std::string_view::npos)
      begin = std::min(begin, at + 1);
  }
  return path.substr(begin == path.size() ? 0 : begin);
}

void print_expected(std::string_view expected, std::initializer_list<CheckValue> values) {
  const CheckValue* next = values.begin();
  while (true) {
    const std::size_t hole = expected.find("{}");
    if (hole == std::string_view::npos || next == values.end()) break;
    print_text(expected.substr(0, hole));
    next->print();
    ++next;
    expected.remove_prefix(hole + 2);
  }
  print_text(expected);
}

}  // namespace

void CheckValue::print() const {
  switch (kind_) {
    case Kind::Signed:
      std::fprintf(stderr, "%" PRId64, signed_);
      break;
    case Kind::Unsigned:
      std::fprintf(stderr, "%" PRIu64, unsigned_);
      break;
    case Kind::Real:
      std::fprintf(stderr, "%.17g", real_);
      break;
    case Kind::Text:
      print_text(text_);
      break;
  }
}

void check_failed(const char* file, int line, const char* condition, std::string_view expected,
                  std::initializer_list<CheckValue> values) {
  print_text(path_in_tree(file));
  std::fprintf(stderr, ":%d: check failed: %s; expected ", line, condition);
  print_expected(expected, values);
  std::fputc('\n', stderr);
  std::fflush(stderr);
  std::abort();
}

}  // namespace lanescope
