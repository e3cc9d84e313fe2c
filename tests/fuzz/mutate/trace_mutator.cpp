#include "tests/fuzz/mutate/trace_mutator.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "tests/fuzz/engine/fuzz_target.h"
#include "tests/fuzz/mutate/hostile_values.h"

namespace lanescope {
namespace {

std::string text_of(const JsonTree* value) {
  return value != nullptr && value->kind == JsonTree::Kind::Scalar ? value->text : std::string();
}

class TraceMutator {
 public:
  TraceMutator(JsonTree& trace, JsonTree& events, std::mt19937_64& random)
      : trace_(trace), events_(events.children), random_(random) {}

  void change() {
    using Change = void (TraceMutator::*)();
    static constexpr std::array<Change, 27> kChanges = {
        &TraceMutator::remove_member,   &TraceMutator::retype_member,
        &TraceMutator::retype_member,   &TraceMutator::retype_argument,
        &TraceMutator::retype_argument, &TraceMutator::double_member,
        &TraceMutator::take_member,     &TraceMutator::take_member,
        &TraceMutator::take_argument,   &TraceMutator::take_argument,
        &TraceMutator::change_deep,     &TraceMutator::double_event,
        &TraceMutator::remove_events,   &TraceMutator::move_events,
        &TraceMutator::reverse_events,  &TraceMutator::empty_event,
        &TraceMutator::empty_kind,      &TraceMutator::empty_all,
        &TraceMutator::same_start,      &TraceMutator::change_phase,
        &TraceMutator::split_event,     &TraceMutator::rename,
        &TraceMutator::recategorize,    &TraceMutator::shift_events,
        &TraceMutator::stretch_event,   &TraceMutator::insert_non_event,
        &TraceMutator::change_top};
    if (events_.empty()) {
      change_top();
    } else {
      (this->*kChanges[below(random_, kChanges.size())])();
    }
  }

 private:
  using Events = std::vector<JsonTree>;

  JsonTree& any() { return events_[below(random_, events_.size())]; }
  JsonTree* any_object() {
    JsonTree& event = any();
    return event.kind == JsonTree::Kind::Object && !event.children.empty() ? &event : nullptr;
  }
  JsonTree* arguments_of(JsonTree& event) {
    JsonTree* const args = event.find("args");
    return args != nullptr && args->kind == JsonTree::Kind::Object ? args : nullptr;
  }
  std::pair<std::size_t, std::size_t> any_run() {
    const std::size_t begin = below(random_, events_.size());
    return {begin, begin + 1 + below(random_, std::min<std::size_t>(events_.size() - begin, 30))};
  }
  Events::iterator place(std::size_t at) {
    return events_.begin() + static_cast<std::ptrdiff_t>(at);
  }

  void remove_member() {
    if (JsonTree* const event = any_object()) event->remove(below(random_, event->children.size()));
  }

  void retype_member() {
    JsonTree* const event = any_object();
    if (event == nullptr) return;
    if (below(random_, 4) == 0) return event->set(known_key(random_), hostile_value(random_));
    event->children[below(random_, event->children.size())] = hostile_value(random_);
  }

  void retype_argument() {
    JsonTree* const event = any_object();
    JsonTree* const args = event == nullptr ? nullptr : arguments_of(*event);
    if (args == nullptr) return;
    if (args->children.empty() || below(random_, 3) == 0)
      return args->set(known_argument(random_), hostile_value(random_));
    args->children[below(random_, args->children.size())] = hostile_value(random_);
  }

  void double_member() {
    JsonTree* event = any_object();
    if (event == nullptr) return;
    JsonTree* const args = arguments_of(*event);
    if (args != nullptr && !args->children.empty() && below(random_, 3) == 0) event = args;
    const std::size_t member = below(random_, event->children.size());
    event->keys.push_back(event->keys[member]);
    event->children.push_back(below(random_, 2) == 0 ? event->children[member]
                                                     : hostile_value(random_));
  }

  /// From another event, mostly of the same key: threads, ids, times that belong elsewhere.
  void take_member() {
    JsonTree* const event = any_object();
    const JsonTree* const other = any_object();
    if (event == nullptr || other == nullptr) return;
    const std::size_t member = below(random_, other->children.size());
    const std::string key = other->keys[member];
    const JsonTree value = other->children[member];
    event->set(below(random_, 8) == 0 ? known_key(random_) : key.substr(1, key.size() - 2), value);
  }

  void take_argument() {
    JsonTree* const event = any_object();
    JsonTree* const other = any_object();
    JsonTree* const to = event == nullptr ? nullptr : arguments_of(*event);
    JsonTree* const from = other == nullptr ? nullptr : arguments_of(*other);
    if (to == nullptr || from == nullptr || from->children.empty()) return;
    const std::size_t member = below(random_, from->children.size());
    const std::string key = from->keys[member];
    const JsonTree value = from->children[member];
    to->set(below(random_, 8) == 0 ? known_argument(random_) : key.substr(1, key.size() - 2),
            value);
  }

  /// Anything at any depth.
  void change_deep() {
    JsonTree* at = &any();
    while (!at->children.empty() && below(random_, 4) != 0)
      at = &at->children[below(random_, at->children.size())];
    *at = hostile_value(random_);
  }

  void double_event() {
    JsonTree copy = any();
    const std::size_t times = below(random_, 20) == 0 ? 200 : 1;
    for (std::size_t i = 0; i < times; ++i)
      events_.insert(place(below(random_, events_.size() + 1)), copy);
  }

  void remove_events() {
    const auto [begin, end] = any_run();
    events_.erase(place(begin), place(end));
  }

