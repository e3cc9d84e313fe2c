#include "core/base/text/demangle.h"

#include <utility>

// The libsupc++ function under abi::__cxa_demangle: it writes in pieces and can be stopped at any.
// NOLINTNEXTLINE(bugprone-reserved-identifier,readability-identifier-naming): their name
extern "C" int __gcclibcxx_demangle_callback(const char* symbol,
                                             void (*write)(const char*, std::size_t, void*),
                                             void* into);

namespace lanescope {
namespace {

struct TooLong {};

struct Plain {
  std::string text;
  std::size_t most_bytes;
};

void append_piece(const char* piece, std::size_t bytes, void* into) {
  auto& plain = *static_cast<Plain*>(into);
  if (plain.text.size() + bytes > plain.most_bytes) throw TooLong{};
  plain.text.append(piece, bytes);
}

}  // namespace

std::optional<std::string> demangled(const std::string& symbol, std::size_t most_bytes) {
  Plain plain{{}, most_bytes};
  try {
    if (__gcclibcxx_demangle_callback(symbol.c_str(), append_piece, &plain) != 0)
      return std::nullopt;
  } catch (const TooLong&) {
    return std::nullopt;
  }
  return std::move(plain.text);
}

}  // namespace lanescope
