#include "core/export/redaction.h"

#include <string>

#include <doctest/doctest.h>

#include "core/analysis/host/python_frame.h"
#include "core/analysis/ops/ops.h"
#include "core/readers/json/event_text.h"
#include "core/store/gpu_class.h"

using namespace lanescope;

namespace {

using enum CategoryKind;

std::string name(Redaction& redaction, CategoryKind category, std::string_view old) {
  return std::string(redaction.event_name(category, old));
}

/// The arguments {…} after the redaction.
std::string arguments(Redaction& redaction, const std::string& json) {
  return redaction.argument("args", parse_json_object(json).value()).to_text();
}

}  // namespace

TEST_CASE("the same name gets the same replacement, different names different ones") {
  Redaction redaction;
  CHECK(name(redaction, UserAnnotation, "train manhattan") == "annotation 1");
  CHECK(name(redaction, UserAnnotation, "load manhattan") == "annotation 2");
  CHECK(name(redaction, GpuAnnotation, "train manhattan") == "annotation 1");
  CHECK(name(redaction, CpuOp, "acme::manhattan") == "op 1");
  CHECK(name(redaction, UserAnnotation, "") == "");
}

TEST_CASE("names of libraries stay") {
  Redaction redaction;
  CHECK(name(redaction, CpuOp, "aten::mm") == "aten::mm");
  CHECK(name(redaction, Kernel, "ampere_sgemm_128x64_tn") == "ampere_sgemm_128x64_tn");
  CHECK(name(redaction, HostCall, "cudaLaunchKernel") == "cudaLaunchKernel");
  CHECK(name(redaction, UserAnnotation, "ProfilerStep#3") == "ProfilerStep#3");
  CHECK(name(redaction, Memcpy, "Memcpy HtoD (Pageable -> Device)") ==
        "Memcpy HtoD (Pageable -> Device)");
  CHECK(redaction.replaced().empty());
}

TEST_CASE("ranges keep the start by which analyses recognize them") {
  Redaction redaction;
  CHECK(name(redaction, UserAnnotation, "Optimizer.step#Manhattan.step") ==
        "Optimizer.step#Optimizer1.step");
  CHECK(name(redaction, UserAnnotation, "Optimizer.zero_grad#Manhattan.zero_grad") ==
        "Optimizer.zero_grad#Optimizer1.zero_grad");
  for (const std::string_view old :
       {"enumerate(DataLoader)#AcmeIter.__next__", "## acme ##", "nccl:acme", "nn.Module: Acme",
        "Torch-Compiled Region: acme", "DistributedDataParallel.forward.acme"}) {
    CAPTURE(old);
    const std::string fresh = name(redaction, UserAnnotation, old);
    CHECK(fresh.find("cme") == std::string::npos);
    CHECK(is_annotation_name(fresh));
    CHECK(is_annotation_name(name(redaction, CpuOp, old)));
  }
  CHECK(name(redaction, UserAnnotation, "enumerate(DataLoader)#AcmeIter.__next__")
            .ends_with(".__next__"));
}

TEST_CASE("an operator's backward stays recognizable as its backward") {
  Redaction redaction;
  CHECK(name(redaction, CpuOp, "Manhattan") == "op 1");
  CHECK(name(redaction, CpuOp, "ManhattanBackward") == "op 1Backward");
  CHECK(name(redaction, CpuOp, "autograd::engine::evaluate_function: ManhattanBackward") ==
        "autograd::engine::evaluate_function: op 1Backward");
}