  void move_events() {
    const auto [begin, end] = any_run();
    Events moved(std::make_move_iterator(place(begin)), std::make_move_iterator(place(end)));
    events_.erase(place(begin), place(end));
    events_.insert(place(below(random_, events_.size() + 1)), moved.begin(), moved.end());
  }

  void reverse_events() {
    const auto [begin, end] = any_run();
    std::reverse(place(begin), below(random_, 4) == 0 ? events_.end() : place(end));
  }

  void empty_event() {
    if (JsonTree* const event = any_object()) event->set("dur", JsonTree::scalar("0"));
  }

  /// All of one category, such as the steps or the kernels.
  void empty_kind() {
    const JsonTree* const like = any_object();
    const std::string category = like == nullptr ? "" : text_of(like->find("cat"));
    for (JsonTree& event : events_) {
      if (event.kind == JsonTree::Kind::Object && text_of(event.find("cat")) == category &&
          event.find("dur") != nullptr)
        event.set("dur", JsonTree::scalar("0"));
    }
  }

  void empty_all() {
    for (JsonTree& event : events_) {
      if (event.find("dur") != nullptr) event.set("dur", JsonTree::scalar("0"));
    }
    if (below(random_, 2) == 0) same_time_for(events_);
  }

  void same_start() {
    const auto [begin, end] = any_run();
    const JsonTree* const ts = events_[begin].find("ts");
    if (ts == nullptr) return;
    const JsonTree value = *ts;
    for (std::size_t i = begin; i < end; ++i)
      if (events_[i].find("ts") != nullptr) events_[i].set("ts", value);
  }

  static void same_time_for(Events& events) {
    std::optional<JsonTree> first;
    for (JsonTree& event : events) {
      JsonTree* const ts = event.find("ts");
      if (ts == nullptr) continue;
      if (!first) first = *ts;
      *ts = *first;
    }
  }

  void change_phase() {
    constexpr std::string_view kPhases = "XBEbneSTFstfCiIRPMNODVvcm(),X";
    if (JsonTree* const event = any_object())
      event->set("ph", JsonTree::string(kPhases.substr(below(random_, kPhases.size()), 1)));
  }

  /// A complete event becomes a begin, with or without an end.
  void split_event() {
    JsonTree* const event = any_object();
    if (event == nullptr) return;
    const auto ts = json_number(event->find("ts"));
    const auto dur = json_number(event->find("dur"));
    JsonTree end = *event;
    event->set("ph", JsonTree::string("B"));
    if (!ts || !dur || below(random_, 3) == 0) return;
    end.set("ph", JsonTree::string("E"));
    end.set("ts", JsonTree::scalar(std::to_string(*ts + *dur)));
    events_.insert(place(below(random_, events_.size() + 1)), std::move(end));
  }

  void rename() {
    if (JsonTree* const event = any_object())
      event->set("name", JsonTree::string(hostile_text(random_)));
  }

  void recategorize() {
    JsonTree* const event = any_object();
    if (event == nullptr) return;
    event->set("cat", JsonTree::string(known_category(random_)));
    if (below(random_, 2) == 0) event->set("name", JsonTree::string(known_name(random_)));
  }

  void shift_events() {
    const auto [begin, end] = any_run();
    const double by =
        static_cast<double>(below(random_, 2001)) - 1000 + (below(random_, 10) == 0 ? 1e9 : 0);
    for (std::size_t i = begin; i < end; ++i) {
      if (const auto ts = json_number(events_[i].find("ts")))
        events_[i].set("ts", JsonTree::scalar(std::to_string(*ts + by)));
    }
  }

  void stretch_event() {
    JsonTree* const event = any_object();
    const auto dur = event == nullptr ? std::nullopt : json_number(event->find("dur"));
    if (!dur) return;
    constexpr std::array kFactors = {0.001, 0.5, 1.0001, 2.0, 10.0, 1000.0, -1.0};
    event->set("dur",
               JsonTree::scalar(std::to_string(*dur * kFactors[below(random_, kFactors.size())])));
  }

  /// Something that is no event, or hardly one.
  void insert_non_event() {
    JsonTree non_event = hostile_value(random_);
    if (below(random_, 2) == 0) {
      non_event = {};
      non_event.kind = JsonTree::Kind::Object;
      for (std::size_t members = below(random_, 5); members > 0; --members)
        non_event.set(known_key(random_), hostile_value(random_));
    }
    events_.insert(place(below(random_, events_.size() + 1)), std::move(non_event));
  }

  void change_top() {
    constexpr std::array<std::string_view, 12> kMembers = {
        "baseTimeNanoseconds", "deviceProperties", "distributedInfo", "schemaVersion",
        "displayTimeUnit",     "traceName",        "with_stack",      "record_shapes",
        "cuda_driver_version", "trace_id",         "stackFrames",     "samples"};
    if (trace_.kind != JsonTree::Kind::Object) return;
    const std::size_t member = trace_.children.empty() ? 0 : below(random_, trace_.children.size());
    const bool is_list =
        member < trace_.children.size() && &trace_.children[member].children == &events_;
    if (below(random_, 2) == 0 || trace_.children.empty() || is_list) {
      trace_.set(kMembers[below(random_, kMembers.size())], hostile_value(random_));
      return;
    }
    JsonTree* at = &trace_.children[member];
    while (!at->children.empty() && below(random_, 3) != 0)
      at = &at->children[below(random_, at->children.size())];
    *at = hostile_value(random_);
  }

  JsonTree& trace_;
  Events& events_;
  std::mt19937_64& random_;
};

}  // namespace

void mutate_trace(JsonTree& trace, std::size_t changes, std::mt19937_64& random) {
  for (; changes > 0; --changes) {
    JsonTree* const events = event_list(trace);
    if (events == nullptr) return;
    TraceMutator(trace, *events, random).change();
  }
}

}  // namespace lanescope
