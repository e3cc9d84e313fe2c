#include "capture/sampler/left_out.h"

#include <doctest/doctest.h>

using namespace lanescope;

TEST_CASE("what is not sampled is told with its number, once") {
  LeftOut left_out;
  CHECK(left_out.take().empty());
  left_out.processes_beyond_most(2, 1024);
  left_out.processes_beyond_most(1, 1024);
  left_out.threads_beyond_most(0, 2048);
  left_out.threads_beyond_most(5, 2048);
  left_out.threads_beyond_most(7, 2048);
  left_out.python_of("Python 3.9 is not supported.");
  const auto problems = left_out.take();
  REQUIRE(problems.size() == 3);
  CHECK(problems[0] ==
        "code=processes_left_out\n"
        "text=3 processes were not sampled: only the first 1024 are\ncount=3\n");
  CHECK(problems[1] ==
        "code=threads_left_out\n"
        "text=12 threads of 2 processes were not sampled: only the first 2048 of each are\n"
        "count=12\n");
  CHECK(problems[2] ==
        "code=stacks_left_out\ntext=The Python stacks of 1 more process were not sampled: "
        "Python 3.9 is not supported.\ncount=1\n");
  CHECK(left_out.take().empty());
}

TEST_CASE("processes that ended too soon are counted") {
  LeftOut left_out;
  left_out.processes_ended_before(0);
  CHECK(left_out.take().empty());
  left_out.processes_ended_before(1);
  auto problems = left_out.take();
  REQUIRE(problems.size() == 1);
  CHECK(problems[0] ==
        "code=processes_left_out\ntext=1 process ended before its first sample\ncount=1\n");
  left_out.processes_ended_before(5);
  left_out.processes_ended_before(7);
  problems = left_out.take();
  REQUIRE(problems.size() == 1);
  CHECK(problems[0] ==
        "code=processes_left_out\ntext=12 processes ended before their first sample\ncount=12\n");
  CHECK(left_out.take().empty());
}

TEST_CASE("one process of another user was told of when it started, more are counted") {
  LeftOut left_out;
  left_out.processes_of_others(1);
  CHECK(left_out.take().empty());
  left_out.processes_of_others(4);
  const auto problems = left_out.take();
  REQUIRE(problems.size() == 1);
  CHECK(problems[0] ==
        "code=processes_left_out\n"
        "text=4 processes were not sampled: they run as another user\ncount=4\n");
}

TEST_CASE("of processes whose parents are gone, it is said that nobody knows whose they are") {
  LeftOut left_out;
  left_out.processes_without_parents(0);
  CHECK(left_out.take().empty());
  left_out.processes_without_parents(1);
  CHECK(left_out.take().front() ==
        "code=processes_left_out\n"
        "text=1 process that started meanwhile was not sampled: nobody knows whether the program "
        "started it, since its parent had exited\ncount=1\n");
  left_out.processes_without_parents(3);
  CHECK(left_out.take().front() ==
        "code=processes_left_out\n"
        "text=3 processes that started meanwhile were not sampled: nobody knows whether the "
        "program started them, since their parents had exited\ncount=3\n");
}
