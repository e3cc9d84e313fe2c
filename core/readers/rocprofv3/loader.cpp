#include "core/readers/rocprofv3/loader.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/files/stage_log.h"
#include "core/readers/json/event_text.h"
#include "core/readers/json/scan.h"
#include "core/readers/rocm/gpu_hosts.h"
#include "core/readers/rocm/trace.h"
#include "core/readers/rocprofv3/definitions.h"
#include "core/readers/rocprofv3/json_stream.h"
#include "core/readers/rocprofv3/record.h"
#include "core/readers/rocprofv3/rows.h"
#include "core/readers/rocprofv3/texts.h"

namespace lanescope {
namespace {

constexpr std::string_view kFirstKey = "rocprofiler-sdk-tool";
/// The members of a process that its records refer to.
constexpr std::array<std::string_view, 5> kDefinitions = {"metadata", "agents", "counters",
                                                          "strings", "kernel_symbols"};

/// Which of them were read.
class SeenDefinitions {
 public:
  void note(std::string_view key) {
    const auto* const at = std::ranges::find(kDefinitions, key);
    if (at != kDefinitions.end()) seen_.set(static_cast<std::size_t>(at - kDefinitions.begin()));
  }
  [[nodiscard]] bool all() const { return seen_.all(); }

 private:
  std::bitset<kDefinitions.size()> seen_;
};

class Rocprofv3Loader {
 public:
  Rocprofv3Loader(std::shared_ptr<ByteSource> source, TraceInfo info, const LoadOptions& options)
      : source_(std::move(source)),
        stages_(info.file),
        trace_(std::move(info), options),
        stream_(*source_) {}

  LoadedTrace load() {
    std::string key;
    if (stream_.enter('{')) {
      while (stream_.next_member(key)) key == kFirstKey ? processes() : stream_.skip_value();
    }
    return result();
  }

 private:
  /// A list of processes; older versions wrote the only one without a list.
  void processes() {
    if (stream_.next_char() == '{') return process();
    if (!stream_.enter('[')) return stream_.skip_value();
    while (goes_on_ && stream_.next_element()) process();
  }

  void process() {
    if (!stream_.enter('{')) return stream_.skip_value();
    definitions_ = std::make_shared<Rocprofv3Definitions>();
    parts_.push_back({stream_.offset(), definitions_});
    rows_.reset();
    seen_ = {};
    std::string key;
    while (goes_on_ && stream_.next_member(key)) member(key);
    read_put_off();
    if (rows_) rows_->finish();
    rows_.reset();
  }

  void member(const std::string& key) {
    Rocprofv3Definitions& own = *definitions_;
    seen_.note(key);
    if (key == "metadata") {
      if (const auto value = object()) own.take_metadata(*value);
    } else if (key == "agents") {
      each_object([&](const JsonValue& value) { own.take_agent(value); });
    } else if (key == "kernel_symbols") {
      each_object([&](const JsonValue& value) { own.take_symbol(value); });
    } else if (key == "counters") {
      each_object([&](const JsonValue& value) { own.take_counter(value); });
    } else if (key == "strings") {
      strings();
    } else if (key == "callback_records" || key == "buffer_records") {
      seen_.all() ? lists(stream_) : put_off();
    } else {
      stream_.skip_value();
    }
  }

  /// A program that sorts the members of a file by name puts records before what they refer to.
  void put_off() {
    stream_.next_char();
    put_off_.push_back(stream_.offset());
    stream_.skip_value();
  }

  void read_put_off() {
    for (const std::uint64_t from : put_off_) {
      const auto again = again_source(*source_, from);
      JsonStream stream(*again, from);
      lists(stream);
      cut_off_ = cut_off_ || stream.is_cut_off();
    }
    put_off_.clear();
  }

  void strings() {
    if (!stream_.enter('{')) return stream_.skip_value();
    std::string key;
    while (stream_.next_member(key)) {
      if (key == "buffer_records") {
        each_object([&](const JsonValue& value) { definitions_->take_kind(value); });
      } else if (key == "marker_api") {
        each_object([&](const JsonValue& value) { definitions_->take_marker(value); });
      } else {
        stream_.skip_value();
      }
    }
  }

  void lists(JsonStream& stream) {
    if (!stream.enter('{')) return stream.skip_value();
    begin_rows();
    std::string key;
    while (goes_on_ && stream.next_member(key)) {
      if (!stream.enter('[')) {
        stream.skip_value();
      } else if (const Rocprofv3Rows::Take take = Rocprofv3Rows::taker_of(key)) {
        records(stream, take);
      } else {
        pass_over(stream, key);
      }
    }
  }

