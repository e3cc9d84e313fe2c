#include "core/analysis/host/sequence_pairs.h"

#include <limits>
#include <map>

#include <doctest/doctest.h>

#include "tests/core/analysis/hand_made_trace.h"

using namespace lanescope;

namespace {

std::string op(const std::string& name, const std::string& ts, const std::string& dur,
               std::int64_t sequence, int forward_thread, const std::string& tid = "1") {
  return slice("cpu_op", name, ts, dur,
               R"("Sequence number": )" + std::to_string(sequence) + R"(, "Fwd thread id": )" +
                   std::to_string(forward_thread),
               "1", tid);
}

/// "forward start in µs" by "backward name".
std::map<std::string, std::int64_t> pairs_of(const std::vector<std::string>& events) {
  const HandMadeTrace trace(events);
  const ReadEvent read = [&](EventId event) { return trace.json(event); };
  std::map<std::string, std::int64_t> found;
  for (const SequencePair& pair : sequence_pairs(*trace, read)) {
    const auto backward = trace->find_slice(pair.backward);
    const auto forward = trace->find_slice(pair.forward);
    found[std::string(trace->text(backward->chunk->name[backward->slice]))] =
        forward->chunk->start_ns[forward->slice] / 1000;
  }
  return found;
}

}  // namespace

TEST_CASE("a backward operator belongs to the innermost forward one with its number") {
  const auto found =
      pairs_of({op("aten::linear", "10", "9.5", 7, 0), op("aten::addmm", "12", "5", 7, 0),
                op("aten::relu", "20", "2", 8, 0), op("AddmmBackward0", "60", "5", 7, 1, "2"),
                op("ReluBackward0", "50", "5", 8, 1, "2")});
  CHECK(found ==
        std::map<std::string, std::int64_t>{{"AddmmBackward0", 12}, {"ReluBackward0", 20}});
}

TEST_CASE("numbers come again: the last forward operator before the backward one counts") {
  const auto found =
      pairs_of({op("aten::mm", "10", "1.5", 7, 0), op("MmBackward0", "20", "5", 7, 1, "2"),
                op("aten::mm", "110", "1", 7, 0), op("MmBackward1", "120", "5", 7, 1, "2"),
                op("aten::mm", "210", "1", 7, 0)});
  CHECK(found.at("MmBackward0") == 10);
  CHECK(found.at("MmBackward1") == 110);
}

TEST_CASE("the threads of forward operators may have any numbers, in any order") {
  std::vector<std::string> events;
  const auto both = [&](const std::string& name, int us, std::int64_t number, int thread) {
    events.push_back(
        op("aten::" + name, std::to_string(us), "1", number, 0, std::to_string(thread * 10)));
    events.push_back(op(name + "Backward", std::to_string(us + 500), "1", number, thread, "2"));
  };
  for (int i = 0; i < 6; ++i) both("late" + std::to_string(i), 10 + 2 * i, 200 - i, 3);
  for (int i = 0; i < 6; ++i) both("early" + std::to_string(i), 100 + 2 * i, 100 - i, 4);
  const auto found = pairs_of(events);
  CHECK(found.size() == 12);
  CHECK(found.at("late0Backward") == 10);
  CHECK(found.at("early5Backward") == 110);
}

TEST_CASE("numbers may be as large as they get") {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  const auto found =
      pairs_of({op("aten::mm", "10", "1", kMost - 1, 0), op("aten::relu", "20", "1", kMost, 0),
                op("ReluBackward0", "50", "5", kMost, 1, "2")});
  CHECK(found == std::map<std::string, std::int64_t>{{"ReluBackward0", 20}});
}

TEST_CASE("which thread a number means is learned from pairs that leave no choice") {
  const auto found = pairs_of(
      {op("aten::mm", "10", "1.5", 7, 0, "30"), op("aten::mm", "11", "1", 7, 0, "40"),
       op("aten::mm", "12", "1", 8, 0, "40"), op("aten::mm", "13", "1", 9, 0, "30"),
       op("FirstBackward", "60", "5", 7, 2, "2"), op("SecondBackward", "70", "5", 8, 2, "2"),
       op("ThirdBackward", "80", "1", 7, 5, "2"), op("FourthBackward", "90", "5", 9, 5, "2")});
  CHECK(found.at("FirstBackward") == 11);
  CHECK(found.at("SecondBackward") == 12);
  CHECK(found.at("ThirdBackward") == 10);
  CHECK(found.at("FourthBackward") == 13);
}

TEST_CASE("without a partner, a number or a reader there is no pair") {
  CHECK(pairs_of({op("aten::mm", "10", "1.5", 7, 0), op("MmBackward0", "5", "1", 7, 1, "2"),
                  op("OtherBackward0", "50", "1", 9, 1, "2"),
                  slice("cpu_op", "NoneBackward0", "60", "1")})
            .empty());
  const HandMadeTrace trace(
      {op("aten::mm", "10", "1.5", 7, 0), op("MmBackward0", "50", "1", 7, 1, "2")});
  CHECK(sequence_pairs(*trace, {}).empty());
}

TEST_CASE("one number on very many operators takes no longer than its pairs") {
  std::vector<std::string> events;
  for (int i = 0; i < 2000; ++i) {
    events.push_back(op("aten::mm", std::to_string(i), "0.5", 1, 0, std::to_string(i % 100 + 10)));
    events.push_back(op("MmBackward0", std::to_string(5000 + i), "0.5", 1, i + 1, "2"));
  }
  CHECK(pairs_of(events).empty());
}
