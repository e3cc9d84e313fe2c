#include "core/base/text/signal_text.h"

#include <csignal>

#include <doctest/doctest.h>

namespace lanescope {

TEST_CASE("A signal is written with its name") {
  CHECK(signal_text(SIGTERM) == "signal 15 (SIGTERM)");
  CHECK(signal_text(SIGSYS) == "signal 31 (SIGSYS)");
}

TEST_CASE("A signal without a name is written as its number") {
  CHECK(signal_text(0) == "signal 0");
  CHECK(signal_text(64) == "signal 64");
}

}  // namespace lanescope
