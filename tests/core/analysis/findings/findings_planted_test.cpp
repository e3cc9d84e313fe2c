// Causes planted into a training loop: each must be found, and come first.
#include <algorithm>

#include <doctest/doctest.h>

#include "core/analysis/findings/rules.h"
#include "core/analysis/results.h"
#include "tests/core/fixtures/training_trace.h"

using namespace lanescope;

namespace {

constexpr const char* kGemm = "sm90_xmma_gemm_bf16bf16_bf16f32";

FindingTable findings_of(const TrainingTrace& trace) {
  const LoadedText loaded = trace.load();
  const ReadEvent read = [&](EventId event) { return loaded.json(event); };
  return analyse_findings({*loaded.snapshot, whole_window(), read});
}

/// The same, of a trace as another tool would have recorded it: the format of its file.
FindingTable findings_by(const char* format, const TrainingTrace& trace) {
  const LoadedText loaded = trace.load();
  Snapshot snapshot = *loaded.snapshot;
  snapshot.info.format = format;
  const ReadEvent read = [&](EventId event) { return loaded.json(event); };
  return analyse_findings({snapshot, whole_window(), read});
}

/// Operators whose kernels take longer than the host needs for them: 1 ms of GPU time.
void busy_ops(TrainingTrace& trace) {
  for (int i = 0; i < 10; ++i) trace.op("aten::mm", kGemm, 100, 80);
}

TrainingTrace loop(int steps, const std::function<void(TrainingTrace&, int)>& body) {
  TrainingTrace trace;
  for (int i = 0; i < steps; ++i) {
    trace.step([&] { body(trace, i); });
  }
  return trace;
}

/// The first finding; fails the test when it is another one.
Finding first_finding(const FindingTable& table, std::string_view id) {
  REQUIRE(!table.findings.empty());
  for (const Finding& finding : table.findings) {
    CAPTURE(std::string(finding.id));
    CAPTURE(finding.title);
    CAPTURE(finding.low_pct);
    CAPTURE(finding.high_pct);
    CHECK(finding.expected_pct() <= table.findings.front().expected_pct());
  }
  CHECK(std::string(table.findings.front().id) == std::string(id));
  return table.findings.front();
}

}  // namespace

TEST_CASE("a GPU that is kept busy gives no finding") {
  const FindingTable table =
      findings_of(loop(8, [](TrainingTrace& trace, int) { busy_ops(trace); }));
  for (const Finding& finding : table.findings) MESSAGE(finding.title);
  CHECK(table.findings.empty());
}

TEST_CASE("a data loader without workers is the first finding") {
  const FindingTable table = findings_of(loop(6, [](TrainingTrace& trace, int) {
    trace.host("user_annotation", "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__",
               3000);
    busy_ops(trace);
  }));
  const Finding finding = first_finding(table, "F04");
  CHECK(finding.title == "The GPU waits for the data loader");
  CHECK(finding.confidence == Confidence::High);
  // Of each step of 3,800 µs the GPU idles for about 2,700 µs in the loader: it works off 200 µs of
  // the step before meanwhile. How much of it workers return depends on the host's cores.
  CHECK(finding.high_pct == doctest::Approx(73).epsilon(0.05));
  CHECK(finding.low_pct == 0);
  CHECK(finding.fix.find("num_workers") != std::string::npos);
}

TEST_CASE("values that are read back in the loop are the first finding") {
  const FindingTable table = findings_of(loop(6, [](TrainingTrace& trace, int) {
    for (int i = 0; i < 5; ++i) {
      trace.op("aten::mm", kGemm, 100, 80);
      trace.range("cpu_op", "aten::item", [&] {
        trace.range("cpu_op", "aten::_local_scalar_dense", [&] {
          trace.copy("Memcpy DtoH (Device -> Pageable)", 4, 2, true);
          trace.wait_for_gpu("cudaStreamSynchronize");
        });
      });
    }
  }));
  const Finding finding = first_finding(table, "F09");
  CHECK(finding.title == "The loop waits for values from the GPU");
  CHECK(finding.where.event != EventId::None);
  CHECK(finding.high_pct > 20);
  // Overview's "sync" is another, shorter time.
  for (const FindingEvidence& evidence : finding.evidence)
    CHECK(evidence.text.head.find("\"idle, sync\"") == std::string::npos);
}

