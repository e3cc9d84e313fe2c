// The stacks of a memory snapshot. Entries share lists of frames, lists share frames, and frames
// share strings; each is visited once.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/check.h"
#include "core/readers/memory/pickle.h"
#include "core/readers/memory/shared_stacks.h"

namespace lanescope {

/// Total cost: linear in the lists of frames, of which at most 256 frames each are kept.
class SnapshotStacks {
 public:
  explicit SnapshotStacks(const PickleData& data) : data_(&data) {}

  /// The number of the stack for a list of frames.
  std::uint32_t number_of(PickleId frames) {
    LANESCOPE_CHECK(shared_ != nullptr, "to number stacks before they are given away");
    const auto [known, is_new] = stacks_.try_emplace(frames, 0);
    if (!is_new) return known->second;
    const auto list = data_->items(frames);
    std::vector<SharedStacks::Frame> stack;
    for (const auto& item : list.first(std::min(list.size(), kMostFrames)))
      stack.push_back(frame_of(item.second));
    return known->second = shared_->add_stack(stack, list.size() - stack.size());
  }

  /// Returns the numbered stacks. number_of() must not be called afterwards.
  [[nodiscard]] std::shared_ptr<const SharedStacks> finish() { return std::move(shared_); }

 private:
  static constexpr std::size_t kMostFrames = 256;

  SharedStacks::Words words_of(PickleId text) {
    const auto [known, is_new] = words_.try_emplace(text);
    if (is_new) known->second = shared_->add_words(data_->text(text));
    return known->second;
  }

  SharedStacks::Frame frame_of(PickleId frame) {
    const auto [known, is_new] = frames_.try_emplace(frame);
    if (is_new) {
      known->second = shared_->add_frame(words_of(data_->find(frame, "filename")),
                                         data_->integer(data_->find(frame, "line")),
                                         words_of(data_->find(frame, "name")));
    }
    return known->second;
  }

  const PickleData* data_;
  std::shared_ptr<SharedStacks> shared_ = std::make_shared<SharedStacks>();
  std::unordered_map<PickleId, std::uint32_t> stacks_;
  std::unordered_map<PickleId, SharedStacks::Frame> frames_;
  std::unordered_map<PickleId, SharedStacks::Words> words_;
};

}  // namespace lanescope
