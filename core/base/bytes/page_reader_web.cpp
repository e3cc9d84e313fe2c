#include "core/base/bytes/page_reader.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <emscripten.h>
#include <pthread.h>
#include <thread>

#include <emscripten/proxying.h>

// See app/web/library.js.
extern "C" {
void lanescope_listen_for_files();
double lanescope_read_slice(int id, double offset, char* out, double size);
}

namespace lanescope {
namespace {

/// Several read faster than one: in Chromium with two cores 1 GB in 1.1 s in place of 1.6 s.
constexpr std::size_t kReaders = 4;

std::array<pthread_t, kReaders> readers;
std::array<std::atomic<int>, kReaders> waiting_for;  // requests of each reader
em_proxying_queue* requests = nullptr;

/// Never ends, and handles messages as the browser's own loop does.
void* read_for_others(void* /*nothing*/) {
  lanescope_listen_for_files();
  emscripten_exit_with_live_runtime();
}

struct Request {
  int id = 0;
  std::uint64_t offset = 0;
  std::span<char> out;
  double got = -1;
};

void answer(void* argument) {
  auto& request = *static_cast<Request*>(argument);
  request.got = lanescope_read_slice(request.id, static_cast<double>(request.offset),
                                     request.out.data(), static_cast<double>(request.out.size()));
}

std::size_t least_busy() {
  const auto at = std::ranges::min_element(waiting_for, {}, [](const auto& n) { return n.load(); });
  return static_cast<std::size_t>(at - waiting_for.begin());
}

/// False: there is no such thread any more.
bool ask_reader(Request& request) {
  const std::size_t reader = least_busy();
  ++waiting_for[reader];
  const bool answered = ::emscripten_proxy_sync(requests, readers[reader], answer, &request) == 1;
  --waiting_for[reader];
  return answered;
}

}  // namespace

void start_page_readers() {
  requests = ::em_proxying_queue_create();
  for (pthread_t& reader : readers) ::pthread_create(&reader, nullptr, read_for_others, nullptr);
}

unsigned page_reads_beside_work() {
  return kReaders / 2;
}

double read_page_file(int id, std::uint64_t offset, std::span<char> out) {
  Request request{id, offset, out, -1};
  // Messages about files and requests take different ways to a reader.
  constexpr double kNotYet = -2;
  constexpr int kMostTries = 1000;
  constexpr std::chrono::milliseconds kBetween{10};
  for (int i = 0; i < kMostTries; ++i) {
    if (!ask_reader(request)) return -1;
    if (request.got != kNotYet) return request.got;
    std::this_thread::sleep_for(kBetween);
  }
  return -1;
}

}  // namespace lanescope

/// For app/web/engine.js: the threads that files are sent to; 0: there are no more.
extern "C" EMSCRIPTEN_KEEPALIVE std::uintptr_t lanescope_file_reader(std::size_t number) {
  return number < lanescope::kReaders ? reinterpret_cast<std::uintptr_t>(lanescope::readers[number])
                                      : 0;
}
