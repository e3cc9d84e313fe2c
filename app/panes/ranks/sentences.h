// The two sentences above the ranks: what the others waited for, and what to do about it; or what
// the traces are called, and why nothing is said of them together.
#pragma once

#include <string>
#include <vector>

#include "app/panes/ranks/frame.h"

namespace lanescope {

/// For one frame. Each sentence has as many lines as it needs, up to three. The first one loses
/// parts if it needs more; the other one is cut.
class RanksSentences {
 public:
  /// `brief`: only the first one, on at most two lines, because the rows need the room.
  RanksSentences(const RanksFrame& frame, float width_px, bool brief);

  [[nodiscard]] float height_px() const;
  /// Whether one of them needs more than two lines.
  [[nodiscard]] bool crowded() const {
    return shortened_ || summary_.lines > 2 || advice_.lines > 2;
  }
  void draw(Rect area) const;

 private:
  struct Sentence {
    std::string text;
    const Face* face = nullptr;
    ImU32 color = 0;
    float left_px = 0;  // room for an icon
    int lines = 1;
    bool cut = false;
  };
  void fit(Sentence& sentence, float width_px) const;
  void shorten_summary(float width_px);
  [[nodiscard]] float height_of(const Sentence& sentence) const;
  void draw_one(const Sentence& sentence, Rect rect) const;
  void draw_all(Rect area) const;

  const RanksFrame& frame_;
  Sentence summary_, advice_;
  std::vector<std::string> headlines_;  // the longest first
  std::string whole_summary_;
  bool warns_ = false, brief_ = false, shortened_ = false;
};

}  // namespace lanescope
