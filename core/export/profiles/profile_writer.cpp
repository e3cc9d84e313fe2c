#include "core/export/profiles/profile_writer.h"

#include <fmt/format.h>

#include "core/analysis/host/python_frame.h"
#include "core/base/text/numbers.h"
#include "core/export/perfetto/perfetto_writer.h"
#include "core/export/profiles/profile_parts.h"
#include "core/export/redaction.h"

namespace lanescope {

ProfileParts::ProfileParts(const Snapshot& trace, const TextSink& sink,
                           const TraceWriteOptions& options)
    : trace_(trace),
      sink_(sink),
      options_(options),
      threads_(stack_threads(trace)),
      extent_(options.range.value_or(trace.extent)) {}

std::string_view ProfileParts::name_of(const StackFrame& frame) const {
  const std::string_view name = trace_.text(frame.name);
  return options_.redaction == nullptr ? name : options_.redaction->event_name(frame.kind, name);
}

FrameParts ProfileParts::parts_of(const StackFrame& frame) const {
  const std::string_view name = name_of(frame);
  DetailsFrame python = parse_python_frame(name);
  // Only what the name can be made of again.
  const bool is_python = python.file.ends_with(".py") || python.file.starts_with('<');
  const bool is_whole =
      is_python && fmt::format("{}({}): {}", python.file, python.line, python.function) == name;
  if (!is_whole) return {std::string(name), "", 0};
  return {std::move(python.function), std::move(python.file), python.line};
}

std::string ProfileParts::name_of(const Track& thread) const {
  Redaction* const redaction = options_.redaction;
  std::string_view process = trace_.text(thread.process), number = trace_.text(thread.thread),
                   name = values_of(thread).name;
  if (redaction != nullptr) {
    process = redaction->process(process);
    number = redaction->thread(number);
    name = name.empty() ? name : redaction->thread_name(name);
  }
  const std::string numbers = fmt::format("Process {} Thread {}", process, number);
  return name.empty() ? numbers : fmt::format("{} \"{}\"", numbers, name);
}

LaneValues ProfileParts::values_of(const Track& thread) const {
  return values_of_lane(trace_.text(thread.name));
}

std::optional<std::int64_t> ProfileParts::process_of(const Track& thread) const {
  const std::string_view process = trace_.text(thread.process);
  return parse_number<std::int64_t>(
      options_.redaction == nullptr ? process : options_.redaction->process(process));
}

bool ProfileParts::flush(std::string& text, std::size_t least) const {
  if (text.size() < least) return true;
  const bool goes_on = sink_(text) && !(options_.stop && options_.stop());
  text.clear();
  return goes_on;
}

void ProfileParts::tell(std::size_t threads) const {
  if (options_.tell)
    options_.tell(static_cast<double>(threads) / static_cast<double>(threads_.size()));
}

bool write_profile(const Snapshot& trace, TraceFormat format, const TextSink& sink,
                   const TraceWriteOptions& options) {
  const ProfileParts parts(trace, sink, options);
  switch (format) {
    case TraceFormat::Speedscope:
      return write_speedscope(parts);
    case TraceFormat::Pprof:
      return write_pprof(parts);
    case TraceFormat::Collapsed:
      return write_collapsed(parts);
    case TraceFormat::Perfetto:
      return write_perfetto(trace, {}, sink, options);
    case TraceFormat::Kineto:
      break;
  }
  return write_trace(trace, {}, sink, options);
}

std::optional<Error> write_profile_file(const std::string& path, const Snapshot& trace,
                                        TraceFormat format, const TraceWriteOptions& options) {
  const auto threads = stack_threads(trace);
  bool has_frames = false;
  for (const Track* thread : threads) {
    has_frames |= !options.range || (thread->bounds.begin_ns < options.range->end_ns &&
                                     thread->bounds.end_ns > options.range->begin_ns);
  }
  if (!has_frames) {
    return Error{Error::Kind::Unsupported,
                 "no host thread has samples or events to write as stacks"};
  }
  return write_to_file(
      path, [&](const TextSink& sink) { return write_profile(trace, format, sink, options); },
      options);
}

}  // namespace lanescope
