// Latest<Key, Value>: for what is asked for anew in every frame of a drag. Unlike Background alone,
// it lets a computation end before it begins the next one, so that something is shown on the way.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "core/view/results/background.h"

namespace lanescope {

/// One thread.
template <typename Key, typename Value>
class Latest {
 public:
  explicit Latest(const std::function<void()>& done) : work_(done, Urgency::Quick) {}

  /// Starts what is wanted when nothing runs. `make(key)` gives the computation; it is called with
  /// the key that is wanted, and only when that one is started.
  template <typename Make>
  void ask(const Key& wanted, const Make& make) {
    wanted_ = wanted;
    if (current()) return;
    if (!asked_ || shown_for_ == asked_) {
      asked_ = wanted;
      compute_ = make(wanted);
    }
    const auto answer = work_.ask(*asked_, compute_);
    if (!answer.current) return;
    value_ = answer.value;
    shown_for_ = asked_;
  }

  /// The newest value, of whatever key; null before the first.
  [[nodiscard]] const std::shared_ptr<const Value>& value() const { return value_; }
  /// What the value was asked for with; nullopt before the first.
  [[nodiscard]] const std::optional<Key>& value_key() const { return shown_for_; }
  /// Whether it is what was wanted last.
  [[nodiscard]] bool current() const { return shown_for_.has_value() && shown_for_ == wanted_; }
  /// Forgets the value, because it belongs to something that is no more.
  void forget() {
    value_.reset();
    shown_for_.reset();
    asked_.reset();
  }

 private:
  std::optional<Key> wanted_, asked_, shown_for_;
  std::function<Value(const std::stop_token&)> compute_;
  std::shared_ptr<const Value> value_;
  Background<Key, Value> work_;
};

}  // namespace lanescope
