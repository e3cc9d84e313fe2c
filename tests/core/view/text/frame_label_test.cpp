#include "core/view/text/frame_label.h"

#include <doctest/doctest.h>

namespace lanescope {

TEST_CASE("a frame's label begins with the function, which tells narrow slices apart") {
  CHECK(frame_label("src/train.py(2): slow_item") == "slow_item  train.py:2");
  CHECK(frame_label("<frozen importlib._bootstrap>(1165): _find_and_load") ==
        "_find_and_load  <frozen importlib._bootstrap>:1165");
  CHECK(frame_label("train.py:5") == "train.py:5");
  CHECK(frame_label("") == "");
}

TEST_CASE("labels of frames are kept by name") {
  StringPool pool;
  const StringId frame = pool.intern("train.py(2): slow_item");
  FrameLabels labels(pool.freeze());
  const std::string_view first = labels.of(frame);
  CHECK(first == "slow_item  train.py:2");
  CHECK(labels.of(frame).data() == first.data());
  CHECK(labels.of(StringId{9999}).empty());
  CHECK(FrameLabels().of(frame).empty());
}

}  // namespace lanescope
