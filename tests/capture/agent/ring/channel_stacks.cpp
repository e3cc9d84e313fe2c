#include "tests/capture/agent/ring/channel_stacks.h"

#include <cstring>
#include <map>
#include <stdexcept>

#include "capture/wire/records.h"
#include "core/readers/capture/python_lines.h"

namespace lanescope {
namespace {

struct Code {
  std::string name, file, table;
  wire::CodeRecord record;
};

class ChannelReader {
 public:
  std::vector<ChannelStack> read(const std::string& bytes);

 private:
  template <typename Record>
  Record take(const std::string& bytes, std::size_t at) {
    Record record;
    std::memcpy(&record, bytes.data() + at, sizeof record);
    return record;
  }
  void add(const std::string& record);
  void add_marked(std::uint64_t label, std::uint32_t stack);
  void add_code(const std::string& bytes, std::uint32_t id);
  void add_stack(const std::string& bytes, std::uint32_t id);

  std::map<std::uint32_t, std::string> strings_;
  std::map<std::uint32_t, Code> codes_;
  std::map<std::uint32_t, ChannelStack> stacks_;
  std::vector<ChannelStack> marks_;
};

std::vector<ChannelStack> ChannelReader::read(const std::string& bytes) {
  for (std::size_t at = 0; at < bytes.size();) {
    const auto header = take<wire::RecordHeader>(bytes, at);
    const std::size_t size = header.words * wire::kWord;
    if (size == 0 || at + size > bytes.size()) throw std::runtime_error("a torn record");
    add(bytes.substr(at, size));
    at += size;
  }
  return marks_;
}

void ChannelReader::add(const std::string& record) {
  const auto header = take<wire::RecordHeader>(record, 0);
  switch (static_cast<wire::RecordType>(header.type)) {
    case wire::RecordType::ChannelOpen:
      strings_.clear();
      codes_.clear();
      stacks_.clear();
      break;
    case wire::RecordType::String:
      strings_[header.aux] =
          record.substr(sizeof(wire::StringRecord), take<wire::StringRecord>(record, 0).bytes);
      break;
    case wire::RecordType::Code:
      add_code(record, header.aux);
      break;
    case wire::RecordType::Stack:
      add_stack(record, header.aux);
      break;
    case wire::RecordType::Mark: {
      const auto mark = take<wire::MarkRecord>(record, 0);
      add_marked(static_cast<std::uint64_t>(mark.time_ns), mark.domain);
      break;
    }
    case wire::RecordType::ApiBegin: {
      const auto begin = take<wire::ApiBeginRecord>(record, 0);
      add_marked(begin.correlation, begin.stack);
      break;
    }
    default:
      break;
  }
}

void ChannelReader::add_marked(std::uint64_t label, std::uint32_t stack) {
  const auto found = stacks_.find(stack);
  marks_.push_back(found == stacks_.end() ? ChannelStack{} : found->second);
  marks_.back().label = label;
}

void ChannelReader::add_code(const std::string& bytes, std::uint32_t id) {
  const auto record = take<wire::CodeRecord>(bytes, 0);
  codes_[id] = {.name = strings_.at(record.name),
                .file = record.file == 0 ? "" : strings_.at(record.file),
                .table = bytes.substr(sizeof record, record.table_bytes),
                .record = record};
}

void ChannelReader::add_stack(const std::string& bytes, std::uint32_t id) {
  const auto record = take<wire::StackRecord>(bytes, 0);
  ChannelStack stack{
      .label = 0, .found = true, .cut = (record.flags & wire::kStackCut) != 0, .frames = {}};
  for (std::uint32_t index = 0; index < record.depth; ++index) {
    const auto frame =
        take<wire::StackFrame>(bytes, sizeof record + index * sizeof(wire::StackFrame));
    const Code& code = codes_.at(frame.code);
    const auto line = python_line({.version = code.record.python,
                                   .first_line = code.record.first_line,
                                   .bytes = std::as_bytes(std::span(code.table))},
                                  frame.instruction);
    stack.frames.push_back(code.name + "|" + code.file + "|" +
                           (line ? std::to_string(*line) : "no line"));
  }
  stacks_[id] = std::move(stack);
}

}  // namespace

std::vector<ChannelStack> stacks_in_channel(const std::string& bytes) {
  return ChannelReader().read(bytes);
}

}  // namespace lanescope
