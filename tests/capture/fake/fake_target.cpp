// A target that implements the agent's side with only the headers of the wire format.
//   fake_target WORDS…   each word is an action, run in order:
//     hello[=VERSION]    connects to $LANESCOPE_SOCKET and maps the ring
//     lanes=N            writes to N channels from now on, one thread each (1)
//     write=N            N marks in each channel, waiting for room; times count from 0
//     now                mark times count from this moment from now on
//     spill=N            like write without waiting: what does not fit is dropped and counted
//     garbage=head|words spoils channel 1
//     range=MS:NAME      an NVTX range in channel 0 that takes so long
//     conflict=KIND      a ConflictRecord in channel 0
//     bye hangup         sends Bye; closes the connection
//     problems=N half    sends N Problems; sends an invalid message
//     config=FILE        writes the received Config and the ring's pause flag to the file
//     hears=FILE         writes received messages to the file until Stop
//     untilstop          waits for Stop and replies
//     streams=FILE       writes to the file which of stdin, stdout and stderr are open
//     say=TEXT           writes it to stdout; exits with code 4 if that fails
//     sleep=MS kill=SIGNAL exit=CODE
//     run                runs the following words as another fake_target and waits for it
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <sys/wait.h>

#include "tests/capture/fake/fake_channel.h"
#include "tests/capture/fake/fake_peer.h"

namespace {

using namespace lanescope;
using namespace lanescope::fake;

class Target {
 public:
  explicit Target(const char* program) : program_(program) {}

  void hello(const std::string& version) {
    const char* path = std::getenv(wire::kSocketVariable);
    if (path == nullptr) std::exit(90);
    peer_ = std::make_unique<FakePeer>(path);
    if (!peer_->connected()) std::exit(91);
    const char* rank = std::getenv("RANK");
    peer_->say(wire::Message::Hello,
               "wire=" + version + "\npid=" + std::to_string(::getpid()) + "\nexe=" + program_ +
                   "\nargv=fake target\nhost=here\nwhy=cuda\n" +
                   (rank == nullptr ? "" : "rank=" + std::string(rank) + "\n"));
    const auto answer = peer_->hear();
    if (!answer.open) std::exit(92);
    config_ = answer.text;
    ring_ = map_ring(answer.descriptor);
    if (ring_.memory == nullptr) std::exit(93);
    peer_->say(wire::Message::Caps, "clock=realtime\n");
  }

  void write(long count, bool wait) {
    std::vector<std::jthread> threads;
    for (std::uint32_t channel = 0; channel < channels_; ++channel)
      threads.emplace_back([this, channel, count, wait] { fill(channel, count, wait); });
  }

  void spoil(const std::string& what) {
    FakeChannel channel(ring_.memory, ring_.layout, 1);
    if (what == "head") channel.header().head.store(~std::uint64_t{7});
    if (what == "words") {
      channel.mark(0);
      auto* bytes = static_cast<char*>(ring_.memory) + ring_.layout.offset_of(1);
      std::memset(bytes, 0, sizeof(wire::RecordHeader));
    }
  }

  void conflict(long kind) {
    FakeChannel channel(ring_.memory, ring_.layout, 0);
    channel.write(wire::RecordType::Conflict, static_cast<std::uint32_t>(kind),
                  wire::ConflictRecord{});
  }

  void range(long ms, const std::string& name) {
    FakeChannel channel(ring_.memory, ring_.layout, 0);
    channel.set_state(wire::ChannelState::Open);
    wire::ChannelOpenRecord open{};
    open.tid = open.pid = static_cast<std::uint32_t>(::getpid());
    channel.write(wire::RecordType::ChannelOpen, 0, open);
    wire::StringRecord text{};
    text.bytes = static_cast<std::uint32_t>(name.size());
    channel.write(wire::RecordType::String, 1, text, name);
    wire::RangePushRecord push{};
    push.time_ns = now_ns();
    push.range = 1;
    channel.write(wire::RecordType::RangePush, 1, push);
    std::this_thread::sleep_for(std::chrono::milliseconds(ms));
    wire::RangePopRecord pop{};
    pop.time_ns = now_ns();
    channel.write(wire::RecordType::RangePop, 1, pop);
  }

