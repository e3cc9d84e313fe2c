#include "core/base/text/code_words.h"

#include <doctest/doctest.h>

namespace lanescope {
namespace {

using Strings = std::vector<std::string>;

Strings code_of(std::string_view sentence) {
  const MarkedSentence found = code_in(sentence);
  Strings code;
  for (const CodeSpan& span : found.code)
    code.push_back(found.text.substr(span.begin, span.end - span.begin));
  return code;
}

}  // namespace

TEST_CASE("calls, arguments, options and identifiers in a sentence are code") {
  CHECK(code_of("Remove torch.cuda.synchronize() and event.synchronize() from the loop.") ==
        Strings{"torch.cuda.synchronize()", "event.synchronize()"});
  CHECK(code_of("Move .item(), .cpu(), print(tensor) and conditions out of the loop") ==
        Strings{".item()", ".cpu()", "print(tensor)"});
  CHECK(code_of("record with with_stack=True, with_modules=True") ==
        Strings{"with_stack=True", "with_modules=True"});
  CHECK(code_of("Open it with --capture-trace FILE.") == Strings{"--capture-trace"});
  CHECK(code_of("record with nsys profile --trace=cuda,nvtx,osrt") ==
        Strings{"--trace=cuda,nvtx,osrt"});
  CHECK(code_of("set $VISUAL or $EDITOR to an editor") == Strings{"$VISUAL", "$EDITOR"});
  CHECK(code_of("A record_function or NVTX range.") == Strings{"record_function"});
  CHECK(code_of("use torch.profiler. An nn.Module, inside") ==
        Strings{"torch.profiler", "nn.Module"});
}

TEST_CASE("brackets belong to code, those around it to the sentence") {
  CHECK(code_of("Keep it in pinned memory (tensor.pin_memory(), or pin_memory=True in the "
                "DataLoader)") == Strings{"tensor.pin_memory()", "pin_memory=True"});
  CHECK(code_of("copy (with non_blocking=True).") == Strings{"non_blocking=True"});
  CHECK(code_of("record with activities=[ProfilerActivity.CPU, …]") ==
        Strings{"activities=[ProfilerActivity.CPU, …]"});
  CHECK(code_of("use torch.profiler.schedule(wait=1, warmup=2, active=…).") ==
        Strings{"torch.profiler.schedule(wait=1, warmup=2, active=…)"});
  CHECK(code_of("see torch.cuda.memory_stats()[\"num_alloc_retries\"] and calls") ==
        Strings{"torch.cuda.memory_stats()[\"num_alloc_retries\"]"});
}

TEST_CASE("prose, numbers and file names are no code") {
  for (const char* const sentence :
       {"3 event(s) of 2.4 ms, i.e. 50 % (at most)", "run.json.gz and train.py:41 of /tmp/x",
        "aten::mm (4 calls) on stream 7 - a hyphen -- and a dash", "GB/s = bytes / time", "",
        "An open( bracket that is never closed", "step _ and a_"}) {
    CAPTURE(sentence);
    CHECK(code_of(sentence).empty());
    CHECK(code_in(sentence).text == sentence);
  }
}

TEST_CASE("what is between backquotes is code, and the backquotes are not shown") {
  const MarkedSentence found = code_in("Run `lanescope info` (or `ulimit -v`).");
  CHECK(found.text == "Run lanescope info (or ulimit -v).");
  CHECK(code_of("Run `lanescope info` (or `ulimit -v`).") ==
        Strings{"lanescope info", "ulimit -v"});
  CHECK(code_in("a ` alone").text == "a ` alone");
}

}  // namespace lanescope