TEST_CASE("waits before the first kernel are not put down to the loop") {
  TrainingTrace trace;
  for (int i = 0; i < 4; ++i) {
    trace.copy("Memcpy HtoD (Pinned -> Device)", 4096, 20, false);
    trace.wait_for_gpu("cudaStreamSynchronize").pause(5000);
  }
  for (int i = 0; i < 8; ++i) busy_ops(trace);
  const FindingTable table = findings_of(trace);
  CHECK(std::ranges::find(table.findings, "F09", &Finding::id) == table.findings.end());
}

TEST_CASE("waiting for the device in every step is the first finding") {
  const FindingTable table = findings_of(loop(6, [](TrainingTrace& trace, int) {
    trace.op("aten::mm", kGemm, 300, 80);
    trace.wait_for_gpu("cudaDeviceSynchronize").pause(100);
  }));
  const Finding finding = first_finding(table, "F10");
  CHECK(finding.fix.find("synchronize") != std::string::npos);
}

TEST_CASE("a wait within an operator is told by the operator's name and the call's") {
  const auto trace = loop(6, [](TrainingTrace& loop, int) {
    loop.op("aten::mm", kGemm, 300, 80);
    loop.range("cpu_op", "my::barrier", [&] { loop.wait_for_gpu("cudaDeviceSynchronize"); });
    loop.pause(100);
  });
  const LoadedText loaded = trace.load();
  const ReadEvent read = [&](EventId event) { return loaded.json(event); };
  const FindingTable table = analyse_findings({*loaded.snapshot, whole_window(), read});
  const Finding finding = first_finding(table, "F10");
  CHECK(loaded.snapshot->text(finding.where.name) == "my::barrier");
  REQUIRE(finding.evidence.size() >= 2);
  CHECK(loaded.snapshot->text(finding.evidence[1].text.name) == "my::barrier");
  CHECK(finding.evidence[1].text.tail.find(" in cudaDeviceSynchronize") != std::string::npos);
}

TEST_CASE("memory taken from the driver in every step is the first finding") {
  const FindingTable table = findings_of(loop(6, [](TrainingTrace& trace, int) {
    trace.range("cpu_op", "aten::empty", [&] { trace.call("cudaMalloc", 2500); });
    busy_ops(trace);
  }));
  const Finding finding = first_finding(table, "F13");
  CHECK(finding.low_pct > 50);
  CHECK(finding.evidence.size() >= 2);
  CHECK(finding.fix.find("PYTORCH_CUDA_ALLOC_CONF") != std::string::npos);
}

TEST_CASE("a program that is not PyTorch's gets advice about its own calls") {
  const auto trace = loop(6, [](TrainingTrace& loop, int) {
    loop.call("hipMalloc", 2500);
    for (int i = 0; i < 10; ++i) loop.launch(kGemm, 100);
  });
  const FindingTable table = findings_by("rocpd", trace);
  const auto finding = std::ranges::find(table.findings, "F13", &Finding::id);
  REQUIRE(finding != table.findings.end());
  CHECK(finding->fix.find("hipMallocAsync") != std::string::npos);
  CHECK(finding->confirm.find("hipMalloc") != std::string::npos);
  for (const std::string* text : {&finding->title, &finding->fix, &finding->confirm}) {
    CAPTURE(*text);
    CHECK(text->find("training") == std::string::npos);
    CHECK(text->find("PyTorch") == std::string::npos);
    CHECK(text->find("torch.") == std::string::npos);
    CHECK(text->find("cuda") == std::string::npos);
  }
}

