#include "core/base/threads/work.h"

#include <barrier>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

using namespace lanescope;

TEST_CASE("a meter tells the work since it was made, by kind") {
  count_work(Work::Events, 1000);
  const WorkMeter meter;
  CHECK(meter.total() == 0);
  count_work(Work::Events, 3);
  count_work(Work::TextBytes, 40);
  count_work(Work::Events);
  CHECK(meter.of(Work::Events) == 4);
  CHECK(meter.of(Work::TextBytes) == 40);
  CHECK(meter.of(Work::Lookups) == 0);
  CHECK(meter.total() == 44);
}

TEST_CASE("the work of threads is told together, also after they ended") {
  const WorkMeter meter;
  for (int round = 0; round < 3; ++round) {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([] {
        for (int i = 0; i < 1000; ++i) count_work(Work::Lookups);
      });
    }
  }
  CHECK(meter.of(Work::Lookups) == 12'000);
}

TEST_CASE("the work of a thread that goes on can be read meanwhile") {
  const WorkMeter meter;
  std::jthread thread([](const std::stop_token& stop) {
    while (!stop.stop_requested()) count_work(Work::NameBytes);
  });
  while (meter.of(Work::NameBytes) == 0) std::this_thread::yield();
  thread.request_stop();
  thread.join();
  CHECK(meter.of(Work::NameBytes) > 0);
}

TEST_CASE("the work of threads that live at once is added up") {
  const WorkMeter meter;
  std::barrier all_have_counted(4);
  std::vector<std::jthread> threads;
  for (int t = 0; t < 3; ++t) {
    threads.emplace_back([&] {
      count_work(Work::Lookups, 10);
      all_have_counted.arrive_and_wait();
      all_have_counted.arrive_and_wait();
    });
  }
  all_have_counted.arrive_and_wait();
  CHECK(meter.of(Work::Lookups) == 30);
  all_have_counted.arrive_and_wait();
}