  /// Once all definitions are read.
  void begin_rows() {
    if (rows_) return;
    RocmProcess& process = trace_.add_process(definitions_->pid(), definitions_->command());
    process.name_host(hosts_.label(definitions_->host()));
    definitions_->number_gpus(hosts_);
    rows_.emplace(trace_, process, *definitions_);
    for (DeviceInfo& gpu : definitions_->gpus()) {
      if (std::ranges::find(trace_.info().devices, gpu.id, &DeviceInfo::id) ==
          trace_.info().devices.end())
        trace_.info().devices.push_back(std::move(gpu));
    }
  }

  void records(JsonStream& stream, Rocprofv3Rows::Take take) {
    constexpr std::uint64_t kBetweenReports = 4096;
    std::uint64_t count = 0;
    while (goes_on_ && stream.next_element()) {
      if (++count % kBetweenReports == 0) goes_on_ = trace_.go_on(source_->consumed_bytes());
      const std::uint64_t offset = stream.offset();
      const auto text = stream.value();
      if (!text) {
        trace_.sink().lost(stream.is_cut_off() ? Issue::CutOffEvent : Issue::BrokenRecord, offset,
                           "");
      } else if (!parser_.parse(text->text, record_) || !record_.times()) {
        trace_.sink().lost(Issue::BrokenRecord, text->offset, text->text);
      } else {
        if (record_.ends_early())
          trace_.sink().issue(Issue::NegativeDuration, text->offset, text->text);
        (*rows_.*take)(record_, {text->offset, text->text.size()});
      }
    }
  }

  void pass_over(JsonStream& stream, const std::string& list) {
    std::uint64_t count = 0;
    const std::uint64_t offset = stream.offset();
    while (stream.next_element()) {
      stream.skip_value();
      ++count;
    }
    if (count != 0) trace_.sink().lost(Issue::UnshownRecord, offset, list, count);
  }

  std::optional<JsonValue> object() {
    const auto text = stream_.value();
    if (!text) return std::nullopt;
    auto parsed = parse_json_object(std::string(text->text));
    if (parsed.ok()) return std::move(parsed).value();
    trace_.sink().issue(Issue::RepairedEvent, text->offset, text->text);
    return std::nullopt;
  }

  template <typename Take>
  void each_object(const Take& take) {
    if (!stream_.enter('[')) return stream_.skip_value();
    while (stream_.next_element()) {
      if (const auto value = object()) take(*value);
    }
  }

  LoadedTrace result() {
    describe();
    if (source_->changed()) trace_.sink().issue(Issue::FileChanged, 0, trace_.info().file);
    stages_.done("reading");
    const bool complete =
        goes_on_ && !stream_.is_cut_off() && !cut_off_ && source_->damage().empty();
    auto snapshot = trace_.build(complete);
    return {std::move(snapshot), rocprofv3_event_texts(std::move(source_), std::move(parts_))};
  }

  void describe() {
    TraceInfo& info = trace_.info();
    info.format = "rocprofv3-json";
    info.text_bytes = stream_.offset();
    JsonObject members;
    for (const Rocprofv3Part& part : parts_) {
      members.emplace_back(fmt::format("process {}", part.definitions->pid()),
                           part.definitions->metadata());
    }
    info.metadata = JsonValue{std::move(members)};
  }

  std::shared_ptr<ByteSource> source_;
  StageLog stages_;
  RocmTrace trace_;
  JsonStream stream_;
  Rocprofv3Parser parser_;
  Rocprofv3Record record_;
  std::shared_ptr<Rocprofv3Definitions> definitions_;
  GpuHosts hosts_;
  SeenDefinitions seen_;
  std::vector<std::uint64_t> put_off_;  // where records are that came before all definitions
  std::optional<Rocprofv3Rows> rows_;
  std::vector<Rocprofv3Part> parts_;
  bool goes_on_ = true;
  bool cut_off_ = false;  // records that were read again ended early
};

}  // namespace

bool is_rocprofv3(const FileHead& head) {
  std::string_view text = head.text;
  const auto pass = [&text](std::string_view token) {
    text.remove_prefix(skip_blanks(text, 0));
    if (!text.starts_with(token)) return false;
    text.remove_prefix(token.size());
    return true;
  };
  return pass("{") && pass(fmt::format("\"{}\"", kFirstKey));
}

Result<LoadedTrace> load_rocprofv3(const std::shared_ptr<ByteSource>& source, TraceInfo info,
                                   const LoadOptions& options) {
  return Rocprofv3Loader(source, std::move(info), options).load();
}

}  // namespace lanescope