TEST_CASE("driver allocations beside a busy GPU promise no gain") {
  const FindingTable table = findings_of(loop(6, [](TrainingTrace& trace, int) {
    trace.launch(kGemm, 1000);
    trace.range("cpu_op", "aten::empty", [&] { trace.call("cudaMalloc", 50); });
  }));
  CHECK(std::ranges::find(table.findings, "F13", &Finding::id) == table.findings.end());
}

TEST_CASE("copies from pageable memory are the first finding") {
  const FindingTable table = findings_of(loop(6, [](TrainingTrace& trace, int) {
    trace.range("cpu_op", "aten::copy_",
                [&] { trace.copy("Memcpy HtoD (Pageable -> Device)", 24'000'000, 4000, true); });
    busy_ops(trace);
  }));
  const Finding finding = first_finding(table, "F11");
  CHECK(finding.high_pct > 70);
  CHECK(finding.fix.find("pin_memory") != std::string::npos);
}

TEST_CASE("a tensor that every step leaves behind is the first finding") {
  TrainingTrace trace;
  for (int i = 0; i < 7; ++i) {
    trace.step([&] {
      trace.range("cpu_op", "aten::empty", [&] { trace.allocate(4096 + i, 16 << 20); });
      busy_ops(trace);
    });
  }
  const FindingTable table = findings_of(trace);
  CHECK(table.findings.size() == 1);
  const Finding finding = first_finding(table, "F15");
  CHECK(finding.severity_of == SeverityOf::ReservedMemory);
  CHECK(finding.fix.find("loss") != std::string::npos);
}

TEST_CASE("a graph break is the first finding") {
  const FindingTable table = findings_of(loop(6, [](TrainingTrace& trace, int) {
    trace.range("cpu_op", "Torch-Compiled Region: 0/0", [&] {
      for (int i = 0; i < 5; ++i) trace.op("aten::mm", kGemm, 100, 80);
      trace.host("cpu_op", "TorchDynamo Cache Lookup", 1500);
      trace.range("cpu_op", "Torch-Compiled Region: 1/0", [&] {
        for (int i = 0; i < 5; ++i) trace.op("aten::mm", kGemm, 100, 80);
      });
    });
  }));
  const Finding finding = first_finding(table, "F25");
  CHECK(finding.title == "torch.compile splits the model into several graphs");
  // Of a step's 2,300 µs the guards take 1,500, from 400 on. The GPU starts at 46 and works until
  // 546; in later steps it works off the step before until 146 and then until 646. After the last
  // step of six it goes on for 146.
  CHECK(finding.low_pct == doctest::Approx(100.0 * (1354 + 5 * 1254) / (6 * 2300 + 146)));
  CHECK(finding.fix.find("fullgraph=True") != std::string::npos);
}

TEST_CASE("thousands of tiny kernels are the first finding") {
  const FindingTable table = findings_of(loop(3, [](TrainingTrace& trace, int) {
    for (int i = 0; i < 5000; ++i) trace.op("aten::add_", "vectorized_elementwise_kernel", 3, 14);
  }));
  const Finding finding = first_finding(table, "F06");
  CHECK(finding.high_pct == doctest::Approx(100.0 * 11 / 14).epsilon(0.02));
  CHECK(finding.confidence == Confidence::High);
  CHECK(finding.title == "The GPU waits for the CPU to launch many small kernels");
}

TEST_CASE("kernels are not called small where most of them are not tiny") {
  const FindingTable table = findings_of(loop(3, [](TrainingTrace& trace, int) {
    for (int i = 0; i < 2000; ++i) {
      const int kernel_us = i % 5 < 2 ? 3 : 21;  // 40 % are tiny
      trace.op("aten::add_", "vectorized_elementwise_kernel", kernel_us, kernel_us + 11);
    }
  }));
  const Finding finding = first_finding(table, "F06");
  CHECK(finding.title == "The GPU waits for the CPU to launch kernels");
  const bool says_why = std::ranges::any_of(finding.evidence, [](const auto& evidence) {
    return evidence.text.head.find("40 % of them are shorter than 10.00 µs, median 21.00 µs") !=
           std::string::npos;
  });
  CHECK(says_why);
}

