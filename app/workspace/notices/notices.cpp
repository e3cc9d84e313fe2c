#include "app/workspace/notices/notices.h"

#include <string_view>
#include <utility>

#include "core/base/files/log.h"
#include "core/base/memory_shortage.h"
#include "core/base/threads/start_thread.h"

namespace lanescope {
namespace {

constexpr std::string_view kMemoryShort =
    "There is not enough memory to compute all tabs. Close other programs, or select a smaller "
    "range.";
constexpr std::string_view kThreadsShort =
    "The system cannot create more threads, so some work is delayed or slower. Close other "
    "programs, or raise the limits (ulimit -a).";

}  // namespace

void Notices::refresh(bool loading) {
  if (take_memory_shortage()) waiting_.emplace_back(kMemoryShort);
  if (take_thread_shortage() && !std::exchange(thread_shortage_reported_, true))
    waiting_.emplace_back(kThreadsShort);
  if (shown_ || loading || waiting_.empty()) return;
  tell(NoticeKind::Warning, waiting_.front());
  waiting_.erase(waiting_.begin());
}

void Notices::warn(std::string text) {
  if (shown_ && shown_->kind == NoticeKind::Error) return warn_later(std::move(text));
  tell(NoticeKind::Warning, std::move(text));
}

void Notices::log() {
  const std::string_view words = shown_     ? std::string_view(shown_->text)
                                 : problem_ ? std::string_view(problem_->message)
                                            : std::string_view();
  if (words == logged_) return;
  logged_ = words;
  if (words.empty()) return;
  const NoticeKind kind = shown_ ? shown_->kind : NoticeKind::Error;
  const std::string file = shown_ ? "" : problem_->file + ": ";
  log_line(kind == NoticeKind::Error     ? LogLevel::Error
           : kind == NoticeKind::Warning ? LogLevel::Warning
                                         : LogLevel::Info,
           file + logged_);
}

}  // namespace lanescope