  void until_stop(const std::string& file = {}) {
    for (auto heard = peer_->hear(); heard.open; heard = peer_->hear()) {
      if (!file.empty()) {
        const bool paused = static_cast<wire::RingHeader*>(ring_.memory)->paused.load() != 0;
        std::ofstream(file, std::ios::app) << heard.header.type << (paused ? " paused\n" : "\n");
      }
      if (heard.header.type != static_cast<std::uint16_t>(wire::Message::Stop)) continue;
      peer_->say(wire::Message::Stopped);
      return;
    }
  }

  void problems(long count) {
    for (long number = 0; number < count; ++number)
      while (!peer_->say(wire::Message::Problem,
                         "code=p" + std::to_string(number) + "\ntext=it fails\nhint=do so\n"))
        pause();
  }
  void tell_config(const std::string& file) const {
    const bool paused = static_cast<wire::RingHeader*>(ring_.memory)->paused.load() != 0;
    std::ofstream(file) << config_ << (paused ? "the ring is paused\n" : "");
  }

  FakePeer& peer() { return *peer_; }
  void set_channels(long channels) { channels_ = static_cast<std::uint32_t>(channels); }
  void count_from_now() { first_ns_ = now_ns(); }

 private:
  void fill(std::uint32_t number, long count, bool wait) {
    FakeChannel channel(ring_.memory, ring_.layout, number);
    channel.set_state(wire::ChannelState::Open);
    wire::ChannelOpenRecord open{};
    open.tid = 100 + number;
    while (!channel.write(wire::RecordType::ChannelOpen, number == 0 ? 1 : 0, open)) pause();
    wire::StringRecord text{};
    text.bytes = 4;
    while (!channel.write(wire::RecordType::String, 1, text, "mark")) pause();
    for (long i = 0; i < count; ++i) {
      while (!channel.mark(first_ns_ + i)) {
        if (!wait) {
          channel.count_drop(sizeof(wire::MarkRecord));
          break;
        }
        pause();
      }
    }
    if (number != 0) channel.set_state(wire::ChannelState::Draining);
  }

  static std::int64_t now_ns() {
    return std::chrono::nanoseconds(std::chrono::system_clock::now().time_since_epoch()).count();
  }
  static void pause() { std::this_thread::sleep_for(std::chrono::microseconds(200)); }

  std::string program_;
  std::unique_ptr<FakePeer> peer_;
  MappedRing ring_;
  std::string config_;
  std::uint32_t channels_ = 1;
  std::int64_t first_ns_ = 0;
};

/// Checks before a file is opened, which could get one of these numbers.
void tell_streams(const std::string& file) {
  std::string reported;
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    reported += ::fcntl(stream, F_GETFD) == -1 ? "closed\n" : "open\n";
  std::ofstream(file) << reported;
}

void say(const std::string& text) {
  const auto written = ::write(STDOUT_FILENO, text.data(), text.size());
  if (written != static_cast<ssize_t>(text.size())) ::_exit(4);
}

int run_other(char** words, const char* program) {
  words[0] = const_cast<char*>(program);
  const pid_t child = ::fork();
  if (child == 0) {
    ::execv("/proc/self/exe", words);
    ::_exit(94);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 95;
}

}  // namespace

int main(int count, char** words) {
  Target target(words[0]);
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i], key = word.substr(0, word.find('='));
    const std::string value = key.size() < word.size() ? word.substr(key.size() + 1) : "";
    const long number = std::atol(value.c_str());
    if (key == "hello") target.hello(value.empty() ? "1.0" : value);
    if (key == "lanes") target.set_channels(number);
    if (key == "now") target.count_from_now();
    if (key == "write" || key == "spill") target.write(number, key == "write");
    if (key == "garbage") target.spoil(value);
    if (key == "range") target.range(number, value.substr(value.find(':') + 1));
    if (key == "conflict") target.conflict(number);
    if (key == "bye") target.peer().say(wire::Message::Bye);
    if (key == "hangup") target.peer().hang_up();
    if (key == "problems") target.problems(number);
    if (key == "half") target.peer().send_packet("abc");
    if (key == "config") target.tell_config(value);
    if (key == "untilstop") target.until_stop();
    if (key == "hears") target.until_stop(value);
    if (key == "streams") tell_streams(value);
    if (key == "say") say(value);
    if (key == "sleep") std::this_thread::sleep_for(std::chrono::milliseconds(number));
    if (key == "kill") ::kill(::getpid(), static_cast<int>(number));
    if (key == "exit") ::_exit(static_cast<int>(number));
    if (key == "run") return run_other(words + i, words[0]);
  }
  return 0;
}
