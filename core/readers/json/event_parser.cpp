#include "core/readers/json/event_parser.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <simdjson.h>

#include "core/base/check.h"
#include "core/base/threads/work.h"
#include "core/readers/json/event_scan.h"
#include "core/readers/json/event_sink.h"
#include "core/readers/json/field_reader.h"
#include "core/readers/json/repair.h"
#include "core/readers/json/scan.h"
#include "core/readers/json/top_level.h"
#include "core/store/own_members.h"

namespace lanescope {
namespace {

namespace od = simdjson::ondemand;

/// If events are on separate lines, only events longer than this are searched for the separator.
constexpr std::size_t kUsualEventBytes = 2048;

/// Whether this program has written the trace: it says so where one of another format was
/// converted.
bool is_own(const EventList& list) {
  return std::ranges::any_of(list.members.list,
                             [](const RawMember& one) { return is_own_member(one.first); });
}

}  // namespace

class EventParser::Impl {
 public:
  Impl(RawSliceStore& store, WorkerTables& tables, std::uint32_t worker, LinkNumbers& links,
       const EventList& list)
      : tables_(&tables),
        separator_(list.layout.separator),
        separator_breaks_line_(separator_.find('\n') != std::string::npos),
        sink_(store, tables, worker, links, is_own(list)) {}

  SliceOutcome parse(SliceBuffer& slice, RawBatch& batch) {
    outcome_ = {};
    base_ = slice.data();
    base_offset_ = slice.offset();
    is_last_ = slice.is_last();
    sink_.begin_batch(batch);
    const std::string_view text = slice.text();
    count_work(Work::TextBytes, text.size());
    if (skip_blanks(text, 0) == text.size()) return outcome_;
    const std::size_t done = parse_strictly(slice);
    if (done < text.size()) parse_tolerantly(text, done);
    return outcome_;
  }

 private:
  static constexpr std::size_t kAll = SIZE_MAX;

  [[nodiscard]] TextEnd text_end() const {
    return is_last_ ? TextEnd::OfFile : TextEnd::BeforeEvent;
  }
  [[nodiscard]] std::uint64_t offset_of(const char* p) const {
    LANESCOPE_CHECK(p >= base_, "text of this slice, not {} bytes before it", base_ - p);
    return base_offset_ + static_cast<std::uint64_t>(p - base_);
  }

  /// Returns the position up to which the text was parsed; kAll if nothing is left to do.
  std::size_t parse_strictly(SliceBuffer& slice) {
    const std::size_t size = slice.text().size();
    char* const open = base_ - 1;
    *open = '[';
    std::memcpy(base_ + size, "]", 1);
    std::memset(base_ + size + 1, ' ', SliceBuffer::kPadding - 1);
    od::document document;
    const simdjson::padded_string_view view(open, size + 2, size + 1 + SliceBuffer::kPadding);
    if (!succeeds(parser_.iterate(view).get(document))) return 0;
    od::array events;
    if (document.get_array().get(events) != simdjson::SUCCESS) return 0;
    const char* done = base_;
    for (auto element : events) {
      od::value value;
      if (element.get(value) != simdjson::SUCCESS || !parse_element(document, value, done)) {
        return static_cast<std::size_t>(done - base_);
      }
    }
    const char* next = nullptr;
    if (document.current_location().get(next) != simdjson::SUCCESS) return kAll;  // only events
    return note_list_end(slice.text(), static_cast<std::size_t>(done - base_));
  }

  /// Parses one element and moves `done` past it. False if strict parsing fails.
  bool parse_element(od::document& document, od::value& value, const char*& done) {
    const std::string_view token = value.raw_json_token();
    if (token.empty()) return false;
    if (token.front() != '{') return false;  // reported by tolerant parsing
    EventFields event;
    od::object object;
    if (value.get_object().get(object) != simdjson::SUCCESS) return false;
    if (read_event(object, event) != simdjson::SUCCESS) return false;
    const char* end = nullptr;
    if (document.current_location().get(end) != simdjson::SUCCESS) return false;
    while (end[-1] != '}') --end;
    LANESCOPE_CHECK(end > token.data(), "the brace that closes the event at {}",
                    offset_of(token.data()));
    event.json = event.text = {token.data(), static_cast<std::size_t>(end - token.data())};
    if (may_be_glued(event.text) && !is_valid(event.text)) return false;
    sink_.add(event, offset_of(token.data()));
    done = end;
    return true;
  }

  /// Members that loading does not need are skipped by their brackets. In broken JSON that can
  /// extend into later events, which would be lost. So an event that contains the separator must be
  /// validated.
  [[nodiscard]] bool may_be_glued(std::string_view event) const {
    if (separator_.empty() || (separator_breaks_line_ && event.size() <= kUsualEventBytes)) {
      return false;
    }
    return event.find(separator_) != std::string_view::npos;
  }

