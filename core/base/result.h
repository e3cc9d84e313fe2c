// Result<T>: a value or an Error. Errors caused by the environment (a file that cannot be read) are
// returned this way; faults inside a trace go to the load report instead.
#pragma once

#include <string>
#include <utility>
#include <variant>

#include "core/base/check.h"

namespace lanescope {

/// What went wrong. `message` is one line that the user can act on, without the file's name and
/// without a trailing full stop.
struct Error {
  enum class Kind { NotFound, Unreadable, WrongFormat, Cancelled, Unsupported, Invalid };
  Kind kind = Kind::Invalid;
  std::string message;
};

template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value)
      : state_(std::in_place_index<0>, std::move(value)) {}  // NOLINT(google-explicit-constructor)
  Result(Error error)
      : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT(google-explicit-constructor)

  [[nodiscard]] bool ok() const { return state_.index() == 0; }

  /// Only when ok().
  T& value() & {
    LANESCOPE_CHECK(ok(), "a value instead of the error \"{}\"", std::get<1>(state_).message);
    return *std::get_if<0>(&state_);
  }
  const T& value() const& {
    LANESCOPE_CHECK(ok(), "a value instead of the error \"{}\"", std::get<1>(state_).message);
    return *std::get_if<0>(&state_);
  }
  T&& value() && {
    LANESCOPE_CHECK(ok(), "a value instead of the error \"{}\"", std::get<1>(state_).message);
    return std::move(*std::get_if<0>(&state_));
  }

  /// Only when !ok().
  [[nodiscard]] const Error& error() const {
    LANESCOPE_CHECK(!ok(), "an error instead of a value");
    return *std::get_if<1>(&state_);
  }

 private:
  std::variant<T, Error> state_;
};

}  // namespace lanescope
