#include "core/base/text/command_words.h"

#include <doctest/doctest.h>

using namespace lanescope;
using Words = std::vector<std::string>;

TEST_CASE("a command line is split as a shell would, and nothing in it is obeyed") {
  CHECK(split_words("  python  train.py --lr 1e-3 ").value() ==
        Words{"python", "train.py", "--lr", "1e-3"});
  CHECK(split_words("echo 'a  b' \"c \\\" d\" e\\ f ''").value() ==
        Words{"echo", "a  b", "c \" d", "e f", ""});
  CHECK(split_words("a\"b\"'c'").value() == Words{"abc"});
  CHECK(split_words("$(rm) `x` ; *").value() == Words{"$(rm)", "`x`", ";", "*"});
  CHECK(split_words("\"a\\nb\"").value() == Words{"a\\nb"});
  CHECK(split_words("").value().empty());
  CHECK_FALSE(split_words("python 'train.py").ok());
}

TEST_CASE("words that are joined are split into the same words") {
  const Words words{"python", "my script.py", "", "it's", "a\"b", "\\", "$HOME", "--x=1", "ü"};
  CHECK(split_words(join_words(words)).value() == words);
  CHECK(join_words({"python", "train.py"}) == "python train.py");
}

TEST_CASE("variables before a command are its environment") {
  const auto line = parse_command_line("CUDA_VISIBLE_DEVICES=0,1 A='b c' python x=1 B=2").value();
  REQUIRE(line.environment.size() == 2);
  CHECK(line.environment[1].first == "A");
  CHECK(line.environment[1].second == "b c");
  CHECK(line.command == Words{"python", "x=1", "B=2"});
  CHECK(parse_command_line("./a=b/run").value().command == Words{"./a=b/run"});
}
