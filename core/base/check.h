// LANESCOPE_CHECK(condition, expected, values...) states an invariant where it is relied on. If it
// does not hold, the program is wrong: file, line, condition, what was expected and the values are
// printed to stderr, and the process aborts.
//
//   LANESCOPE_CHECK(first <= last, "a run of slices from {} to {}", first, last);
//
// Only for mistakes in this program: columns are sorted, an index is in range, vectors have the
// same length, a state is possible, a call comes from the owning thread. Never for external input -
// a file, an argument, the environment, a message from another process: that gives an Error or a
// line in the load report, since no input may end the program. Never in the capture agent, which
// runs inside other people's programs and has its own version (capture/agent/check.h).
//
// Enabled in every build, so that what is tested is what users run: all checks together cost less
// than the variation of loading and drawing from run to run. -DLANESCOPE_CHECKS=OFF compiles them
// out; then neither the condition nor the values are evaluated, so neither may have side effects.
//
// LANESCOPE_SLOW_CHECK is for checks that cost more than a few instructions per call: a pass over a
// column, or an index in the innermost loop. It is enabled only where the standard library's own
// assertions are (_GLIBCXX_ASSERTIONS), as in the dev presets.
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <type_traits>

namespace lanescope {

/// One value in the report of a failed check: a number, an enumerator (as its number) or text.
class CheckValue {
 public:
  enum class Kind : std::uint8_t { Signed, Unsigned, Real, Text };

  template <typename T>
  requires std::integral<T> || std::is_enum_v<T> CheckValue(T value) {
    if constexpr (std::is_enum_v<T>) {
      *this = CheckValue(static_cast<std::underlying_type_t<T>>(value));
    } else if constexpr (std::is_signed_v<T>) {
      kind_ = Kind::Signed;
      signed_ = value;  // NOLINT(bugprone-signed-char-misuse): printed as a number
    } else {
      kind_ = Kind::Unsigned;
      unsigned_ = value;
    }
  }
  CheckValue(double value) : kind_(Kind::Real), real_(value) {}
  CheckValue(std::string_view value) : kind_(Kind::Text), text_(value) {}

  /// Prints it to stderr.
  void print() const;

 private:
  Kind kind_ = Kind::Unsigned;
  std::int64_t signed_ = 0;
  std::uint64_t unsigned_ = 0;
  double real_ = 0;
  std::string_view text_;
};

/// Reports and aborts. Each {} in `expected` is replaced by the next of `values`. Allocates
/// nothing, so it works even when out of memory. Any thread.
[[noreturn, gnu::cold]] void check_failed(const char* file, int line, const char* condition,
                                          std::string_view expected,
                                          std::initializer_list<CheckValue> values);

template <typename... Values>
[[noreturn, gnu::cold, gnu::noinline]] void check_failed_with(const char* file, int line,
                                                              const char* condition,
                                                              const char* expected,
                                                              const Values&... values) {
  check_failed(file, line, condition, expected, {CheckValue(values)...});
}

}  // namespace lanescope

// sizeof evaluates nothing, but variables that only a check uses count as used.
#define LANESCOPE_UNCHECKED(condition) static_cast<void>(sizeof(static_cast<bool>(condition)))

#if defined(LANESCOPE_NO_CHECKS)
#define LANESCOPE_CHECK(condition, ...) LANESCOPE_UNCHECKED(condition)
#else
#define LANESCOPE_CHECK(condition, ...)                 \
  (__builtin_expect(static_cast<bool>(condition), true) \
       ? static_cast<void>(0)                           \
       : ::lanescope::check_failed_with(__FILE__, __LINE__, #condition, __VA_ARGS__))
#endif

#if defined(_GLIBCXX_ASSERTIONS) && !defined(LANESCOPE_NO_CHECKS)
#define LANESCOPE_SLOW_CHECK(condition, ...) LANESCOPE_CHECK(condition, __VA_ARGS__)
#else
#define LANESCOPE_SLOW_CHECK(condition, ...) LANESCOPE_UNCHECKED(condition)
#endif
