// Whatever the bytes: settings fall back to their defaults piece by piece, and are kept as they are
// once they were understood.
#include "app/shell/keys/chord.h"
#include "app/shell/settings/settings.h"
#include "tests/fuzz/engine/fuzz_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lanescope;
  const std::string text(reinterpret_cast<const char*>(data), size);
  const std::string once = settings_text(parse_settings(text));
  demand(settings_text(parse_settings(once)) == once, "settings are kept as they are");
  if (const auto chord = parse_chord(text))
    demand(parse_chord(chord_id(*chord)) == chord, "a chord is kept as it is");
  return 0;
}

namespace lanescope {

std::string fuzz_input(std::mt19937_64& random) {
  Settings settings;
  settings.note_opened("/data/run.json.gz", 1'700'000'000);
  settings.note_command("record");
  settings.folded_lanes = {"process 1/thread 2"};
  settings.folded_groups = {"/runs/a.json\nprocess/python/0"};
  settings.tab = "Kernels";
  settings.zoom = 1.25F;
  std::string text = below(random, 10) == 0 ? "Ctrl+Shift+Equal" : settings_text(settings);
  for (std::size_t rounds = below(random, 4); rounds > 0; --rounds)
    mutate(
        text, random,
        "\"\n{\n}\n[\n]\n,\n:\nnull\ntrue\n-1\n1e999\n\"char ]\"\n\"Ctrl+\"\n99999999999999999999");
  return text;
}

}  // namespace lanescope
