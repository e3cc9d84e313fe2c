// Whatever the bytes: repairing ends, and gives valid JSON or nothing.
#include <array>

#include "core/readers/json/event_text.h"
#include "core/readers/json/repair.h"
#include "tests/fuzz/engine/fuzz_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lanescope;
  const std::string text(reinterpret_cast<const char*>(data), size);
  const std::string repaired = repair_json(text);
  if (repaired.empty()) return 0;  // sound text that nests too deeply, too: that can be parsed
  demand(parse_event_text(text).ok(), "what can be repaired can be parsed");
  // Parsing repairs what strict parsing refuses. As repairing again changes nothing, it is the
  // strict one that succeeds.
  demand(repair_json(repaired) == repaired, "sound text is left as it is");
  demand(parse_event_text(repaired).ok(), "repaired text is valid JSON");
  return 0;
}

namespace lanescope {

std::string fuzz_input(std::mt19937_64& random) {
  constexpr std::array<const char*, 4> kEvents = {
      R"-({"ph": "X", "cat": "kernel", "name": "void gemm<float, 4>(float*)", "pid": 0, "tid": 7, "ts": 12.345, "dur": 6, "args": {"grid": [1, 2, 3], "correlation": 77, "est. achieved occupancy %": 0}})-",
      "{\n  \"ph\": \"i\", \"s\": \"t\", \"name\": \"[memory]\",\n  \"args\": {\n    \"Addr\": "
      "139937, \"Bytes\": -512, \"Ev Idx\": 3\n  }\n}",
      R"({"name": "torch\u002fnn \ud83d\ude00 \"x\"", "args": {"Input Dims": [[8, 4], [], [[1], [2]]], "Input type": ["float", ""], "f": "C:\\a\\b"}})",
      R"({})"};
  constexpr std::string_view kTokens =
      "\"\n\\\n\\\"\n\\u\n\\ud800\n,\n:\n{\n}\n[\n]\n\",\n\"}\n\", \"\n\": "
      "\nNaN\nnan\n-inf\nN/A\n+1\n007\n.5\n1e\ntrue\nnull\n C:\\new \n\xFF\n\xC3\n{\"a\":\n[[[[[[";
  std::string text = kEvents[below(random, kEvents.size())];
  if (below(random, 10) == 0)
    text = "{\"a\":" + std::string(below(random, 2'000), below(random, 2) == 0 ? '[' : '{');
  mutate(text, random, kTokens);
  if (below(random, 4) == 0) mutate(text, random, "\n\r\n\t\n \n\"\n\\");
  return text;
}

}  // namespace lanescope
