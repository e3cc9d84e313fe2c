// Kernels, copies, fills and barriers.
#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/readers/rocm/names.h"
#include "core/readers/rpd/context.h"

namespace lanescope {
namespace {

class OperationReader {
 public:
  explicit OperationReader(const RpdContext& context)
      : context_(context),
        rows_(context.database, "rocpd_op",
              {"gpuId", "queueId", "start", "end", "description_id", "opType_id"}) {}

  void run() {
    for (std::uint64_t count = 1; rows_.next() && rpd_goes_on(context_, count); ++count) row();
    report_malformed(context_, rows_, "rocpd_op");
    report_links();
  }

 private:
  enum Column : int { kGpu, kQueue, kBegin, kEnd, kDescription, kType };

  /// Lists the links of operations that are not in the file; they are no events.
  void report_links() {
    // A damaged file may show rows twice.
    const std::uint64_t links = context_.launches.link_count();
    const std::uint64_t missing = links - std::min(links, linked_);
    if (missing != 0 && !context_.database.cancelled())
      context_.trace.sink().issue(Issue::MalformedValue, 0, "rocpd_api_ops: no such operation",
                                  missing);
  }

  /// Kernels are those with a name; of a graph's, only the type differs.
  void row() {
    linked_ += context_.launches.links_of(rows_.row_id()).size();
    const auto times = rpd_times(context_, rows_, kBegin, kEnd);
    if (!times) return;
    const std::string& type = context_.strings.name(rows_.integer_or(kType, 0));
    const LocalId kernel = kernel_name(rows_.integer_or(kDescription, 0), type);
    const LocalId name = kernel != kNoLocal ? kernel : type_name(type);
    if (kernel != kNoLocal) return work(name, "kernel", *times);
    if (type.starts_with("Copy")) return work(name, "gpu_memcpy", *times);
    if (type.starts_with("Fill")) return work(name, "gpu_memset", *times);
    wait(name, *times);
  }

  [[nodiscard]] LocalId type_name(const std::string& type) const {
    if (type.starts_with("Copy")) return context_.trace.sink().text(rocm_copy_name(type));
    return context_.trace.sink().text(type.starts_with("Fill") ? "Memset" : type);
  }

  void work(LocalId name, std::string_view category, const TimeRange& times) {
    const auto call = context_.launches.call_of(rows_.row_id());
    RocmProcess& process = context_.processes.of_call(call);
    context_.trace.work(process, {lane(process, TrackRole::Gpu), category, name, times, place()},
                        static_cast<std::uint64_t>(call.value_or(0)));
  }

  void wait(LocalId name, const TimeRange& times) {
    RocmProcess& process = context_.processes.of_call(context_.launches.call_of(rows_.row_id()));
    context_.trace.span({lane(process, TrackRole::GpuSync), "cuda_sync", name, times, place()});
  }

  LocalId lane(RocmProcess& process, TrackRole role) {
    return process.work(rows_.integer_or(kGpu, 0), RocmProcess::Order::Queue,
                        rows_.integer_or(kQueue, 0), {}, role);
  }

  [[nodiscard]] Place place() const { return rpd_place(RpdTable::Op, rows_.row_id()); }

  /// kNoLocal if there is none. The type may say that it is one, though its name is missing.
  LocalId kernel_name(std::int64_t description, std::string_view type) {
    const bool is_kernel = type == "KernelExecution";
    const auto [at, fresh] = kernels_.try_emplace({description, is_kernel}, kNoLocal);
    if (!fresh) return at->second;
    std::string name = rocm_kernel_name(context_.strings.name(description));
    if (name.empty() && is_kernel && !context_.strings.has(description))
      name = fmt::format("kernel {}", description);
    if (!name.empty()) at->second = context_.trace.sink().text(name);
    return at->second;
  }

  const RpdContext& context_;
  SqliteRows rows_;
  std::uint64_t linked_ = 0;                                  // links of the operations so far
  std::map<std::pair<std::int64_t, bool>, LocalId> kernels_;  // by description
};

}  // namespace

void read_rpd_operations(const RpdContext& context) {
  OperationReader(context).run();
}

}  // namespace lanescope
