#include "capture/host/attach/kineto_attach.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <signal.h>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "capture/host/files/disk.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;
using std::chrono::seconds;

constexpr seconds kPatience{30};      // for the first question; clients ask every 5 s
constexpr seconds kStartDelay{2};     // from the order to the warm-up, in Kineto
constexpr seconds kMostWriting{120};  // without the file appearing or growing
/// Newer versions of Kineto only write here.
constexpr const char* kParent = "/tmp";
constexpr const char* kPrefix = "lanescope_attach_";

bool is_gone(std::int64_t pid) {
  return ::kill(static_cast<pid_t>(pid), 0) != 0 && errno == ESRCH;
}

}  // namespace

bool is_closed_json(const std::string& path) {
  std::FILE* const file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) return false;
  char tail[64];
  std::size_t count = 0;
  if (std::fseek(file, 0, SEEK_END) == 0) {
    const long size = std::ftell(file);
    const long begin = std::max(0L, size - static_cast<long>(sizeof tail));
    if (std::fseek(file, begin, SEEK_SET) == 0) count = std::fread(tail, 1, sizeof tail, file);
  }
  std::fclose(file);
  const std::string_view text(tail, count);
  const std::size_t last = text.find_last_not_of(" \t\r\n");
  return last != std::string_view::npos && (text[last] == '}' || text[last] == ']');
}

Result<std::unique_ptr<KinetoAttach>> KinetoAttach::open(const RunningProcess& process,
                                                         KinetoOrder order, std::string output,
                                                         Disk& disk) {
  if (!process.why_not.empty()) return Error{Error::Kind::Unsupported, process.why_not};
  auto daemon = KinetoDaemon::open(process.socket_folder);
  if (!daemon.ok()) return daemon.error();
  auto folder = OwnedFolder::make(kParent, kPrefix);
  if (!folder.ok()) return folder.error();
  order.output = folder.value().path() + "/trace.json";
  std::unique_ptr<KinetoAttach> attach(
      new KinetoAttach(process.pid, std::move(order), std::move(output), std::move(folder).value(),
                       std::move(daemon).value(), disk));
  return attach;
}

KinetoAttach::KinetoAttach(std::int64_t pid, KinetoOrder order, std::string output,
                           OwnedFolder folder, std::unique_ptr<KinetoDaemon> daemon, Disk& disk)
    : pid_(pid),
      order_(std::move(order)),
      output_(std::move(output)),
      folder_(std::move(folder)),
      daemon_(std::move(daemon)),
      begin_(Clock::now()),
      disk_(disk) {
  daemon_->order(pid_, kineto_config(order_));
}

KinetoAttach::~KinetoAttach() = default;

Result<AttachStage> KinetoAttach::look(Clock::time_point now) {
  if (done_) return AttachStage::Done;
  if (ordered_ != Clock::time_point()) return wait_for_file(now);
  return wait_for_question(now);
}

Result<AttachStage> KinetoAttach::wait_for_question(Clock::time_point now) {
  const auto client = daemon_->client(pid_);
  if (client && client->has_order) {
    ordered_ = grown_ = now;
    return stage_at({});
  }
  if (is_gone(pid_)) return Error{Error::Kind::NotFound, "the process has ended"};
  if (now - begin_ < kPatience) return AttachStage::Waiting;
  return Error{
      Error::Kind::Unsupported,
      client
          ? "it polls but does not take trace requests: a profiler may already be running in it"
          : fmt::format("it has not polled for requests in {} s: PyTorch before 2.7 may not poll, "
                        "and a container with its own network cannot",
                        kPatience.count())};
}

AttachStage KinetoAttach::stage_at(Clock::duration since_order) const {
  if (order_.iterations) return AttachStage::Recording;
  const Clock::duration start = kStartDelay + order_.warm_up;
  if (since_order < start) return AttachStage::WarmingUp;
  return since_order < start + order_.duration ? AttachStage::Recording : AttachStage::Writing;
}

Result<AttachStage> KinetoAttach::wait_for_file(Clock::time_point now) {
  const auto client = daemon_->client(pid_);
  const std::string file = kineto_output(order_.output, client ? client->own_pid : pid_);
  std::error_code none;
  const std::uintmax_t bytes = fs::file_size(file, none);
  const bool is_there = !none;
  // The file is complete and has not changed since the previous look.
  if (is_there && bytes == file_bytes_ && is_closed_json(file)) return keep(file);
  if (is_there && bytes != file_bytes_) grown_ = now;
  file_bytes_ = is_there ? bytes : 0;
  if (is_gone(pid_) && !is_there) {
    return Error{Error::Kind::NotFound, "the process ended before it wrote its trace"};
  }
  const AttachStage stage = is_there ? AttachStage::Writing : stage_at(now - ordered_);
  const Clock::duration expected =
      stage_at(now - ordered_) == AttachStage::Writing
          ? kStartDelay + order_.warm_up + order_.duration + kMostWriting
          : Clock::duration::max();
  if (is_there && now - grown_ > kMostWriting)
    return Error{Error::Kind::Unreadable, "it stopped while writing its trace"};
  if (!is_there && now - ordered_ > expected) {
    return Error{Error::Kind::Unreadable, "it wrote nothing: its own profiler may have taken over"};
  }
  return stage;
}

Result<AttachStage> KinetoAttach::keep(const std::string& file) {
  // As a recording: only the user may read it. Until now, its folder has seen to that.
  std::error_code none;
  fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write, none);
  if (const auto error = move_file(file, output_, disk_)) {
    folder_.leave();  // it is the only copy
    return Error{error->kind, fmt::format("{}: {}; the trace is still in {}; move it from there",
                                          output_, error->message, file)};
  }
  done_ = true;
  return AttachStage::Done;
}

}  // namespace lanescope
