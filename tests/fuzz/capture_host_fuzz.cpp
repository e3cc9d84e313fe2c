// Whatever a target writes: its ring is read without harm, messages are taken or passed over, and
// no datagram makes the daemon answer nonsense.
#include <array>
#include <atomic>

#include "capture/host/attach/kineto_messages.h"
#include "capture/host/control/message_text.h"
#include "capture/host/control/ring_reader.h"
#include "tests/fuzz/engine/fuzz_target.h"

namespace {

using namespace lanescope;

constexpr wire::RingLayout kLayout{3, 1U << 12, 1U << 12};

/// Channels hold the input over and over; where they begin and end is in it too.
void fill(RingMemory& ring, std::string_view input, std::uint64_t from, std::uint64_t to) {
  for (std::uint32_t channel = 0; channel < kLayout.channels; ++channel) {
    auto* const bytes = const_cast<std::byte*>(ring.channel_bytes(channel));
    for (std::size_t at = 0; at < kLayout.bytes_of(channel) && !input.empty(); ++at)
      bytes[at] = static_cast<std::byte>(input[(at + channel) % input.size()]);
    ring.channel(channel).tail.store(from);
    ring.channel(channel).head.store(to);
    ring.channel(channel).state.store(static_cast<std::uint32_t>(from % 5));
  }
}

std::uint64_t number_in(std::string_view input, std::size_t at) {
  std::uint64_t value = 0;
  for (std::size_t i = at; i < std::min(at + 8, input.size()); ++i)
    value = value << 8U | static_cast<std::uint8_t>(input[i]);
  return value;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  auto made = RingMemory::make(kLayout);
  demand(made.ok(), "there is memory for a ring");
  RingMemory& ring = made.value();
  RingReader reader(ring);
  // First what a target may write, then anything at all.
  for (const std::uint64_t head :
       {number_in(input, 0) % kLayout.channel_bytes & ~std::uint64_t{7}, number_in(input, 8)}) {
    fill(ring, input, number_in(input, 16), head);
    for (std::uint32_t channel = 0; channel < kLayout.channels; ++channel) {
      const ChannelReading reading = reader.read(channel);
      demand(reading.records.size() % wire::kWord == 0, "records are whole words");
      demand(reading.records.size() <= kLayout.channel_bytes,
             "no more is read than a channel holds");
      demand(!reader.broken(channel) || reader.read(channel).count == 0,
             "a broken channel is left alone");
    }
    (void)reader.dropped();
    (void)reader.channels_in_use();
  }
  const MessageText message(input);
  (void)message.number("pid");
  demand(MessageText(message.text()).text() == message.text(), "a message is kept as it is");
  if (const auto question = read_kineto_question(std::as_bytes(std::span(data, size))))
    demand(question->pids.size() <= kMaxKinetoDatagram, "no more processes than fit");
  return 0;
}

namespace lanescope {

std::string fuzz_input(std::mt19937_64& random) {
  std::string bytes;
  switch (below(random, 3)) {
    case 0:
      bytes = "pid=4711\nexe=python\nrank=1\nargv=train.py --lr=1\n";
      break;
    case 1:
      bytes = std::string("\x18\0\0\0\0\0\0\0req", 11) + std::string(29, '\0') +
              std::string("\2\0\0\0\1\0\0\0\0\0\0\0\0\0\0\0\x67\x12\0\0", 20);
      break;
    default:
      bytes = std::string(24, '\0');
      for (std::size_t records = below(random, 30); records > 0; --records) {
        const std::size_t words = 1 + below(random, 20);
        std::string record(words * 8, static_cast<char>(random() & 0xFFU));
        record[0] = static_cast<char>(below(random, 40));
        record[1] = '\0';
        record[2] = static_cast<char>(words);
        record[3] = '\0';
        bytes += record;
      }
      bytes[0] = static_cast<char>(random() & 0xFFU);
      bytes[7] = static_cast<char>(random() & 0xFFU);
  }
  mutate(bytes, random, "=\n\n\nctxt\nreq\n\xFF\xFF\xFF\xFF");
  return bytes;
}

}  // namespace lanescope
