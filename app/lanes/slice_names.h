// What the slices of some lanes are called instead of their short names.
#pragma once

#include <string_view>

#include "core/view/lanes/model.h"
#include "core/view/lanes/state_labels.h"
#include "core/view/text/frame_label.h"
#include "core/view/text/short_name.h"

namespace lanescope {

class SliceNames {
 public:
  SliceNames() = default;
  virtual ~SliceNames() = default;
  SliceNames(const SliceNames&) = delete;
  SliceNames& operator=(const SliceNames&) = delete;

  /// Valid until the next call.
  virtual std::string_view of(const LaneRect& rect) = 0;
};

/// In narrow slices of samples, file names that all begin alike tell nothing apart.
class FrameNames final : public SliceNames {
 public:
  explicit FrameNames(FrameLabels& labels) : labels_(labels) {}
  std::string_view of(const LaneRect& rect) override { return labels_.of(rect.name); }

 private:
  FrameLabels& labels_;
};

/// Of the states of a thread.
class StateNames final : public SliceNames {
 public:
  StateNames(const StateLabels& labels, ShortNames& names) : labels_(labels), names_(names) {}
  std::string_view of(const LaneRect& rect) override {
    // A block is named after the longest of its slices.
    const std::string_view label = rect.count == 1 ? labels_.of(rect.event) : std::string_view();
    return label.empty() ? names_.of(rect.name) : label;
  }

 private:
  const StateLabels& labels_;
  ShortNames& names_;
};

}  // namespace lanescope
