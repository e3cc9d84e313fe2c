#include "core/readers/rocprofv3/record.h"

#include <cstdlib>
#include <simdjson.h>

#include "core/base/text/json_text.h"
#include "core/readers/rocprofv3/json_stream.h"

namespace lanescope {
namespace {

namespace od = simdjson::ondemand;
static_assert(JsonStream::kPadding >= simdjson::SIMDJSON_PADDING);

std::optional<std::uint64_t> unsigned_of(od::value& value) {
  std::uint64_t number = 0;
  return value.get_uint64().get(number) == simdjson::SUCCESS ? std::optional(number) : std::nullopt;
}

std::optional<std::int64_t> integer_of(od::value& value) {
  std::int64_t number = 0;
  return value.get_int64().get(number) == simdjson::SUCCESS ? std::optional(number) : std::nullopt;
}

/// Calls `visit(key, value)` for each member; nothing if it is no object.
template <typename Visit>
bool each_member(od::value& value, const Visit& visit) {
  od::object object;
  if (value.get_object().get(object) != simdjson::SUCCESS) return false;
  for (auto member : object) {
    std::string_view key;
    od::value inner;
    if (member.unescaped_key().get(key) != simdjson::SUCCESS) return false;
    if (member.value().get(inner) != simdjson::SUCCESS) return false;
    visit(key, inner);
  }
  return true;
}

/// {"handle": 5}, as most ids are written, or a number.
std::optional<std::uint64_t> handle_of(od::value& value) {
  std::optional<std::uint64_t> handle;
  od::json_type type{};
  if (value.type().get(type) != simdjson::SUCCESS) return handle;
  if (type != od::json_type::object) return unsigned_of(value);
  each_member(value, [&](std::string_view key, od::value& inner) {
    if (key == "handle") handle = unsigned_of(inner);
  });
  return handle;
}

std::optional<RocmDims> dims_of(od::value& value) {
  RocmDims dims{1, 1, 1};
  const bool is_object = each_member(value, [&](std::string_view key, od::value& inner) {
    if (key.size() == 1 && key[0] >= 'x' && key[0] <= 'z')
      dims[static_cast<std::size_t>(key[0] - 'x')] = integer_of(inner).value_or(1);
  });
  return is_object ? std::optional(dims) : std::nullopt;
}

std::string text_of(od::value& value) {
  std::string_view text;
  if (value.get_string().get(text) == simdjson::SUCCESS) return std::string(text);
  return std::string(strip_quotes(value.raw_json_token()));
}

class Reader {
 public:
  explicit Reader(Rocprofv3Record& record) : record_(&record) {}

  bool read(od::value& value) {
    return each_member(value, [this](std::string_view key, od::value& inner) { take(key, inner); });
  }

 private:
  void take(std::string_view key, od::value& value) {
    if (take_time_or_id(key, value) || take_place(key, value) || take_size(key, value)) return;
    if (key == "correlation_id") return take_correlation(value);
    // The rest are members of these, under the same names.
    if (key == "dispatch_info" || key == "dispatch_data") {
      read(value);
    } else if (key == "records") {
      take_counters(value);
    } else if (key == "args") {
      each_member(value, [this](std::string_view name, od::value& inner) {
        record_->arguments.emplace_back(std::string(name), text_of(inner));
      });
    }
  }

  bool take_time_or_id(std::string_view key, od::value& value) {
    if (key == "start_timestamp") {
      record_->begin_ns = integer_of(value);
    } else if (key == "end_timestamp") {
      record_->end_ns = integer_of(value);
    } else if (key == "kind") {
      record_->kind = unsigned_of(value).value_or(0);
    } else if (key == "operation") {
      record_->operation = unsigned_of(value).value_or(0);
    } else if (key == "thread_id") {
      record_->thread = integer_of(value).value_or(0);
    } else {
      return false;
    }
    return true;
  }

  bool take_place(std::string_view key, od::value& value) {
    if (key == "agent_id") {
      record_->agent = handle_of(value);
    } else if (key == "queue_id") {
      record_->queue = handle_of(value);
    } else if (key == "stream_id") {
      record_->stream = handle_of(value);
    } else if (key == "kernel_id") {
      record_->kernel = unsigned_of(value);
    } else if (key == "dispatch_id") {
      record_->dispatch = unsigned_of(value);
    } else if (key == "src_agent_id") {
      record_->from_agent = handle_of(value);
    } else if (key == "dst_agent_id") {
      record_->to_agent = handle_of(value);
    } else {
      return false;
    }
    return true;
  }

  bool take_size(std::string_view key, od::value& value) {
    if (key == "grid_size") {
      record_->grid = dims_of(value);
    } else if (key == "workgroup_size") {
      record_->block = dims_of(value);
    } else if (key == "group_segment_size") {
      record_->shared_bytes = integer_of(value);
    } else if (key == "private_segment_size") {
      record_->scratch_bytes = integer_of(value);
    } else if (key == "bytes" || key == "allocation_size") {
      record_->bytes = integer_of(value);
    } else if (key == "address") {
      record_->address = address_of(value);
    } else {
      return false;
    }
    return true;
  }

  /// A number, or text such as "0x7f00".
  static std::optional<std::uint64_t> address_of(od::value& value) {
    if (const auto handle = handle_of(value)) return handle;
    std::string_view text;
    if (value.get_string().get(text) != simdjson::SUCCESS) return std::nullopt;
    constexpr int kHexadecimal = 16;
    return std::strtoull(std::string(text).c_str(), nullptr, kHexadecimal);
  }

  void take_correlation(od::value& value) {
    each_member(value, [this](std::string_view key, od::value& inner) {
      if (key == "internal") record_->internal = unsigned_of(inner).value_or(0);
      if (key == "external") record_->external = handle_of(inner).value_or(0);
    });
  }

  void take_counters(od::value& value) {
    od::array list;
    if (value.get_array().get(list) != simdjson::SUCCESS) return;
    for (auto element : list) {
      od::value one;
      if (element.get(one) != simdjson::SUCCESS) return;
      Rocprofv3Record::CounterValue counter;
      each_member(one, [&](std::string_view key, od::value& inner) {
        if (key == "counter_id") counter.counter = handle_of(inner).value_or(0);
        double number = 0;
        if (key == "value" && inner.get_double().get(number) == simdjson::SUCCESS)
          counter.value = number;
      });
      record_->counters.push_back(counter);
    }
  }

  Rocprofv3Record* record_;
};

}  // namespace

struct Rocprofv3Parser::Parser {
  od::parser parser;
};

Rocprofv3Parser::Rocprofv3Parser() : parser_(std::make_unique<Parser>()) {}
Rocprofv3Parser::~Rocprofv3Parser() = default;

bool Rocprofv3Parser::parse(std::string_view text, Rocprofv3Record& record) {
  record = {};
  od::document document;
  const simdjson::padded_string_view padded(text.data(), text.size(),
                                            text.size() + JsonStream::kPadding);
  if (parser_->parser.iterate(padded).get(document) != simdjson::SUCCESS) return false;
  od::value value;
  if (document.get_value().get(value) != simdjson::SUCCESS) return false;
  const char* next = nullptr;
  return Reader(record).read(value) &&
         document.current_location().get(next) != simdjson::SUCCESS;  // nothing follows
}

}  // namespace lanescope