TEST_CASE("a kernel keeps what analyses read from its name") {
  Redaction redaction;
  CHECK(name(redaction, Kernel, "manhattan_kernel") == "kernel_1");
  CHECK(name(redaction, Kernel, "void acme::manhattan<float>(float*)") == "kernel 2");
  for (const std::string_view old :
       {"acme_nccl_manhattan", "void acme::ManhattanNCCL<3>()", "acme_hmma_manhattan",
        "acme_attention_hmma", "triton_red_fused_manhattan_3", "acme::ep::internode::manhattan<2>",
        "copyHostToDeviceManhattan", "__amd_rocclr_fillBufferManhattan", "acme_bmm_manhattan_e4m3",
        "acme_fill_manhattan", "acme_cutlass_tensorop_manhattan"}) {
    CAPTURE(old);
    const std::string fresh = name(redaction, Kernel, old);
    CAPTURE(fresh);
    CHECK(fresh.find("cme") == std::string::npos);
    CHECK(fresh.find("anhattan") == std::string::npos);
    const KernelTraits before = kernel_traits_of(old), after = kernel_traits_of(fresh);
    CHECK(before.gpu_class == after.gpu_class);
    CHECK(before.tensor_cores == after.tensor_cores);
    CHECK(names_fill(old) == names_fill(fresh));
    const bool is_plain = old.find_first_of("<:( ") == std::string_view::npos;
    if (before.gpu_class != GpuClass::Memory)
      CHECK(is_plain == (fresh.find_first_of("<:( ") == std::string::npos));
  }
  // When runs are compared, the last number does not count.
  const std::string third = name(redaction, Kernel, "triton_red_fused_manhattan_3");
  const std::string fourth = name(redaction, Kernel, "triton_red_fused_manhattan_4");
  CHECK(third.starts_with("triton_red_"));
  CHECK(third.substr(0, third.size() - 1) == fourth.substr(0, fourth.size() - 1));
}

TEST_CASE("what a thread waits in is kept, and not what it is about") {
  Redaction redaction;
  for (const char* state : {"running · GIL", "waiting for the GIL", "futex", "waiting"})
    CHECK(name(redaction, ThreadState, state) == state);
  CHECK(name(redaction, ThreadState, "read /home/alice/manhattan.bin").find("manhattan") ==
        std::string::npos);
}

TEST_CASE("frames keep their line, and whether they are the user's") {
  Redaction redaction;
  CHECK(name(redaction, PythonFunction, "/home/alice/manhattan/train.py(12): fit") ==
        "file1.py(12): function 1");
  CHECK(name(redaction, PythonFunction, "/home/alice/manhattan/train.py(30): forward") ==
        "file1.py(30): forward");
  CHECK(name(redaction, SampledFrame, "/home/alice/manhattan/train.py(12): fit") ==
        "file1.py(12): function 1");
  CHECK(name(redaction, SampledLine, "/home/alice/manhattan/train.py:14") == "file1.py:14");
  CHECK(name(redaction, PythonFunction, "torch/nn/modules/module.py(1951): _call_impl") ==
        "torch/nn/modules/module.py(1951): _call_impl");
  CHECK(name(redaction, PythonFunction,
             "/home/alice/env/lib/python3.10/site-packages/torch/_tensor.py(5): backward") ==
        "site-packages/torch/_tensor.py(5): backward");
  CHECK(name(redaction, PythonFunction, "/home/alice/env/lib/python3.10/json/decoder.py(5): raw") ==
        "/lib/python3.10/json/decoder.py(5): raw");
  for (const char* own : {"/opt/lib/python3.10-acme/torch/nn/functional.py(3): linear",
                          "/home/u/lib/python3_acme/json/decoder.py(5): raw"}) {
    CAPTURE(own);
    Redaction other;
    CHECK(name(other, PythonFunction, own).find("acme") == std::string::npos);
  }
  CHECK(name(redaction, PythonFunction, "nn.Module: Linear_3") == "nn.Module: Linear_3");
  CHECK(name(redaction, PythonFunction, "nn.Module: Manhattan_3") == "nn.Module: Module1_3");
  CHECK(name(redaction, PythonFunction, "nn.Module: Manhattan_4") == "nn.Module: Module1_4");
  CHECK(name(redaction, PythonFunction, "<built-in function len>") == "<built-in function len>");
  CHECK(name(redaction, PythonFunction, "<built-in method items of dict object at 0x7fa5>") ==
        "<built-in method items of dict object at 0x7fa5>");
  CHECK(name(redaction, PythonFunction, "<built-in method manhattan of PyCapsule at 0x7fa5>") ==
        "<built-in function 2 at 0x7fa5>");
  for (const std::string_view old :
       {"/home/alice/x.py(1): f", "/home/alice/site-packages/acme/x.py(1): f",
        "/tmp/torchinductor_alice/ab/c.py(1): call", "/home/alice/a.cpp(1): f", "x.py(1): f",
        "/home/alice/torch/nn/acme.py(1): f", "datasets/acme.py(1): f", "random.py(1): alice",
        "json/loader.py(1): acme", "<frozen acme>(1): f", "acme.pyx(1): f"}) {
    CAPTURE(old);
    const std::string fresh = name(redaction, PythonFunction, old);
    CAPTURE(fresh);
    CHECK(parse_python_frame(old).user == parse_python_frame(fresh).user);
    CHECK(fresh.find("alice") == std::string::npos);
    CHECK(fresh.find("acme") == std::string::npos);
  }
}

