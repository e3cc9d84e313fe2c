#include <doctest/doctest.h>

#include "core/view/text/escaping.h"

using namespace lanescope;

TEST_CASE("fields with commas, quotes and line breaks are in quotes") {
  CHECK(csv_field("void f(int)") == "void f(int)");
  CHECK(csv_field("f<int, 4>") == "\"f<int, 4>\"");
  CHECK(csv_field("say \"x\"") == "\"say \"\"x\"\"\"");
  CHECK(csv_field("a\nb") == "\"a\nb\"");
  CHECK(csv_field("").empty());
}

TEST_CASE("what a spreadsheet would run as a formula is a text") {
  CHECK(csv_field("=1+1") == "'=1+1");
  CHECK(csv_field("@SUM(A1)") == "'@SUM(A1)");
  CHECK(csv_field("+cmd|' /C calc'!A0") == "'+cmd|' /C calc'!A0");
  CHECK(csv_field("-2+3+cmd|' /C calc'!A0") == "'-2+3+cmd|' /C calc'!A0");
  CHECK(csv_field("=HYPERLINK(\"http://x\",\"y\")") ==
        "\"'=HYPERLINK(\"\"http://x\"\",\"\"y\"\")\"");
  CHECK(csv_field("\t=1") == "'\t=1");
  CHECK(csv_field("\r\n=1") == "\"'\r\n=1\"");
  CHECK(csv_field("-") == "'-");
  CHECK(csv_field("+.e") == "'+.e");
  CHECK(csv_field("-5e+") == "'-5e+");
}

TEST_CASE("numbers with a sign stay numbers") {
  for (const char* number :
       {"-5", "+0.25", "-1e-3", "+3.836 ms", "-12 %", "+1 µs", "-.5", "-2GB/s"})
    CHECK(csv_field(number) == number);
  CHECK(csv_field("-1,024 B") == "\"-1,024 B\"");
}
