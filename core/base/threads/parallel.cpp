#include "core/base/threads/parallel.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "core/base/threads/start_thread.h"

namespace lanescope {
namespace {

/// More threads would only add cost.
constexpr long kMostThreads = 256;

}  // namespace

unsigned hardware_threads() {
  const unsigned available = std::max(1U, std::thread::hardware_concurrency());
  const char* limit = std::getenv("LANESCOPE_THREADS");
  if (limit == nullptr) return available;
  const long wanted = std::strtol(limit, nullptr, 10);
  return wanted >= 1 ? static_cast<unsigned>(std::min(wanted, kMostThreads)) : available;
}

void parallel_for(std::size_t count, unsigned threads,
                  const std::function<void(std::size_t, unsigned)>& body) {
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::exception_ptr failure;  // the first one
  const auto work = [&](unsigned worker) {
    try {
      for (std::size_t item = next.fetch_add(1); item < count; item = next.fetch_add(1))
        body(item, worker);
    } catch (...) {
      next = count;
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
    }
  };
  const auto helpers = static_cast<unsigned>(std::min<std::size_t>(std::max(1U, threads), count));
  {
    std::vector<std::jthread> pool;
    // If the system refuses to create more, the existing ones do all the work.
    for (unsigned worker = 1; worker < helpers; ++worker) {
      std::jthread helper;
      if (!start_thread(helper, [&work, worker] { work(worker); })) break;
      pool.push_back(std::move(helper));
    }
    work(0);
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace lanescope