TEST_CASE("arguments keep numbers, shapes and types, and lose other texts") {
  Redaction redaction;
  const std::string same =
      R"({"Input Dims":[[64,128],[]],"Input type":["float","c10::BFloat16",""],)"
      R"("Concrete Inputs":["","True","[1, 2]","-1.5"],"grid":[1,2,3],"stream":7,)"
      R"("Collective name":"allreduce","dtype":"BFloat16","Process Group Name":"0",)"
      R"("Process Group Ranks":"[0, 1, ..., 31]","est. achieved occupancy %":34})";
  CHECK(arguments(redaction, same) == same);
  CHECK(redaction.replaced().empty());
  CHECK(arguments(redaction,
                  R"({"Concrete Inputs":["manhattan"],"manhattan":"alice","x":"alice"})") ==
        R"({"Concrete Inputs":["text 1"],"argument 1":"text 2","x":"text 2"})");
  CHECK(arguments(redaction, R"({"Process Group Name":"alices_group"})") ==
        R"({"Process Group Name":"group 1"})");
  CHECK(arguments(redaction, R"({"dtype":"manhattan","Input type":["Manhattan"]})") ==
        R"({"dtype":"text 1","Input type":["type 1"]})");
}

TEST_CASE("stacks are replaced frame by frame, as the frames themselves") {
  Redaction redaction;
  const std::string frame = name(redaction, PythonFunction, "/home/alice/train.py(12): fit");
  CHECK(arguments(
            redaction,
            R"({"Call stack":"/home/alice/train.py(12): fit;\r\n torch/_ops.py(3): __call__"})") ==
        R"({"Call stack":")" + frame + R"(;\r\n torch/_ops.py(3): __call__"})");
}

TEST_CASE("metadata stays only if it is on the list") {
  Redaction redaction;
  const auto kept = [&](std::string_view key, const std::string& json) {
    const JsonValue value = *parse_json_object("{\"v\":" + json + "}").value().find("v");
    const auto fresh = redaction.metadata(key, value);
    return fresh ? fresh->to_text() : "";
  };
  CHECK(kept("with_stack", "1") == "1");
  CHECK(kept("cuda_driver_version", "12090") == "12090");
  CHECK(kept("xpupti_version", "\"alice\"") == "");
  CHECK(kept("traceName", "\"/home/alice/trace.json\"") == "");
  CHECK(kept("host_name", "\"alice-desktop\"") == "");
  CHECK(kept("username", "\"alice\"") == "");
  CHECK(kept("capture", R"({"command":"python /home/alice/train.py"})") == "");
  CHECK(kept("deviceProperties", R"([{"id":0,"name":"NVIDIA H100 80GB HBM3","numSms":132}])") ==
        R"([{"id":0,"name":"NVIDIA H100 80GB HBM3","numSms":132}])");
  CHECK(kept("distributedInfo",
             R"({"backend":"nccl","rank":1,"nccl_version":"2.21.5","host":"alice",)"
             R"("pg_config":[{"pg_name":"alices","ranks":[0,1]}]})") ==
        R"({"backend":"nccl","rank":1,"nccl_version":"2.21.5","host":"text 1",)"
        R"("pg_config":[{"pg_name":"group 1","ranks":[0,1]}]})");
}

