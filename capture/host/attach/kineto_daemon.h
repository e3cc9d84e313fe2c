// The daemon that PyTorch processes with KINETO_USE_DAEMON in their environment ask every few
// seconds whether they shall record a trace.
//
// A client waits 90 ms for its answer and takes a later one for the answer to its next question; a
// datagram from any other socket than the daemon's ends its process. So all answers go out at once,
// from a thread of the daemon's own, through the socket that the question came in by.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "core/base/bytes/file_descriptor.h"
#include "core/base/result.h"

namespace lanescope {

class KinetoDaemon {
 public:
  /// Becomes the daemon of this machine (of this network namespace), or with a `folder` the one of
  /// those processes that have it in KINETO_IPC_SOCKET_DIR. Errors: Unsupported: there is a daemon
  /// already, or no socket can be made.
  static Result<std::unique_ptr<KinetoDaemon>> open(const std::string& folder = {});

  ~KinetoDaemon();
  KinetoDaemon(const KinetoDaemon&) = delete;
  KinetoDaemon& operator=(const KinetoDaemon&) = delete;

  /// Gives `config` to the process when it asks next, once. A later order replaces one that has
  /// not been fetched. `pid` is as this process sees it. Any thread.
  void order(std::int64_t pid, std::string config);

  struct Client {
    std::int64_t questions = 0;  // so often it has asked
    bool has_order = false;      // it has been given its config
    std::int64_t own_pid = 0;    // as it knows itself: another one in a container
  };
  /// What is known of a process of this user; nothing: it has not asked yet. Any thread.
  [[nodiscard]] std::optional<Client> client(std::int64_t pid) const;

 private:
  struct Sender;

  KinetoDaemon(FileDescriptor socket, FileDescriptor stop, std::string path);
  void run();
  /// One datagram; false: there is none.
  bool answer_one();
  std::string answer_to(const Sender& sender);

  FileDescriptor socket_, stop_;
  std::string path_;  // of the socket's file; empty: it has none
  mutable std::mutex mutex_;
  std::map<std::int64_t, std::string> orders_;
  std::map<std::int64_t, Client> clients_;
  std::thread thread_;
};

}  // namespace lanescope
