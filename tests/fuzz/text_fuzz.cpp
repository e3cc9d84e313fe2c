// Whatever the text: what people and files say in words is understood or refused in one line, and
// what was understood can be used.
#include <array>

#include "core/analysis/search/event_query.h"
#include "core/base/text/command_words.h"
#include "core/view/navigation/bookmarks.h"
#include "core/view/text/gpu_peaks_text.h"
#include "core/view/text/time_span.h"
#include "tests/core/fixtures/event_reader.h"
#include "tests/fuzz/engine/fuzz_target.h"

namespace {

using namespace lanescope;

const LoadedTrace& small_trace() {
  static const LoadedTrace trace = load_trace(memory_byte_source(R"({"traceEvents": [
        {"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":0,"dur":30,
         "args":{"Input Dims":[[8,4],[4,8]]}},
        {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":5,"dur":2,
         "args":{"correlation":1}},
        {"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":60,"dur":10,
         "args":{"device":0,"stream":7,"correlation":1}}]})"),
                                              "fuzz.json")
                                       .value();
  return trace;
}

/// A refusal may quote the text as it is; whoever prints it makes one line of it.
template <typename Value>
bool understood(const Result<Value>& result) {
  if (result.ok()) return true;
  demand(!result.error().message.empty(), "a refusal says why");
  return false;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const LoadedTrace& loaded = small_trace();
  const Snapshot& trace = *loaded.snapshot;
  if (const auto query = parse_event_query(text); understood(query)) {
    const FoundEvents found = search_events(trace, query.value(), event_reader(loaded));
    demand(found.events.size() <= trace.slice_count, "nothing is found twice");
  }
  if (const auto span = parse_time_span(text); understood(span)) {
    if (const auto range = place_in_trace(span.value(), trace); understood(range))
      demand(range.value().begin_ns <= range.value().end_ns,
             "a range does not end before it begins");
  }
  if (const auto marks = parse_bookmarks(text); understood(marks)) {
    const std::string once = bookmarks_text(marks.value());
    demand(bookmarks_text(parse_bookmarks(once).value()) == once, "bookmarks are kept as they are");
  }
  if (const auto peaks = parse_gpu_peaks(text); understood(peaks))
    demand(parse_gpu_peaks(gpu_peaks_json(peaks.value()).to_text()).ok(), "peaks are kept");
  (void)understood(parse_command_line(text));
  return 0;
}

namespace lanescope {

std::string fuzz_input(std::mt19937_64& random) {
  constexpr std::array<const char*, 8> kTexts = {
      R"(/^aten::(mm|addmm)$/i cat:kernel dur>1ms -stream:7)",
      R"(shape:[64,1024] arg."two words":"x y" op:aten::mm ts<20us)",
      R"(10ms:20ms)",
      R"(1712195495519689047:1712195495529689047)",
      R"({"gpus": [{"gpu": "H200", "tflops": {"float16": 989.4}, "gb_per_s": 4800}]})",
      R"({"lanescope_marks": 1, "marks": [{"at_ns": 5, "text": "here"}]})",
      R"(A=1 'python' "train me.py" --lr=0.1 \$HOME)",
      R"(step:3 device:0 pid:-1 tid:9223372036854775807 dur>=99999999999999s)"};
  std::string text = kTexts[below(random, kTexts.size())];
  mutate(text, random,
         "(\n)\n[\n]\n*\n+\n{1,9999}\n|\n\\\n\"\n'\n:\n-\n>\n1e999\n\xFF\n/\n(?=\n.*");
  return text;
}

}  // namespace lanescope
