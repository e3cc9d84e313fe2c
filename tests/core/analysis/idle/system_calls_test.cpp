// Gaps of which only traced calls of the operating system tell the cause.
#include <algorithm>

#include <doctest/doctest.h>

#include "tests/core/analysis/findings/findings_of.h"
#include "tests/core/analysis/idle/idle_fixture.h"

using namespace lanescope;

TEST_CASE("where the launching thread recorded nothing else, system calls tell what it waited in") {
  const Idle idle(with_gap(
      {slice("user_annotation", "load_batch", "20", "40"), slice("osrt", "sem_wait", "30", "20"),
       slice("osrt", "fread", "70", "10"), slice("osrt", "read", "72", "3"),
       slice("cpu_op", "aten::mm", "80", "5"), slice("osrt", "ioctl", "81", "2")}));
  CHECK(idle.of(IdleClass::Runtime) == 30'000);
  CHECK(idle.of(IdleClass::AnnotationOnly) == 20'000);
  CHECK(idle.of(IdleClass::CpuOp) == 5'000);
  CHECK(idle.of(IdleClass::Untraced) == 25'000);
  const IdleGap& gap = idle.device().gaps.at(0);
  CHECK(gap.main == IdleClass::Runtime);
  const IdlePiece piece = idle.device().main_piece_of(gap);
  CHECK(piece.range == TimeRange{30'000, 50'000});
  CHECK(idle.name(piece.culprit) == "load_batch");
  CHECK(idle.name(piece.cause) == "sem_wait");
  for (const IdleCulprit& culprit : idle.device().culprits)
    CHECK(culprit.system_call == (culprit.what == IdleClass::Runtime));
}

TEST_CASE("an operator that was in a long system call has that call as its cause") {
  const Idle idle(
      with_gap({slice("cpu_op", "aten::native_layer_norm", "20", "70"),
                slice("osrt", "ioctl", "21", "2"), slice("osrt", "fsync", "25", "60")}));
  CHECK(idle.of(IdleClass::CpuOp) == 70'000);
  CHECK(idle.of(IdleClass::Runtime) == 0);
  const IdleGap& gap = idle.device().gaps.at(0);
  CHECK(gap.main == IdleClass::CpuOp);
  CHECK(gap.culprit_ns == 70'000);
  const IdlePiece piece = idle.device().main_piece_of(gap);
  CHECK(piece.range == TimeRange{20'000, 90'000});
  CHECK(idle.name(piece.culprit) == "aten::native_layer_norm");
  CHECK(idle.name(piece.cause) == "fsync");
}

TEST_CASE("a system call that is short, or a small part of an operator, is not its cause") {
  const auto cause_with = [](const char* ts, const char* dur) {
    const Idle idle(
        with_gap({slice("cpu_op", "aten::mm", "20", "70"), slice("osrt", "ioctl", ts, dur)}));
    return idle.name(idle.device().main_piece_of(idle.device().gaps.at(0)).cause);
  };
  CHECK(cause_with("21", "2") == "aten::mm");
  CHECK(cause_with("21", "40") == "aten::mm");
  const Idle far(with_gap(
      {slice("cpu_op", "aten::mm", "20", "70"), slice("osrt", "fsync", "25", "60", "", "1", "2")}));
  CHECK(far.name(far.device().main_piece_of(far.device().gaps.at(0)).cause) == "aten::mm");
}

TEST_CASE("system calls of other threads explain no gap") {
  const Idle idle(with_gap({slice("osrt", "read", "20", "60", "", "1", "2"),
                            slice("cpu_op", "aten::mm", "85", "1", "", "1", "2")}));
  CHECK(idle.of(IdleClass::Runtime) == 0);
  CHECK(idle.of(IdleClass::Untraced) == 80'000);
}

TEST_CASE("a GPU that is idle while the host is in a system call is a finding of its own") {
  const auto title_of = [](const char* call) {
    const HandMadeTrace trace({launched("1", "0", "1000", "k", "2000", "98000"),
                               slice("osrt", call, "100000", "100000"),
                               launched("2", "200000", "1000", "k", "202000", "98000")});
    const FindingTable table = findings_of(trace);
    CHECK(finding_of(table, "F02") == nullptr);
    const Finding* finding = finding_of(table, "F28");
    REQUIRE(finding != nullptr);
    CHECK(trace->text(finding->where.name) == call);
    return finding->title;
  };
  CHECK(title_of("usleep") == "GPU idle while the host sleeps");
  CHECK(title_of("pthread_cond_wait") == "GPU idle while the host waits for a lock");
  CHECK(title_of("read") == "GPU idle while the host is in system calls");
}
