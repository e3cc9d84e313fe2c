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

/// Where "_Z" begins in "_ZN2at3addEf", "__ZN2at3addEf" or "___Z…"; null: it is not mangled.
const char* mangled_part(const std::string& symbol) {
  constexpr std::size_t kMostUnderscores = 3;
  const std::size_t underscores = symbol.find_first_not_of('_');
  const bool is_mangled = underscores != std::string::npos && underscores > 0 &&
                          underscores <= kMostUnderscores && symbol[underscores] == 'Z';
  return is_mangled ? symbol.c_str() + underscores - 1 : nullptr;
}

}  // namespace

std::optional<std::string> demangled(const std::string& symbol, std::size_t most_bytes) {
  // Without "_Z", the library takes names for types: a function f() of C for "float".
  const char* const mangled = mangled_part(symbol);
  if (mangled == nullptr) return std::nullopt;
  Plain plain{{}, most_bytes};
  try {
    if (__gcclibcxx_demangle_callback(mangled, append_piece, &plain) != 0) return std::nullopt;
  } catch (const TooLong&) {
    return std::nullopt;
  }
  return std::move(plain.text);
}

}  // namespace lanescope
