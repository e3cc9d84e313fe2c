// Finds the nearest operators of some kinds around GPU work, visiting each operator once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/analysis/host/site.h"
#include "core/store/slice_finder.h"
#include "core/store/snapshot.h"

namespace lanescope {

class EnclosingOps {
 public:
  /// Which of several kinds an operator is of: bit 0 for role 0, and so on.
  using Roles = std::uint8_t;
  static constexpr std::size_t kMostRoles = 3;

  /// `roles_of` is called once per name; true is role 0.
  EnclosingOps(const Snapshot& snapshot, std::function<Roles(std::string_view)> roles_of)
      : slices_(snapshot),
        roles_of_(std::move(roles_of)),
        roles_(snapshot.strings->size()),
        answer_of_(snapshot.slice_count) {}

  /// The innermost operator with a role around the launch of a GPU event, given its entry in
  /// TrackChunk::link; None if there is none. Cost: over all calls, linear in the operators.
  EventId around(EventId link, std::size_t role = 0) { return of(number(link), role); }

  /// A small number for the operators with roles around the launch of a GPU event, the same for all
  /// work with the same ones; 0 if there are none. Cost: that of around().
  std::uint32_t number(EventId link) {
    const EventId op = innermost_op(slices_, link);
    return op == EventId::None ? 0 : answer(op) - kNothing;
  }
  /// The innermost operator with a role among those with a number.
  [[nodiscard]] EventId of(std::uint32_t number, std::size_t role = 0) const {
    return answers_[number + kNothing][role];
  }

 private:
  /// By role: the innermost such operator. Operators without a role have that of the one around.
  using Answer = std::array<EventId, kMostRoles>;

  std::uint32_t answer(EventId op) {
    passed_.clear();
    std::uint32_t answer = 0;
    while (op != EventId::None && (answer = answer_of_[index_of(op)]) == 0) {
      const auto at = slices_.find(op);
      passed_.push_back({op, roles_of(at->chunk->name[at->slice])});
      op = at->chunk->link[at->slice];
    }
    if (answer == 0) answer = kNothing;
    for (; !passed_.empty(); passed_.pop_back()) {
      const auto& [inner, roles] = passed_.back();
      if (roles != 0) answer = add(answers_[answer], inner, roles);
      answer_of_[index_of(inner)] = answer;
    }
    return answer;
  }

  std::uint32_t add(Answer around, EventId op, Roles roles) {
    for (std::size_t role = 0; role < kMostRoles; ++role) {
      if ((roles >> role & 1U) != 0) around[role] = op;
    }
    answers_.push_back(around);
    return static_cast<std::uint32_t>(answers_.size()) - 1;
  }

  Roles roles_of(StringId name) {
    Roles& known = roles_[index_of(name)];
    if (known == 0) known = kKnown | roles_of_(slices_.snapshot().text(name));
    return known & static_cast<Roles>(~kKnown);
  }

  static constexpr Roles kKnown = 0x80;
  static constexpr std::uint32_t kNothing = 1;

  struct Passed {
    EventId op;
    Roles roles;
  };

  SliceFinder slices_;
  std::function<Roles(std::string_view)> roles_of_;
  std::vector<Roles> roles_;              // by name, with kKnown; 0 before
  std::vector<std::uint32_t> answer_of_;  // by operator, into answers_; 0 before
  std::vector<Answer> answers_{2, Answer{EventId::None, EventId::None, EventId::None}};
  std::vector<Passed> passed_;  // by answer()
};

}  // namespace lanescope
