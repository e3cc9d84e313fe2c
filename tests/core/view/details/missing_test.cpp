#include "core/view/details/missing.h"

#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "tests/core/view/details/training_details.h"

namespace lanescope {

TEST_CASE("every rung that is missing names the option that would have recorded it") {
  TraceText bare;
  bare.cpu("cpu_op", "aten::mm", "0", "50");
  bare.cpu("cuda_runtime", "cudaLaunchKernel", "10", "5", R"("correlation":1)");
  bare.kernel("k", "30", "5", "1").kernel("orphan", "60", "5", "99");
  const Opened trace(bare);
  const DetailsModel op = trace.details("aten::mm");
  for (const char* level : {"shapes", "python", "modules", "step", "memory"}) {
    CAPTURE(level);
    CHECK(misses(op, level));
  }
  const auto why = [&](const DetailsModel& model, std::string_view level) {
    for (const DetailsMissing& m : model.missing) {
      if (m.level == level) return m.why;
    }
    return std::string();
  };
  CHECK(why(op, "shapes").find("record_shapes=True") != std::string::npos);
  CHECK(why(op, "python").find("with_stack=True") != std::string::npos);
  CHECK(why(op, "memory").find("profile_memory=True") != std::string::npos);
  const DetailsModel orphan = trace.details("orphan");
  CHECK(misses(orphan, "launch"));
  CHECK_FALSE(misses(orphan, "python"));  // with_stack=True would not help it
  CHECK_FALSE(orphan.launch);
  CHECK_FALSE(misses(trace.details("k"), "launch"));
}

TEST_CASE("a wait that no sample has hit says why its cause is missing") {
  TraceText sampled;
  sampled.cpu("thread_state", "waiting", "0", "50").cpu("thread_state", "futex", "50", "50");
  const Opened trace(sampled);
  CHECK(misses(trace.details("waiting"), "cause"));
  CHECK(trace.details("futex").missing.empty());
}

TEST_CASE("without the text of events nothing is said about shapes") {
  TraceText bare;
  bare.cpu("cpu_op", "aten::mm", "0", "50", R"("Input Dims":[[1]])");
  const auto snapshot = bare.load();
  const DetailsModel model = build_details(*snapshot, event_named(*snapshot, "aten::mm"));
  CHECK_FALSE(misses(model, "shapes"));
  CHECK_FALSE(model.args);
}

TEST_CASE("arguments that can not be read are said to be so, not to be missing from the trace") {
  TraceText trace;
  trace.cpu("cpu_op", "aten::mm", "0", "50", R"("Input Dims":[[1]])");
  const auto snapshot = trace.load();
  const DetailsModel model = build_details(
      *snapshot, event_named(*snapshot, "aten::mm"), [](EventId) -> Result<JsonValue> {
        return Error{Error::Kind::Unreadable, "the file has changed since it was loaded"};
      });
  REQUIRE(misses(model, "arguments"));
  CHECK(model.missing.front().why == "cannot be read: the file has changed since it was loaded");
  CHECK_FALSE(misses(model, "shapes"));
}

TEST_CASE("options that were on are not asked for") {
  TraceText bare;
  bare.top_level(R"("record_shapes": 1, "with_stack": true, "profile_memory": 1)");
  bare.cpu("cpu_op", "aten::mm", "0", "50");
  const Opened trace(bare);
  const DetailsModel op = trace.details("aten::mm");
  for (const char* level : {"shapes", "python", "modules", "memory"}) {
    CAPTURE(level);
    CHECK_FALSE(misses(op, level));
  }
}

}  // namespace lanescope
