// Result<T>: a value or an Error. Errors of the world (a file that can not be read) travel this
// way; faults inside a trace go to the load report instead.
#pragma once

#include <cassert>
#include <string>
#include <utility>
#include <variant>

namespace lanescope {

/// What went wrong. `message` is one line a user can act on, without the file's name and without a
/// trailing full stop.
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
    assert(ok());
    return *std::get_if<0>(&state_);
  }
  const T& value() const& {
    assert(ok());
    return *std::get_if<0>(&state_);
  }
  T&& value() && {
    assert(ok());
    return std::move(*std::get_if<0>(&state_));
  }

  /// Only when !ok().
  [[nodiscard]] const Error& error() const {
    assert(!ok());
    return *std::get_if<1>(&state_);
  }

 private:
  std::variant<T, Error> state_;
};

}  // namespace lanescope