  bool is_valid(std::string_view json) {
    return succeeds(validator_.parse(json.data(), json.size()).error());
  }

  /// A parser that could not get its memory must not be asked again: it takes itself for ready.
  static bool succeeds(simdjson::error_code error) {
    if (error == simdjson::MEMALLOC) throw std::bad_alloc();
    return error == simdjson::SUCCESS;
  }

  /// The text after the last event continues with the list's bracket, or a stray one.
  std::size_t note_list_end(std::string_view text, std::size_t done) {
    const std::size_t bracket = text.find(']', done);
    if (bracket == std::string_view::npos || !EventScan(text, text_end()).ends_list(bracket))
      return done;
    outcome_.list_end = base_offset_ + bracket;
    return kAll;
  }

  /// Parses event by event from `at`.
  void parse_tolerantly(std::string_view text, std::size_t at) {
    EventScan scan(text, text_end());
    while (true) {
      at = skip_blanks(text, at);
      while (at < text.size() && text[at] == ',') at = skip_blanks(text, at + 1);
      if (at >= text.size()) return;
      if (text[at] == ']' && scan.ends_list(at)) {
        outcome_.list_end = base_offset_ + at;
        return;
      }
      const std::size_t begin = at;
      at = text[at] == '{' ? parse_object(scan, text, at) : skip_non_event(scan, text, at);
      LANESCOPE_CHECK(at > begin, "to get on from byte {} of {}", begin, text.size());
    }
  }

  /// Returns where to continue.
  std::size_t parse_object(EventScan& scan, std::string_view text, std::size_t at) {
    if (const auto closed = scan.closed_end(at)) {
      const std::string_view event = text.substr(at, *closed - at);
      if (parse_text(event, event)) return *closed;
    }
    const auto end = scan.event_end(at);
    const std::string_view event = text.substr(at, end.value_or(text.size()) - at);
    if (!end && is_last_) {
      list(event, Issue::CutOffEvent);
    } else {
      if (!end) outcome_.cut_is_doubtful = true;
      if (!parse_repaired(event)) list(event, Issue::BrokenEvent);
    }
    return at + event.size();
  }

  /// Skips what is not an event. An unmatched closing bracket may mean that the slice began inside
  /// an event.
  std::size_t skip_non_event(EventScan& scan, std::string_view text, std::size_t at) {
    const std::size_t end = scan.non_event_end(at);
    if (text[at] == '}' || text[at] == ']') {
      outcome_.cut_is_doubtful = true;
    } else {
      list(text.substr(at, end - at), Issue::NotAnObject);
    }
    return end;
  }

  void list(std::string_view text, Issue issue) {
    ++tables_->events;
    ++tables_->odd_phase_counts["(none)"];
    ++tables_->categories[0].events;
    tables_->issues.add(issue, offset_of(text.data()), text);
  }

  bool parse_repaired(std::string_view event) {
    // Events that contain what looks like events also get here, and may be valid.
    if (is_valid(event) && parse_text(event, event)) return true;
    if (!parse_text(repair_json(event), event)) return false;
    tables_->issues.add(Issue::RepairedEvent, offset_of(event.data()), event);
    return true;
  }

  /// `json` is one event's text as in the file (`original`), or repaired.
  bool parse_text(std::string_view json, std::string_view original) {
    const simdjson::padded_string padded(json);
    if (padded.data() == nullptr) throw std::bad_alloc();
    od::document document;
    od::object object;
    EventFields event;
    if (!succeeds(single_.iterate(padded).get(document))) return false;
    if (document.get_object().get(object) != simdjson::SUCCESS) return false;
    if (read_event(object, event) != simdjson::SUCCESS) return false;
    const char* behind = nullptr;
    if (document.current_location().get(behind) == simdjson::SUCCESS) return false;  // two values
    if (may_be_glued(json) && !is_valid(json)) return false;
    event.text = original;
    event.json = json;
    sink_.add(event, offset_of(original.data()));
    return true;
  }

  WorkerTables* tables_;
  std::string separator_;
  bool separator_breaks_line_;
  EventSink sink_;
  od::parser parser_, single_;
  simdjson::dom::parser validator_;
  SliceOutcome outcome_;
  char* base_ = nullptr;
  std::uint64_t base_offset_ = 0;
  bool is_last_ = false;
};

EventParser::EventParser(RawSliceStore& store, WorkerTables& tables, std::uint32_t worker,
                         LinkNumbers& links, const EventList& list)
    : impl_(std::make_unique<Impl>(store, tables, worker, links, list)) {}
EventParser::~EventParser() = default;

SliceOutcome EventParser::parse(SliceBuffer& slice, RawBatch& batch) {
  return impl_->parse(slice, batch);
}

}  // namespace lanescope