TEST_CASE("the longest idle time of an operator is that of a gap, whatever it calls meanwhile") {
  // Of the 16 µs from kernel to kernel, 13 are idle, in pieces of at most 5.
  const FindingTable table = findings_of(loop(3, [](TrainingTrace& trace, int) {
    for (int i = 0; i < 2000; ++i) {
      trace.range("cpu_op", "aten::add_", [&] {
        for (int call = 0; call < 2; ++call) trace.pause(3).call("cudaGetLastError", 2);
        trace.launch("vectorized_elementwise_kernel", 3).pause(1);
      });
    }
  }));
  const Finding finding = first_finding(table, "F06");
  const auto part = std::ranges::find_if(finding.evidence, [](const auto& evidence) {
    return evidence.text.head.starts_with("The largest part is due to");
  });
  REQUIRE(part != finding.evidence.end());
  const std::string& tail = part->text.tail;
  constexpr std::string_view kMost = "at most ";
  const std::size_t longest = tail.find(kMost);
  REQUIRE(longest != tail.npos);
  CHECK(std::stod(tail.substr(longest + kMost.size())) > 8);
  CHECK(tail.ends_with("µs in one gap"));
}

TEST_CASE("launching small kernels is placed where they are launched, not after a wait") {
  // Each wait lets the queue drain, so that the GPU idles until the next operator has launched.
  const FindingTable table = findings_of(loop(3, [](TrainingTrace& trace, int) {
    for (int i = 0; i < 500; ++i) {
      for (int k = 0; k < 2; ++k) trace.op("aten::add_", "vectorized_elementwise_kernel", 3, 14);
      trace.wait_for_gpu("cudaStreamSynchronize").op("aten::norm", "reduce_kernel", 3, 45);
    }
  }));
  const auto finding = std::ranges::find(table.findings, std::string_view("F06"), &Finding::id);
  REQUIRE(finding != table.findings.end());
  const bool apart = std::ranges::any_of(finding->evidence, [](const auto& evidence) {
    return evidence.text.head.starts_with("Apart from what follows a wait for the GPU");
  });
  CHECK(apart);
}

TEST_CASE("a host that does other things between steps is the first finding") {
  const auto trace = loop(6, [](TrainingTrace& loop, int) {
    busy_ops(loop);
    loop.host("user_annotation", "log metrics", 2000);
  });
  const FindingTable table = findings_of(trace);
  const Finding finding = first_finding(table, "F02");
  CHECK(finding.title == "GPU idle while the host runs non-PyTorch code");
  CHECK(finding.confirm.find("with_stack=True") != std::string::npos);
  // The longest is of a gap, like the culprits' and the longest gap in Highlights.
  CHECK(finding.evidence.front().text.head.find("in one gap") != std::string::npos);
  // Operators of a JAX profile are JAX's own.
  const FindingTable of_jax = findings_by("xplane", trace);
  const Finding jax = first_finding(of_jax, "F02");
  CHECK(jax.title == "GPU idle while the host runs untraced code");
}

TEST_CASE("an idle GPU without a known cause is said to be idle") {
  const FindingTable table = findings_of(loop(6, [](TrainingTrace& trace, int) {
    busy_ops(trace);
    trace.host("cpu_op", "aten::sort", 2000);
  }));
  const Finding finding = first_finding(table, "F01");
  CHECK(finding.title.starts_with("The GPU is idle for "));
  // The names of causes are those of the Overview, and none is "0.0 %".
  const std::string& causes = finding.evidence.at(1).text.head;
  CAPTURE(causes);
  CHECK(causes.starts_with("By cause: operators "));
  CHECK(causes.find("launching") == std::string::npos);
  CHECK(causes.find(" 0.0 %") == std::string::npos);
}
