#include "capture/sampler/python/python_codes.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "capture/sampler/python/remote_text.h"
#include "capture/wire/records.h"
#include "core/base/check.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostCodes = 32768, kMostTextBytes = 64U << 20;
// As a record, an eighth of a small channel, as in the agent.
constexpr std::size_t kMostTableBytes = 60U << 10;
// One more than the wire format allows, so that it notices the cut.
constexpr std::size_t kMostCharacters = wire::kMaxStringBytes + 1;

template <typename T>
T field(const char* object, std::size_t offset) {
  T value;
  std::memcpy(&value, object + offset, sizeof value);
  return value;
}

}  // namespace

bool PythonCodes::start_sample() {
  ++sample_;
  if (codes_.size() < kMostCodes && text_bytes_ < kMostTextBytes) return false;
  forgotten_ += static_cast<std::uint32_t>(codes_.size());
  codes_.clear();
  entries_.clear();
  text_bytes_ = 0;
  return true;
}

void PythonCodes::want(std::uint64_t address, std::uint64_t samples) {
  LANESCOPE_CHECK(sample_ != 0, "a sample that was started");
  Entry& entry = entries_[address];
  const bool is_fresh = entry.number != 0 && sample_ - entry.checked <= samples;
  if (is_fresh || entry.wanted) return;
  entry.wanted = true;
  wanted_.push_back(address);
  heads_.add(address, head_bytes());
}

std::uint32_t PythonCodes::head_bytes() const {
  const PythonLayout& python = layout_.python;
  return std::max({python.object_type, python.code_name, python.code_filename,
                   python.code_first_line, python.code_line_table}) +
         std::uint32_t{sizeof(void*)};
}

bool PythonCodes::check() {
  LANESCOPE_CHECK(heads_.count() == wanted_.size(), "a head for each of {} code objects",
                  wanted_.size());
  heads_.fetch(memory_);
  bool is_any_new = false;
  for (std::uint32_t at = 0; at < wanted_.size(); ++at)
    is_any_new = renew(wanted_[at], heads_.of(at)) || is_any_new;
  wanted_.clear();
  heads_.clear();
  return is_any_new;
}

PythonCodes::Identity PythonCodes::identity_in(const char* head) const {
  const PythonLayout& python = layout_.python;
  return {.type = field<std::uint64_t>(head, python.object_type),
          .name = field<std::uint64_t>(head, python.code_name),
          .file = field<std::uint64_t>(head, python.code_filename),
          .line_table = field<std::uint64_t>(head, python.code_line_table),
          .first_line = field<std::int32_t>(head, python.code_first_line)};
}

/// Takes note of what is at the address now: null, nothing that can be read. Returns whether it is
/// another code object than before.
bool PythonCodes::renew(std::uint64_t address, const char* head) {
  const auto known = entries_.find(address);
  LANESCOPE_CHECK(known != entries_.end(), "the wanted code object at {}", address);
  Entry& entry = known->second;
  entry.wanted = false;
  entry.checked = sample_;
  const Identity identity = head == nullptr ? Identity{} : identity_in(head);
  if (entry.number != 0 && identity == entry.identity) return false;
  auto code = identity.type == code_type_ ? read(address, identity) : std::nullopt;
  if (!code) {
    entries_.erase(known);
    return true;
  }
  entry.identity = identity;
  entry.units = layout_.runtime.code_units == RuntimeLayout::kNone
                    ? -1
                    : field<std::int32_t>(head, layout_.runtime.code_units);
  text_bytes_ += code->name.size() + code->file.size() + code->line_table.size();
  codes_.push_back(std::move(*code));
  entry.number = forgotten_ + static_cast<std::uint32_t>(codes_.size());
  return true;
}

std::optional<PythonCode> PythonCodes::read(std::uint64_t address, const Identity& head) const {
  const PythonLayout& python = layout_.python;
  std::uint64_t name_at = head.name;
  if (python.code_qualname != PythonLayout::kNone)
    name_at = memory_.load<std::uint64_t>(address + python.code_qualname).value_or(name_at);
  auto name = read_text(name_at);
  auto file = read_text(head.file);
  PythonCode code;
  code.address = address;
  code.first_line = head.first_line;
  code.python = python.version;
  if (!name || !file || !read_table(head.line_table, code)) return {};
  code.name = std::move(*name);
  code.file = std::move(*file);
  // What was read belongs to it only if it was there all the time.
  std::vector<char> again(head_bytes());
  if (!memory_.read(address, again.data(), again.size()) || identity_in(again.data()) != head)
    return {};
  return code;
}

std::optional<std::string> PythonCodes::read_text(std::uint64_t address) const {
  return read_python_text(memory_, layout_.python, address, kMostCharacters);
}

bool PythonCodes::read_table(std::uint64_t address, PythonCode& code) const {
  const PythonLayout& python = layout_.python;
  if (!is_remote_object(address)) return false;
  const auto length = memory_.load<std::int64_t>(address + python.bytes_length);
  if (!length || *length < 0) return false;
  code.table_cut = static_cast<std::size_t>(*length) > kMostTableBytes;
  code.line_table.resize(std::min(static_cast<std::size_t>(*length), kMostTableBytes));
  return memory_.read(address + python.bytes_data, code.line_table.data(), code.line_table.size());
}

std::uint32_t PythonCodes::number_of(std::uint64_t address) const {
  const auto known = entries_.find(address);
  return known == entries_.end() ? 0 : known->second.number;
}

std::optional<std::int64_t> PythonCodes::bytecode_bytes(std::uint64_t address) const {
  const auto known = entries_.find(address);
  // What is no length was read while it changed.
  constexpr std::int32_t kMostUnits = std::numeric_limits<std::int32_t>::max() / 2;
  if (known == entries_.end() || known->second.units <= 0 || known->second.units > kMostUnits)
    return {};
  return std::int64_t{2} * known->second.units;
}

const PythonCode* PythonCodes::find(std::uint32_t number) const {
  if (number <= forgotten_ || number - forgotten_ > codes_.size()) return nullptr;
  return &codes_[number - forgotten_ - 1];
}

}  // namespace lanescope
