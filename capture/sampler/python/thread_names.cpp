#include "capture/sampler/python/thread_names.h"

#include <algorithm>
#include <utility>

#include "capture/sampler/python/remote_text.h"
#include "capture/sampler/python/thread_id.h"
#include "core/base/check.h"

namespace lanescope {
namespace {

/// After a thread was seen for the first time; doubled with each miss.
constexpr std::chrono::milliseconds kSoon{10};
constexpr int kMostDoublings = 9;
constexpr std::size_t kMostInterpreters = 256;

/// Made up by Python for threads to which the program gave no name.
bool says_nothing(std::string_view name) {
  return name == "MainThread" || name.starts_with("Dummy-");
}

/// Names are shown in one line.
bool is_one_line(std::string_view name) {
  return !name.empty() && std::ranges::none_of(name, [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
  });
}

}  // namespace

void ThreadNames::look(std::span<const Thread> threads, Clock::time_point now) {
  if (!python_.layout.has_objects) return;
  ++looks_;
  std::size_t reads = 0;
  for (const Thread& thread : threads) {
    Known& known = known_[thread.state];
    // Another thread may have its state where that of an earlier one was.
    if (known.python_id != thread.python_id || known.tid != thread.tid)
      known = {.python_id = thread.python_id, .tid = thread.tid};
    known.seen = looks_;
    const bool is_set_up = thread.python_id != 0 && thread.tid != 0;
    if (!is_set_up || now < known.due || reads == kMostAtOnce) continue;
    ++reads;
    read(thread, now);
  }
  if (known_.size() > threads.size())
    std::erase_if(known_, [this](const auto& each) { return each.second.seen != looks_; });
}

std::string_view ThreadNames::name_of(std::uint64_t state) const {
  const auto known = known_.find(state);
  return known == known_.end() ? std::string_view() : std::string_view(known->second.name);
}

void ThreadNames::read(const Thread& thread, Clock::time_point now) {
  const auto at = known_.find(thread.state);
  LANESCOPE_CHECK(at != known_.end(), "the known thread at {}", thread.state);
  Known& known = at->second;
  Found found = find(thread);
  if (found.text == 0 || find(thread) != found ||
      find_thread_id(memory_, thread.python_id) != thread.tid) {
    // Its number may be another thread's by now, and the name that one's.
    known.due = now + kSoon * (1 << std::min(known.misses, kMostDoublings));
    ++known.misses;
    return;
  }
  known.misses = 0;
  known.due = now + kReadAgainAfter;
  const bool tells = is_one_line(found.name) && !says_nothing(found.name);
  known.name = tells ? std::move(found.name) : std::string();
}

ThreadNames::Found ThreadNames::find(const Thread& thread) {
  if (!list_active(thread.interpreter)) return {};
  // The hash of such a number is the number itself.
  const auto item = std::ranges::find(active_, thread.python_id, &RemoteItem::hash);
  if (item == active_.end() || !dicts_.attributes(item->value, attributes_)) return {};
  const auto text = dicts_.find(attributes_, "_name");
  if (!text || !dicts_.is_a(*text, python_.types.str)) return {};
  auto name = read_python_text(memory_, python_.layout.python, *text, kMostCharacters);
  if (!name) return {};
  return {.thread = item->value, .text = *text, .name = std::move(*name)};
}

/// The threads by their numbers, anew: where they were last, else wherever they are now.
bool ThreadNames::list_active(std::uint64_t interpreter) {
  if (active_dict_.size() == kMostInterpreters) active_dict_.clear();
  std::uint64_t& dict = active_dict_[interpreter];
  if (dict != 0 && dicts_.items(dict, active_)) return true;
  dict = find_active(interpreter);
  return dict != 0 && dicts_.items(dict, active_);
}

std::uint64_t ThreadNames::find_active(std::uint64_t interpreter) {
  const ObjectLayout& layout = python_.layout.objects;
  const auto modules = memory_.load<std::uint64_t>(interpreter + layout.interpreter_modules);
  std::vector<RemoteItem> items;
  if (!modules || !dicts_.items(*modules, items)) return 0;
  const auto module = dicts_.find(items, "threading");
  if (!module || !dicts_.is_a(*module, python_.types.module)) return 0;
  const auto globals = memory_.load<std::uint64_t>(*module + layout.module_dict);
  if (!globals || !dicts_.items(*globals, items)) return 0;
  const auto active = dicts_.find(items, "_active");
  return active && dicts_.is_a(*active, python_.types.dict) ? *active : 0;
}

}  // namespace lanescope
