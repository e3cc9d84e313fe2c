#include "core/base/bytes/page_reader.h"

#include <emscripten.h>
#include <pthread.h>

#include <emscripten/proxying.h>

// See app/web/library.js.
extern "C" {
void lanescope_listen_for_files();
double lanescope_read_slice(int id, double offset, char* out, double size);
}

namespace lanescope {
namespace {

pthread_t reader;
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

}  // namespace

void start_page_reader() {
  requests = ::em_proxying_queue_create();
  ::pthread_create(&reader, nullptr, read_for_others, nullptr);
}

double read_page_file(int id, std::uint64_t offset, std::span<char> out) {
  Request request{id, offset, out, -1};
  return ::emscripten_proxy_sync(requests, reader, answer, &request) == 1 ? request.got : -1;
}

}  // namespace lanescope

/// For app/web/engine.js: the thread that files are sent to.
extern "C" EMSCRIPTEN_KEEPALIVE std::uintptr_t lanescope_file_reader() {
  return reinterpret_cast<std::uintptr_t>(lanescope::reader);
}
