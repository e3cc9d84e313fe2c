// Gaps of which only samples from outside tell the cause.
#include <doctest/doctest.h>

#include "core/analysis/idle/idle.h"
#include "tests/core/analysis/idle/idle_fixture.h"

using namespace lanescope;

namespace {

/// Thread 1 is in main(), and from 50 to 80 in tokenize(), which reads a file from 60 on.
std::vector<std::string> samples() {
  return {slice("python_sample", "train.py(10): main", "0", "100"),
          slice("python_sample", "data.py(12): tokenize", "50", "30"),
          slice("python_line", "data.py:41", "50", "10"),
          slice("python_line", "data.py:44", "60", "20"),
          slice("thread_state", "running", "0", "60"),
          slice("thread_state", "read /data/a.bin", "60", "20"),
          slice("thread_state", "running", "80", "20")};
}

}  // namespace

TEST_CASE("where the launching thread recorded nothing, its samples tell what it did") {
  std::vector<std::string> host = samples();
  host.push_back(slice("cpu_op", "aten::mm", "20", "30"));
  const Idle idle(with_gap(host));
  CHECK(idle.time.has_samples);
  CHECK_FALSE(idle.time.has_python);
  CHECK(idle.of(IdleClass::CpuOp) == 30'000);
  CHECK(idle.of(IdleClass::Python) == 50'000);
  CHECK(idle.of(IdleClass::Untraced) == 0);
  CHECK(idle.of(IdleClass::LaunchLatency) == 10'000);
  const IdleGap& gap = idle.device().gaps.at(0);
  CHECK(gap.main == IdleClass::Python);
  CHECK(gap.culprit_ns == 30'000);
  const GapPieces pieces = idle.device().pieces_of(gap);
  REQUIRE(pieces.size() == 6);
  CHECK(idle.name(pieces[0].culprit) == "train.py(10): main");
  CHECK(idle.name(pieces[2].culprit) == "data.py(12): tokenize");
  CHECK(idle.name(pieces[2].cause) == "data.py:41");
  CHECK(pieces[2].range == TimeRange{50'000, 60'000});
  CHECK(idle.name(pieces[3].culprit) == "data.py(12): tokenize");
  CHECK(idle.name(pieces[3].cause) == "read /data/a.bin");
  CHECK(pieces[3].range == TimeRange{60'000, 80'000});
  CHECK(idle.device().main_piece_of(gap).range == pieces[3].range);
}

TEST_CASE("samples say more than an annotation, and less than an operator") {
  std::vector<std::string> host = samples();
  host.push_back(slice("user_annotation", "epoch", "0", "200"));
  const Idle idle(with_gap(host));
  CHECK(idle.of(IdleClass::AnnotationOnly) == 0);
  CHECK(idle.of(IdleClass::Python) == 80'000);
  // Without samples of it, the annotation is all that is known.
  CHECK(Idle(with_gap({slice("user_annotation", "epoch", "0", "200")}))
            .of(IdleClass::AnnotationOnly) == 80'000);
}

TEST_CASE("a sampled loader is data loading") {
  const Idle idle(with_gap(
      {slice("python_sample", "torch/utils/data/dataloader.py(700): _BaseDataLoaderIter.__next__",
             "20", "60"),
       slice("python_sample", "threading.py(300): wait", "30", "50"),
       slice("thread_state", "futex", "20", "60")}));
  CHECK(idle.of(IdleClass::DataLoading) == 60'000);
  CHECK(idle.of(IdleClass::Untraced) == 20'000);
  const IdleGap& gap = idle.device().gaps.at(0);
  CHECK(gap.main == IdleClass::DataLoading);
  const IdlePiece piece = idle.device().main_piece_of(gap);
  CHECK(idle.name(piece.culprit) == "threading.py(300): wait");
  CHECK(idle.name(piece.cause) ==
        "torch/utils/data/dataloader.py(700): _BaseDataLoaderIter.__next__");
}

TEST_CASE("samples of other threads explain no gap") {
  std::vector<std::string> host;
  host.push_back(slice("python_sample", "train.py(10): main", "0", "100", "", "1", "2"));
  host.push_back(slice("thread_state", "running", "0", "100", "", "1", "2"));
  const Idle idle(with_gap(host));
  CHECK(idle.of(IdleClass::Untraced) == 80'000);
}