TEST_CASE("processes, threads, counters, flows and categories are replaced, known ones stay") {
  Redaction redaction;
  CHECK(redaction.process("1234") == "1234");
  CHECK(redaction.process("alice@host") == "process 1");
  CHECK(redaction.process_name("python3") == "python3");
  CHECK(redaction.process_name("acme_trainer") == "process 1");
  CHECK(redaction.thread_name("stream 7") == "stream 7");
  CHECK(redaction.thread_name("allocations on stream 0") == "allocations on stream 0");
  CHECK(redaction.thread_name("alice") == "Thread 1");
  CHECK(redaction.thread_name("thread 12 (alice)") == "thread 12 (Thread 2)");
  CHECK(redaction.counter("Queue Length") == "Queue Length");
  CHECK(redaction.counter("manhattan loss") == "counter 1");
  CHECK(redaction.series("value") == "value");
  CHECK(redaction.flow("ac2g") == "ac2g");
  CHECK(redaction.flow("alices flow") == "flow 1");
  CHECK(redaction.category("kernel") == "kernel");
  CHECK(redaction.category("acme_runtime") == "category 1_runtime");
  CHECK(redaction.device("Alice's GPU") == "device 1");
}

TEST_CASE("what was replaced is listed by kind, sorted") {
  Redaction redaction;
  for (int i = 9; i > 0; --i) (void)name(redaction, UserAnnotation, "alice " + std::to_string(i));
  (void)name(redaction, Kernel, "manhattan_kernel");
  (void)name(redaction, CpuOp, "aten::mm");
  const auto replaced = redaction.replaced();
  REQUIRE(replaced.size() == 2);
  CHECK(kind_title(replaced[0].kind) == "annotations");
  REQUIRE(replaced[0].names.size() == 9);
  CHECK(replaced[0].names[0] == std::pair<std::string, std::string>{"alice 1", "annotation 9"});
  CHECK(kind_title(replaced[1].kind) == "kernels");
}

TEST_CASE("hostile names are replaced like any other") {
  Redaction redaction;
  const std::string huge(1U << 20, 'a');
  for (const std::string& old :
       {huge, std::string("\"</script><script>alice"), std::string("\xE7\xA7\x98\xE5\xAF\x86"),
        std::string("alice\nalice"), "nn.Module: " + huge, huge + "(12): " + huge,
        std::string("/home/alice/site-packages/torch/../../acme.py(1): alice"),
        std::string("(1): alice"), std::string("alice(): alice"), std::string("<built-in alice>"),
        std::string("<built-in alice at 0x>"), std::string("triton_alice"), std::string("## alice"),
        std::string("alice(99999999999999999999): alice"),
        std::string("site-packages/alice.py(1): torch"),
        "triton_" + std::string(100, '1') + "alice"}) {
    for (const CategoryKind category :
         {Other, CpuOp, UserAnnotation, PythonFunction, HostCall, Kernel, Memcpy, GpuSync}) {
      CAPTURE(old.substr(0, 80));
      const std::string fresh = name(redaction, category, old);
      CAPTURE(fresh);
      CHECK(fresh.size() < 200);
      CHECK(fresh.find("alice") == std::string::npos);
      CHECK(fresh.find("acme") == std::string::npos);
      CHECK(fresh.find("aaaa") == std::string::npos);
      CHECK(fresh.find('"') == std::string::npos);
      CHECK(name(redaction, category, old) == fresh);
    }
  }
  for (const ReplacedNames& replaced : redaction.replaced()) {
    for (const auto& [old_name, new_name] : replaced.names) CHECK(old_name.size() <= 210);
  }
}
