#include "app/workspace/record/request.h"

#include <doctest/doctest.h>

#include "tests/core/base/temp_folder.h"
#include "tests/skip.h"

using namespace lanescope;

TEST_CASE("a wish becomes what a capture is told") {
  RecordRequest request{.command = "RANK=0 python 'my train.py' --lr 1",
                        .environment = "OMP_NUM_THREADS=8",
                        .duration = "2 min",
                        .keep_last = "30",
                        .file = "/tmp/a.lanes"};
  const auto options = capture_options(request);
  REQUIRE(options.ok());
  CHECK(options.value().command == std::vector<std::string>{"python", "my train.py", "--lr", "1"});
  REQUIRE(options.value().environment.size() == 2);
  CHECK(options.value().duration_ns == 120'000'000'000);
  CHECK(options.value().keep_last_ns == 30'000'000'000);
  CHECK(options.value().sample_hz == 200);
  CHECK(options.value().native == NativeMode::On);
  request.rate = "1 kHz";
  request.native = false;
  CHECK(capture_options(request).value().sample_hz == 1000);
  CHECK(capture_options(request).value().native == NativeMode::Off);
  request.rate = "often";
  REQUIRE_FALSE(capture_options(request).ok());
  CHECK(capture_options(request).error().message ==
        "Host samples: 'often' is not a sampling rate from 1Hz to 2000Hz, such as 200Hz");
  request.native = true;
  request.sample = false;
  CHECK(capture_options(request).value().sample_hz == 0);
  CHECK(capture_options(request).value().native == NativeMode::Off);
}

TEST_CASE("a trigger is read as on the command line, and only if it is on") {
  RecordRequest request{.command = "python train.py", .file = "/tmp/a.lanes"};
  request.when = "range:load>200ms";
  CHECK(keeps_all(request));
  CHECK(capture_options(request).value().when.kind == TriggerCondition::Kind::None);
  request.trigger = true;
  CHECK_FALSE(keeps_all(request));
  auto options = capture_options(request);
  REQUIRE(options.ok());
  CHECK(options.value().when.kind == TriggerCondition::Kind::Range);
  CHECK(options.value().when.range == "load");
  CHECK(options.value().when.longer_ns == 200'000'000);
  CHECK(options.value().times == 1);                      // as on the command line
  CHECK(options.value().keep_last_ns == 11'000'000'000);  // 10 s, and 1 s after it
  request.keep_last = "30";
  request.after = "500ms";
  request.times = "3";
  options = capture_options(request);
  REQUIRE(options.ok());
  CHECK(options.value().keep_last_ns == 30'500'000'000);
  CHECK(options.value().after_ns == 500'000'000);
  CHECK(options.value().times == 3);
}

TEST_CASE("a trigger that makes no sense names its field") {
  RecordRequest request{.command = "a", .file = "b"};
  request.trigger = true;
  const auto why = [&] { return capture_options(request).error().message; };
  for (const char* text : {"", "often", "range:load>", "signal:USR1"}) {
    CAPTURE(text);
    request.when = text;
    REQUIRE_FALSE(capture_options(request).ok());
    CHECK(why().starts_with("Condition: "));
  }
  request.when = "step>1.5*median";
  CHECK(capture_options(request).ok());
  for (const char* text : {"0", "1001", "two", "-1"}) {
    CAPTURE(text);
    request.times = text;
    REQUIRE_FALSE(capture_options(request).ok());
    CHECK(why().starts_with("Max. files: "));
  }
  request.times = "";
  request.after = "soon";
  REQUIRE_FALSE(capture_options(request).ok());
  CHECK(why().starts_with("After trigger: "));
}

TEST_CASE(
    "a condition is checked while it is typed, and as often as on the command line met once") {
  RecordRequest request{.command = "a", .file = "b"};
  request.when = "step>banana";
  CHECK(wrong_condition(request).empty());  // without a trigger it does not matter
  request.trigger = true;
  CHECK(wrong_condition(request).find("has no limit that can be read") != std::string::npos);
  request.when = "signal:USR1";
  CHECK(wrong_condition(request).starts_with("signals are for the command line"));
  request.when = "";
  CHECK(wrong_condition(request).empty());
  request.when = "step>200ms";
  CHECK(wrong_condition(request).empty());
  CHECK(capture_options(request).value().times == 1);
}

TEST_CASE("a wish that makes no sense names its field") {
  const auto why = [](const RecordRequest& request) {
    const auto options = capture_options(request);
    return options.ok() ? std::string() : options.error().message;
  };
  const RecordRequest good{.command = "a", .file = "b"};
  CHECK(why(good).empty());
  RecordRequest bad = good;
  bad.command = "";
  CHECK(why(bad).starts_with("Command:"));
  bad = good;
  bad.command = "python 'x";
  CHECK(why(bad).starts_with("Command:"));
  bad = good;
  bad.environment = "A=1 b";
  CHECK(why(bad).starts_with("Environment:"));
  for (const char* text : {"soon", "-1", "0", "1 day", "1e99"}) {
    CAPTURE(text);
    bad = good;
    bad.duration = text;
    CHECK(why(bad).starts_with("Stop after:"));
  }
  bad = good;
  bad.file = "";
  CHECK(why(bad).starts_with("Save to:"));
}

TEST_CASE("a command that can not run says why before it is started") {
  const TempFolder folder;
  folder.write("train.py", "");
  const auto why = [&](const std::string& command, const std::string& at = {}) {
    return why_not_started({.command = command, .folder = at.empty() ? folder.path() : at});
  };
  CHECK(why("sh -c true").empty());
  CHECK(why("A=1 sh").empty());
  CHECK(why("").empty());
  CHECK(why("no-such-command-here").starts_with("no-such-command-here: no such command"));
  CHECK(why("sh", folder.path() + "/none").starts_with("the working folder"));
}

TEST_CASE("a command of Python that can not run says which file or module is not there") {
  const TempFolder folder;
  folder.write("train.py", "");
  const auto why = [&](const std::string& command) {
    return why_not_started({.command = command, .folder = folder.path()});
  };
  if (why("python3 -V").starts_with("python3: there is no such command"))
    skip_case("there is no python3");
  CHECK(why("python3 -u train.py --lr 1").empty());
  CHECK(why("python3 trian.py") == "trian.py is not in " + folder.path());
  CHECK(why("python3 /none/train.py") == "/none/train.py does not exist");
  CHECK(why("python3 -m pkg.none").empty());
  CHECK(why("python3 -c 'x' none.py").empty());
}

TEST_CASE("a recording is called after the script") {
  CHECK(recording_name("python train.py --epochs 1") == "train.py");
  CHECK(recording_name("CUDA_VISIBLE_DEVICES=0 python3.11 -u src/train.py") == "train.py");
  CHECK(recording_name("torchrun --nproc-per-node 2 train.py") == "train.py");
  CHECK(recording_name("python -m pkg.train") == "pkg.train");
  CHECK(recording_name("/opt/bin/solver --fast") == "solver");
  CHECK(recording_name("") == "recording");
  CHECK(recording_name("'") == "recording");
}
