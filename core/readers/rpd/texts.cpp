#include "core/readers/rpd/texts.h"

#include <mutex>
#include <optional>
#include <span>
#include <utility>

#include "core/base/time.h"
#include "core/readers/rocm/arguments.h"
#include "core/readers/rpd/tables.h"

namespace lanescope {
namespace {

/// Reads the rows of one event.
class RpdArguments {
 public:
  RpdArguments(SqliteDatabase& database, const RpdLaunches& launches)
      : launches_(launches),
        strings_(database, "rocpd_string"),
        calls_(database, "rocpd_api", {"apiName_id", "args_id"}, 0),
        operations_(database, "rocpd_op",
                    {"gpuId", "queueId", "sequenceId", "start", "end", "description_id"}, 0),
        kernels_(database, "rocpd_kernelapi",
                 {"stream", "gridX", "gridY", "gridZ", "workgroupX", "workgroupY", "workgroupZ",
                  "groupSegmentSize", "privateSegmentSize", "kernelName_id"},
                 0),
        copies_(database, "rocpd_copyapi",
                {"stream", "size", "kind", "src", "dst", "srcDevice", "dstDevice", "pinned"}, 0),
        operators_(database, "ext_autogradapi", {"autogradName_id", "seq", "op_id", "sizes"}, 0) {}

  RocmArguments of_call(std::int64_t id) {
    RocmArguments args;
    calls_.seek(id);
    if (!calls_.next()) return args;
    const std::string& name = strings_.name(calls_.integer_or(0, 0));
    const std::string text = strings_.text(calls_.integer_or(1, 0));
    args.text("args", text);
    add_operator(id, text, args);
    add_kernel(id, name, args);
    add_copy(id, 0, args);
    args.number("correlation", id);
    return args;
  }

  RocmArguments of_operation(std::int64_t id) {
    RocmArguments args;
    operations_.seek(id);
    if (!operations_.next()) return args;
    args.number("device", operations_.integer(0)).number("stream", operations_.integer(1));
    args.number("sequence", operations_.integer(2));
    const std::int64_t duration_ns =
        saturating_sub(operations_.integer_or(4, 0), operations_.integer_or(3, 0));
    const bool is_kernel = !strings_.name(operations_.integer_or(5, 0)).empty();
    if (const auto call = launches_.call_of(id)) {
      is_kernel ? add_kernel(*call, name_of_call(*call), args) : add_copy(*call, duration_ns, args);
      args.number("correlation", *call);
    }
    add_links(id, args);
    return args;
  }

 private:
  /// Which calls an operation is linked to, if more than that of its launch.
  void add_links(std::int64_t operation, RocmArguments& args) {
    const std::span<const RpdLaunches::Link> links = launches_.links_of(operation);
    if (links.size() < 2) return;
    JsonArray calls;
    for (const RpdLaunches::Link& link : links) calls.push_back(JsonValue{link.call});
    args.value("linked calls", JsonValue{std::move(calls)});
  }

  std::string name_of_call(std::int64_t id) {
    calls_.seek(id);
    return calls_.next() ? strings_.name(calls_.integer_or(0, 0)) : std::string();
  }

  void add_operator(std::int64_t call, const std::string& text, RocmArguments& args) {
    RangeText parsed = parse_range_text(text);
    std::string sizes(parsed.sizes);
    operators_.seek(call);
    if (operators_.next()) {
      parsed.sequence = operators_.integer(1);
      parsed.op_id = operators_.integer(2);
      sizes = operators_.text(3);
    }
    parsed.sizes = sizes;
    args.range(parsed);
  }

  /// Some calls take the grid in work-items, the others in blocks.
  static bool counts_work_items(std::string_view call) {
    return call == "hipExtModuleLaunchKernel" || call == "hipHccModuleLaunchKernel";
  }

  std::optional<RocmDims> kernel_dims(int first) {
    const auto x = kernels_.integer(first), y = kernels_.integer(first + 1),
               z = kernels_.integer(first + 2);
    return x && y && z ? std::optional(RocmDims{*x, *y, *z}) : std::nullopt;
  }

  void add_kernel(std::int64_t call, std::string_view name, RocmArguments& args) {
    kernels_.seek(call);
    if (!kernels_.next()) return;
    auto grid = kernel_dims(1);
    const auto block = kernel_dims(4);
    if (grid && block && counts_work_items(name)) grid = blocks_of(*grid, *block);
    args.text("HIP stream", kernels_.text(0)).dims("grid", grid).dims("block", block);
    args.number("shared memory", kernels_.integer(7)).number("scratch memory", kernels_.integer(8));
  }

  void add_copy(std::int64_t call, std::int64_t duration_ns, RocmArguments& args) {
    copies_.seek(call);
    if (!copies_.next()) return;
    args.text("HIP stream", copies_.text(0)).bytes(copies_.integer(1), duration_ns);
    args.number("kind", copies_.integer(2));
    args.text("src", copies_.text(3)).text("dst", copies_.text(4));
  }

  const RpdLaunches& launches_;
  DatabaseStrings strings_;
  SqliteRows calls_, operations_, kernels_, copies_, operators_;
};

class RpdTexts final : public EventTexts {
 public:
  RpdTexts(std::shared_ptr<ByteSource> source, std::string path,
           std::shared_ptr<const RpdLaunches> launches)
      : source_(std::move(source)), path_(std::move(path)), launches_(std::move(launches)) {}

  [[nodiscard]] Result<JsonValue> json_of(Place place) const override {
    const std::lock_guard lock(mutex_);
    if (!arguments_ && !open()) return changed_file();
    const auto id = static_cast<std::int64_t>(place.offset());
    RocmArguments args;
    if (place.length() == static_cast<std::uint64_t>(RpdTable::Api)) args = arguments_->of_call(id);
    if (place.length() == static_cast<std::uint64_t>(RpdTable::Op))
      args = arguments_->of_operation(id);
    // Checked after reading, because the file may have been overwritten by then.
    if (source_->changed()) return changed_file();
    return args.event();
  }

 private:
  bool open() const {
    auto opened = SqliteDatabase::open(source_, path_, nullptr);
    if (!opened.ok()) return false;
    database_ = std::move(opened).value();
    arguments_.emplace(*database_, *launches_);
    return true;
  }

  std::shared_ptr<ByteSource> source_;
  std::string path_;
  std::shared_ptr<const RpdLaunches> launches_;
  mutable std::mutex mutex_;
  // A connection is for one thread at a time, and is opened when first asked.
  mutable std::unique_ptr<SqliteDatabase> database_;
  mutable std::optional<RpdArguments> arguments_;
};

}  // namespace

std::shared_ptr<const EventTexts> rpd_event_texts(std::shared_ptr<ByteSource> source,
                                                  std::string path,
                                                  std::shared_ptr<const RpdLaunches> launches) {
  return std::make_shared<RpdTexts>(std::move(source), std::move(path), std::move(launches));
}

}  // namespace lanescope
