// The daemon that PyTorch processes with KINETO_USE_DAEMON in their environment poll every few
// seconds for requests to record a trace.
//
// A client waits 90 ms for its answer, and mistakes a later one for the answer to its next
// question; a datagram from any socket other than the daemon's makes it exit. So all answers are
// sent at once, from the daemon's own thread, through the socket that received the question.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "core/base/files/file_descriptor.h"
#include "core/base/result.h"

namespace lanescope {

class KinetoDaemon {
 public:
  /// Becomes the daemon of this machine (of this network namespace), or with a `folder`, of the
  /// processes that have it in KINETO_IPC_SOCKET_DIR. Errors: Unsupported: there already is a
  /// daemon, or no socket can be created.
  static Result<std::unique_ptr<KinetoDaemon>> open(const std::string& folder = {});

  ~KinetoDaemon();
  KinetoDaemon(const KinetoDaemon&) = delete;
  KinetoDaemon& operator=(const KinetoDaemon&) = delete;

  /// Sends `config` to the process at its next question, once. A later order replaces one that has
  /// not been fetched. `pid` is in our own PID namespace. Any thread.
  void order(std::int64_t pid, std::string config);

  struct Client {
    std::int64_t questions = 0;  // how often it has asked
    bool has_order = false;      // it has received its config
    std::int64_t own_pid = 0;    // in its own namespace, which differs in a container
  };
  /// What is known about a process of this user; nothing if it has not asked yet. Any thread.
  [[nodiscard]] std::optional<Client> client(std::int64_t pid) const;

 private:
  struct Sender;

  KinetoDaemon(FileDescriptor socket, FileDescriptor stop, std::string path);
  void run();
  /// Answers one datagram; false if there is none.
  bool answer_one();
  std::string answer_to(const Sender& sender);

  FileDescriptor socket_, stop_;
  std::string path_;  // the socket's file; empty: none
  mutable std::mutex mutex_;
  std::map<std::int64_t, std::string> orders_;
  std::map<std::int64_t, Client> clients_;
  std::thread thread_;
};

}  // namespace lanescope
