#include "capture/host/attach/kineto_messages.h"

#include <cstring>

#include "core/base/check.h"

namespace lanescope {
namespace {

struct Header {
  std::uint64_t payload_bytes;
  char type[32];  // padded with zeros
};
static_assert(sizeof(Header) == 40);

struct ConfigQuestion {
  std::int32_t wants;
  std::int32_t pid_count;
  std::int64_t job;
};
static_assert(sizeof(ConfigQuestion) == 16);

constexpr char kContextType[] = "ctxt", kConfigType[] = "req";
constexpr std::int32_t kMaxPids = 64;  // clients send at most 10 ancestors

bool is_type(const Header& header, std::string_view type) {
  return std::string_view(header.type, strnlen(header.type, sizeof header.type)) == type;
}

std::string answer(std::string_view type, std::string_view payload) {
  Header header{};
  LANESCOPE_CHECK(type.size() < sizeof header.type, "a type with a zero behind it, not \"{}\"",
                  type);
  header.payload_bytes = payload.size();
  type.copy(header.type, sizeof header.type);
  std::string datagram(reinterpret_cast<const char*>(&header), sizeof header);
  return datagram.append(payload);
}

}  // namespace

std::optional<KinetoQuestion> read_kineto_question(std::span<const std::byte> datagram) {
  Header header{};
  if (datagram.size() < sizeof header) return std::nullopt;
  std::memcpy(&header, datagram.data(), sizeof header);
  const auto payload = datagram.subspan(sizeof header);
  if (header.payload_bytes != payload.size()) return std::nullopt;
  KinetoQuestion question;
  if (is_type(header, kContextType)) {
    question.kind = KinetoQuestion::Kind::Context;
    return question;
  }
  ConfigQuestion config{};
  if (!is_type(header, kConfigType) || payload.size() < sizeof config) return std::nullopt;
  std::memcpy(&config, payload.data(), sizeof config);
  if (config.pid_count < 1 || config.pid_count > kMaxPids) return std::nullopt;
  const auto pids = payload.subspan(sizeof config);
  const auto count = static_cast<std::size_t>(config.pid_count);
  if (pids.size() != count * sizeof(std::int32_t)) return std::nullopt;
  question.wants = config.wants;
  question.pids.resize(count);
  std::memcpy(question.pids.data(), pids.data(), pids.size());
  return question;
}

std::string kineto_config_answer(std::string_view config) {
  return answer(kConfigType, config);
}

std::string kineto_context_answer(std::int32_t processes) {
  return answer(kContextType, {reinterpret_cast<const char*>(&processes), sizeof processes});
}

}  // namespace lanescope
