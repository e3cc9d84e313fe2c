#include "core/view/text/terminal_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/text/utf8.h"
#include "core/base/time.h"

namespace lanescope {
namespace {

constexpr std::size_t kLineCost = 32;  // what an empty line counts for
constexpr std::size_t kTabColumns = 8;

constexpr char kBell = 7, kBackspace = 8, kEscape = 27;

/// The length of a character with this first byte; 1 if none can start with it.
std::size_t wanted_bytes(unsigned char first) {
  if (first >= 0xF0) return 4;
  if (first >= 0xE0) return 3;
  return first >= 0xC0 ? 2 : 1;
}

/// C1 controls, and characters that change the text direction.
bool is_hidden(std::string_view c) {
  if (c.size() == 2 && c[0] == '\xC2' && static_cast<unsigned char>(c[1]) < 0xA0) return true;
  if (c.size() != 3) return false;
  return c == "\xE2\x80\x8E" || c == "\xE2\x80\x8F" ||
         (c >= std::string_view("\xE2\x80\xA8") && c <= std::string_view("\xE2\x80\xAE")) ||
         (c >= std::string_view("\xE2\x81\xA6") && c <= std::string_view("\xE2\x81\xA9"));
}

void remove_last_character(std::string& line) {
  while (!line.empty() && (static_cast<unsigned char>(line.back()) & 0xC0U) == 0x80U)
    line.pop_back();
  if (!line.empty()) line.pop_back();
}

}  // namespace

void TerminalText::add(std::string_view bytes) {
  for (const char byte : bytes) take(static_cast<unsigned char>(byte));
  drop_oldest();
}

void TerminalText::add_gap(std::uint64_t bytes) {
  take_partial(false);
  if (line_is_open_) end_line();
  line_to_write() = fmt::format("… {} left out …", format_bytes(static_cast<std::int64_t>(bytes)));
  end_line();
}

void TerminalText::take(unsigned char byte) {
  switch (state_) {
    case State::Text:
      if (take_control(byte)) return;
      partial_ += static_cast<char>(byte);
      take_partial(true);
      return;
    case State::Escape:
      state_ = State::Text;
      if (byte == '[') state_ = State::Sequence;
      // Operating system, device and application commands, titles: all end the same way.
      if (byte == ']' || byte == 'P' || byte == '_' || byte == '^') state_ = State::String;
      if (byte >= 0x20 && byte <= 0x2F) state_ = State::Escape;  // one more follows
      return;
    case State::Sequence:
      if (byte >= 0x40 && byte <= 0x7E) state_ = State::Text;
      if (byte == '\n') {  // not a sequence
        state_ = State::Text;
        take_control(byte);
      }
      return;
    case State::String:
      if (byte == kBell || byte == '\n') state_ = State::Text;
      if (byte == kEscape) state_ = State::StringEscape;
      return;
    case State::StringEscape:
      state_ = byte == '\\' ? State::Text : State::String;
      return;
  }
}

bool TerminalText::take_control(unsigned char byte) {
  if (byte >= 0x20 && byte != 0x7F) return false;
  take_partial(false);
  switch (byte) {
    case '\n':
      line_to_write();
      end_line();
      break;
    case '\r':
      begins_anew_ = true;
      break;
    case '\t': {
      make_room(kTabColumns);
      std::string& line = line_to_write();
      line.append(kTabColumns - line.size() % kTabColumns, ' ');
      break;
    }
    case kBackspace:
      if (line_is_open_) remove_last_character(lines_.back());
      break;
    case kEscape:
      state_ = State::Escape;
      break;
    default:
      break;  // bell, color or cursor movement
  }
  return true;
}

/// Adds the bytes of a partial character once it is complete, or once it cannot become so.
void TerminalText::take_partial(bool more_may_come) {
  while (!partial_.empty()) {
    const std::size_t length = utf8_length(partial_);
    if (length > 0) {
      take_character(std::string_view(partial_).substr(0, length));
      partial_.erase(0, length);
      continue;
    }
    const auto first = static_cast<unsigned char>(partial_.front());
    if (more_may_come && partial_.size() < wanted_bytes(first)) return;
    take_character(kReplacementUtf8);
    partial_.erase(0, 1);
  }
}

void TerminalText::take_character(std::string_view character) {
  if (is_hidden(character)) return;
  make_room(character.size());
  line_to_write() += character;
}

void TerminalText::make_room(std::size_t bytes) {
  if (begins_anew_ && line_is_open_) lines_.back().clear();
  begins_anew_ = false;
  if (line_is_open_ && lines_.back().size() + bytes > kMostLineBytes) end_line();
}

std::string& TerminalText::line_to_write() {
  if (!line_is_open_) lines_.emplace_back();
  line_is_open_ = true;
  return lines_.back();
}

void TerminalText::end_line() {
  line_is_open_ = begins_anew_ = false;
  bytes_ += lines_.back().size() + kLineCost;
}

void TerminalText::drop_oldest() {
  while (bytes_ > kMostBytes && lines_.size() > 1) {
    bytes_ -= lines_.front().size() + kLineCost;
    lines_.pop_front();
    ++dropped_;
  }
}

std::string TerminalText::text(std::size_t begin, std::size_t end) const {
  std::string whole;
  for (std::size_t i = begin; i < std::min(end, lines_.size()); ++i) whole += lines_[i] + "\n";
  return whole;
}

}  // namespace lanescope
