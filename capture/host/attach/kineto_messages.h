// Datagrams between Kineto's client in a PyTorch process and the daemon that it asks for work.
// Layout: third_party/dynolog_headers/dynolog/src/ipcfabric of pytorch/kineto; native byte order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

/// What a client asks.
struct KinetoQuestion {
  enum class Kind {
    Context,  // how many processes of its job there are
    Config,   // is there anything to do
  };
  Kind kind = Kind::Config;
  std::int32_t wants = 0;          // bits: kKinetoEvents, kKinetoActivities
  std::vector<std::int32_t> pids;  // as the process sees them, itself first, then its ancestors
};
inline constexpr std::int32_t kKinetoEvents = 1, kKinetoActivities = 2;

/// Nothing for bytes that are no question.
std::optional<KinetoQuestion> read_kineto_question(std::span<const std::byte> datagram);

/// An answer to a question for a config; an empty text: there is nothing to do.
std::string kineto_config_answer(std::string_view config);
std::string kineto_context_answer(std::int32_t processes);

/// Longer ones are none of ours; a datagram is read into so many bytes.
inline constexpr std::size_t kMaxKinetoDatagram = 4096;

}  // namespace lanescope
