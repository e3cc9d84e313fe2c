// The viewer's end of a capture in a test: accepts one agent, and keeps reading its ring.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <functional>
#include <mutex>
#include <poll.h>
#include <string>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "capture/wire/control.h"
#include "capture/wire/ring.h"
#include "tests/capture/agent/packets.h"
#include "tests/core/base/temp_folder.h"

namespace lanescope::agent {

class TestViewer {
 public:
  /// Called on the viewer's thread with every record, in order for each channel.
  using OnRecord = std::function<void(std::uint32_t channel, const wire::RecordHeader&,
                                      const std::byte* record)>;
  struct Heard {
    wire::Message type;
    std::string text;
  };

  /// A `silent` viewer never answers agents.
  TestViewer(std::string config, OnRecord on_record, wire::RingLayout layout = {},
             bool silent = false)
      : config_(std::move(config)),
        on_record_(std::move(on_record)),
        layout_(layout),
        silent_(silent) {
    listener_ = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path().copy(address.sun_path, sizeof address.sun_path - 1);
    bind(listener_, reinterpret_cast<const sockaddr*>(&address), sizeof address);
    listen(listener_, 8);
    file_ = memfd_create("ring", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    const auto bytes = static_cast<off_t>(layout_.total_bytes());
    if (ftruncate(file_, bytes) != 0) std::abort();
    fcntl(file_, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL);
    ring_ = static_cast<std::byte*>(
        mmap(nullptr, layout_.total_bytes(), PROT_READ | PROT_WRITE, MAP_SHARED, file_, 0));
    wire::begin_ring(ring(), layout_);
  }
  ~TestViewer() {
    finish();
    munmap(ring_, layout_.total_bytes());
    close(file_);
  }
  TestViewer(const TestViewer&) = delete;
  TestViewer& operator=(const TestViewer&) = delete;

  /// Accepts the agent from now on. Fork before calling this: the address sanitizer of g++ 12
  /// leaves the locks of a starting thread locked in the child.
  void serve() {
    thread_ = std::thread([this] { run(); });
  }
  [[nodiscard]] std::string path() const { return folder_.path() + "/control"; }
  [[nodiscard]] wire::RingHeader& ring() { return *reinterpret_cast<wire::RingHeader*>(ring_); }

  void send(wire::Message type) {
    const std::lock_guard lock(mutex_);
    if (agent_ >= 0) send_with(agent_, packet(type));
  }
  /// Disconnects like a crashed viewer; records stay in the ring.
  void vanish() {
    leave();
    hang_up();
  }
  /// Call after the target has ended: reads what is left, including its last messages, which may
  /// still be in the socket.
  void finish() {
    leave();
    for (pollfd talking{agent_, POLLIN, 0}; poll(&talking, 1, 0) > 0;) {
      if (!hear(agent_)) break;
    }
    hang_up();
    drain();
  }
  [[nodiscard]] std::vector<Heard> heard() {
    const std::lock_guard lock(mutex_);
    return heard_;
  }
  [[nodiscard]] bool has_heard(wire::Message type) {
    for (const Heard& message : heard()) {
      if (message.type == type) return true;
    }
    return false;
  }
  [[nodiscard]] std::string text_of(wire::Message type) {
    for (const Heard& message : heard()) {
      if (message.type == type) return message.text;
    }
    return {};
  }
  /// The PID that the agent reported.
  [[nodiscard]] std::string pid() {
    const std::string hello = text_of(wire::Message::Hello);
    const std::size_t at = hello.find("\npid=") + 5;
    return hello.substr(at, hello.find('\n', at) - at);
  }
  /// Waits for a message; false after half a minute.
  bool wait_for(wire::Message type) {
    for (int tries = 0; tries < 6000; ++tries) {
      if (has_heard(type)) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return false;
  }
  [[nodiscard]] std::uint64_t dropped() {
    std::uint64_t records = 0;
    for (std::uint32_t channel = 0; channel < layout_.channels; ++channel)
      records += wire::channel_header(ring_, channel)->dropped_records.load();
    return records;
  }

 private:
  void leave() {
    leave_ = true;
    if (thread_.joinable()) thread_.join();
  }
  void run() {
    pollfd waiting{listener_, POLLIN, 0};
    while (!leave_ && poll(&waiting, 1, 10) == 0) {
    }
    if (leave_) return;
    const int agent = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    {
      const std::lock_guard lock(mutex_);
      agent_ = agent;
    }
    while (!leave_) {
      pollfd talking{agent, POLLIN, 0};
      if (poll(&talking, 1, 2) > 0 && !hear(agent)) break;
      drain();
    }
  }
  bool hear(int agent) {
    std::vector<char> bytes(wire::kMaxMessageBytes);
    const ssize_t got = recv(agent, bytes.data(), bytes.size(), 0);
    wire::MessageHeader header;
    if (got < static_cast<ssize_t>(sizeof header)) return false;
    std::memcpy(&header, bytes.data(), sizeof header);
    const std::lock_guard lock(mutex_);
    heard_.push_back(
        {static_cast<wire::Message>(header.type), {bytes.data() + sizeof header, header.bytes}});
    if (heard_.back().type == wire::Message::Hello && !silent_)
      send_with(agent_, packet(wire::Message::Config, config_), file_);
    return true;
  }
  void hang_up() {
    const std::lock_guard lock(mutex_);
    for (int* socket : {&agent_, &listener_}) {
      if (*socket >= 0) close(*socket);
      *socket = -1;
    }
  }
  void drain() {
    for (std::uint32_t channel = 0; channel < layout_.channels; ++channel) drain_channel(channel);
  }
  void drain_channel(std::uint32_t channel) {
    wire::ChannelHeader& header = *wire::channel_header(ring_, channel);
    const std::uint32_t state = header.state.load(std::memory_order_acquire);
    const std::uint64_t head = header.head.load(std::memory_order_acquire);
    std::uint64_t tail = header.tail.load(std::memory_order_relaxed);
    while (tail < head) {
      const std::byte* const at =
          ring_ + layout_.offset_of(channel) + (tail & (layout_.bytes_of(channel) - 1));
      wire::RecordHeader record;
      std::memcpy(&record, at, sizeof record);
      if (record.words == 0) std::abort();
      if (record.type != 0) on_record_(channel, record, at);
      tail += record.words * wire::kWord;
    }
    header.tail.store(tail, std::memory_order_release);
    if (state == static_cast<std::uint32_t>(wire::ChannelState::Draining) && head == tail)
      header.state.store(static_cast<std::uint32_t>(wire::ChannelState::Free));
  }

  TempFolder folder_;
  std::string config_;
  OnRecord on_record_;
  wire::RingLayout layout_;
  bool silent_;
  int listener_ = -1, agent_ = -1, file_ = -1;
  std::byte* ring_ = nullptr;
  std::mutex mutex_;
  std::vector<Heard> heard_;
  std::atomic<bool> leave_{false};
  std::thread thread_;
};

}  // namespace lanescope::agent
