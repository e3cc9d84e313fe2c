#include "core/analysis/in_progress.h"

#include <algorithm>
#include <mutex>
#include <thread>
#include <utility>

namespace lanescope {
namespace {

struct Entry {
  const Snapshot* trace;
  std::thread::id thread;
  std::string name;
};

std::mutex mutex;

/// In the order in which they were begun. Never destroyed: threads may outlive main().
std::vector<Entry>& entries() {
  static std::vector<Entry>& list = *new std::vector<Entry>;
  return list;
}

auto last_of(std::thread::id thread) {
  return std::ranges::find(entries().rbegin(), entries().rend(), thread, &Entry::thread);
}

}  // namespace

ResultInProgress::ResultInProgress(const Snapshot& trace, std::string name) {
  const std::lock_guard lock(mutex);
  entries().push_back({&trace, std::this_thread::get_id(), std::move(name)});
}

ResultInProgress::~ResultInProgress() {
  const std::lock_guard lock(mutex);
  entries().erase(std::prev(last_of(std::this_thread::get_id()).base()));
}

std::vector<std::string> results_in_progress(const Snapshot& trace) {
  const std::lock_guard lock(mutex);
  std::vector<std::string> names;
  for (const Entry& entry : entries()) {
    if (entry.trace == &trace && &*last_of(entry.thread) == &entry) names.push_back(entry.name);
  }
  return names;
}

}  // namespace lanescope
