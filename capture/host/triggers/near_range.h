// Ranges that a condition is not about, though whoever wrote it may have meant them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "capture/host/triggers/condition.h"

namespace lanescope {

struct NearRange {
  /// Those that were likelier meant first.
  enum class Kind : std::uint8_t {
    Mark,       // it has the name, but is a mark, which has no length
    OtherCase,  // "Load" for "load"
    Longer,     // "load 7" for "load"
  };
  Kind kind = Kind::Mark;
  std::string name;
  std::uint32_t process = 0;  // in which process of the recording
  std::uint32_t tid = 0;
};

/// How a name that the condition is not about is like those that it is about; nullopt: it is not.
std::optional<NearRange::Kind> near_kind(const TriggerCondition& condition, std::string_view name);

}  // namespace lanescope
