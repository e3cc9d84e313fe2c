#include "core/readers/nsys/nvtx.h"

#include <cstdint>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/analysis/comm/nccl_calls.h"
#include "core/analysis/steps/chosen_steps.h"
#include "tests/core/export/written_trace.h"
#include "tests/core/readers/nsys/nsys_export.h"

using namespace lanescope;

namespace {

std::string_view category_of(const Snapshot& snapshot, std::string_view name) {
  const SliceRef at = slice_named(snapshot, name);
  return snapshot.text(snapshot.categories[index_of(at.chunk->category[at.slice])].name);
}

}  // namespace

TEST_CASE("ranges of emit_nvtx are operators with their arguments, others annotations") {
  NsysExport made;
  made.nvtx();
  made.range("10", "90", 59, "epoch", 70, 71);
  made.range("20", "40", 59, "aten::mm, seq = 3, op_id = 7, sizes = [[2, 3], [3, 4]]", 70, 71);
  const LoadedTrace trace = made.load();
  CHECK(category_of(*trace.snapshot, "epoch") == "user_annotation");
  CHECK(category_of(*trace.snapshot, "aten::mm") == "cpu_op");
  CHECK(arguments_of(trace, "aten::mm") ==
        R"({"Record function id":7,"Sequence number":3,"Input Dims":[[2,3],[3,4]]})");
}

TEST_CASE("of ranges with the same times the one that comes first in the export is the outer one") {
  NsysExport made;
  made.nvtx();
  for (const char* name : {"zeta", "alpha", "aten::mul, op_id = 4", "beta"})
    made.range("10", "90", 59, name, 70, 71);
  const LoadedTrace trace = made.load();
  const TrackChunk& chunk = *slice_named(*trace.snapshot, "zeta").chunk;
  std::string outer_first;
  for (std::uint32_t i = 0; i < chunk.size(); ++i)
    outer_first += std::string(trace.snapshot->text(chunk.name[chunk.in_time_order(i)])) + " ";
  CHECK(outer_first == "zeta alpha aten::mul beta ");
}

TEST_CASE("a backward operator has an arrow from its forward one") {
  NsysExport made;
  made.nvtx();
  made.range("10", "20", 59, "aten::linear, seq = 3, op_id = 1", 70, 71);
  made.range("30", "80", 59, "autograd::engine::evaluate_function: AddmmBackward0, op_id = 2", 70,
             72);
  made.range("40", "70", 59, "AddmmBackward0, seq = 3, op_id = 3", 70, 72);
  // The same numbers in another process are other operators.
  made.range("11", "12", 59, "aten::add, seq = 3, op_id = 1", 80, 81);
  const LoadedTrace trace = made.load();
  const FlowTable& flows = *trace.snapshot->flows;
  REQUIRE(flows.size() == 2);
  const auto name_at = [&](std::uint32_t half) {
    const auto at = trace.snapshot->find_slice(flows.slice[half]);
    return at ? trace.snapshot->text(at->chunk->name[at->slice]) : "";
  };
  CHECK(trace.snapshot->text(flows.kinds[flows.kind[0]].name) == "fwdbwd");
  CHECK(name_at(0) == "aten::linear");
  CHECK(name_at(1) == "AddmmBackward0");
}

TEST_CASE("registered strings, domains, colors and payloads are in the details") {
  NsysExport made;
  made.string(6, "ncclAllReduce").nvtx();
  made.add(
      "CREATE TABLE NVTX_PAYLOAD_SCHEMA_ENTRIES(domainId INTEGER, schemaId INTEGER,"
      " idx INTEGER, type INTEGER, name TEXT, offset INTEGER);"
      "INSERT INTO NVTX_PAYLOAD_SCHEMA_ENTRIES VALUES(2, 9, 1, 22, 'Message size [bytes]', 8),"
      " (2, 9, 0, 5, 'Rank', NULL), (3, 9, 0, 5, 'of another domain', 0);");
  made.add(
      "INSERT INTO NVTX_EVENTS(start, end, eventType, text, globalTid, domainId)"
      " VALUES(0, NULL, 75, 'NCCL', " +
      global(70, 71) + ", 2);");
  // Domain 2, schema 9, 16 bytes: rank 3 and a message of 4,096 bytes.
  made.add(
      "INSERT INTO NVTX_EVENTS(start, end, eventType, textId, globalTid, domainId, color,"
      " int64Value, binaryData) VALUES(10, 20, 59, 6, " +
      global(70, 71) + ", 2, -16711936, -5, x'" + "02000000" + "00000000" + "09000000" +
      "00000000" + "1000000000000000" + "1000000000000000" + "0300000000000000" +
      "0010000000000000" + "');");
  const LoadedTrace trace = made.load();
  CHECK(arguments_of(trace, "ncclAllReduce") ==
        R"({"NVTX domain":"NCCL","color":"#00ff00","payload":-5,"Rank":3,)"
        R"("Message size [bytes]":4096})");
  CHECK(issue_count(*trace.snapshot, "payloads_missing") == 0);
}

TEST_CASE("categories are called by their names, in their domain and process") {
  NsysExport made;
  made.nvtx();
  made.range("0", "NULL", 33, "loading", 70, 71).range("0", "NULL", 33, "of another", 80, 81);
  made.add("UPDATE NVTX_EVENTS SET category = 5;");
  made.range("10", "20", 59, "named", 70, 71).range("30", "40", 59, "unnamed", 70, 71);
  made.add(
      "UPDATE NVTX_EVENTS SET category = CASE text WHEN 'named' THEN 5 ELSE 6 END"
      " WHERE eventType = 59;");
  const LoadedTrace trace = made.load();
  CHECK(arguments_of(trace, "named") == R"({"NVTX category":"loading"})");
  CHECK(arguments_of(trace, "unnamed") == R"({"NVTX category":6})");
}

namespace {

/// Payload tables as nsys makes them, of two processes that registered the same of NCCL's schemas
/// and a numpy-like one, and rows with their bytes.
NsysExport nccl_payloads() {
  NsysExport made;
  made.string(6, "ncclAllReduce").string(7, "ncclCommInitRank").string(8, "batch").nvtx();
  made.add(
      "CREATE TABLE NVTX_PAYLOAD_SCHEMA_ENTRIES(domainId INTEGER, schemaId INTEGER, idx INTEGER,"
      " flags INTEGER, type INTEGER, name TEXT, description TEXT, arrayOrUnionDetail INTEGER,"
      " offset INTEGER);"
      "CREATE TABLE NVTX_PAYLOAD_ENUM_ENTRIES(domainId INTEGER, schemaId INTEGER, idx INTEGER,"
      " name TEXT, value INTEGER, isFlag INTEGER);"
      "INSERT INTO NVTX_PAYLOAD_ENUM_ENTRIES VALUES(1, 16777232, 0, 'Sum', 0, NULL),"
      " (1, 16777232, 1, 'Max', 2, NULL);");
  for (int process = 0; process < 2; ++process)
    made.add(
        "INSERT INTO NVTX_PAYLOAD_SCHEMA_ENTRIES VALUES"
        "(1, 16777223, 0, NULL, 18, 'NCCL communicator ID', NULL, NULL, NULL),"
        "(1, 16777223, 1, NULL, 22, 'Message size [bytes]', NULL, NULL, 8),"
        "(1, 16777223, 2, NULL, 16777232, 'Reduction operation', NULL, NULL, 16),"
        "(1, 16777227, 0, NULL, 18, 'NCCL communicator ID', NULL, NULL, NULL),"
        "(1, 16777227, 1, NULL, 5, 'No. of ranks', NULL, NULL, 8),"
        "(2, 16777223, 0, 16, 43, 'losses', NULL, 2, 0),"
        "(2, 16777223, 1, NULL, 75, 'split', NULL, 8, 8),"
        "(2, 16777223, 2, NULL, 16777224, 'size', NULL, NULL, 16),"
        "(2, 16777223, 3, 2, 8, 'pointer', NULL, NULL, 0),"
        "(2, 16777224, 0, NULL, 3, 'rows', NULL, NULL, 0),"
        "(2, 16777224, 1, NULL, 16777224, 'itself', NULL, NULL, 0);");
  return made;
}

std::string little_endian(std::uint64_t value, int bytes = 8) {
  std::string hex;
  for (int i = 0; i < bytes; ++i, value >>= 8U) hex += fmt::format("{:02x}", value & 0xFFU);
  return hex;
}

/// A range with these bytes, in hexadecimal digits.
void add_payload(NsysExport& made, int text, int domain, std::uint64_t schema,
                 const std::string& bytes) {
  made.add(fmt::format(
      "INSERT INTO NVTX_EVENTS(start, end, eventType, textId, globalTid, domainId, binaryData)"
      " VALUES({}, {}, 59, {}, {}, {}, x'{}');",
      10 * text, 10 * text + 5, text, global(70, 71), domain,
      little_endian(static_cast<std::uint64_t>(domain)) + little_endian(schema) +
          little_endian(bytes.size() / 2) + little_endian(32 + bytes.size() / 2) + bytes));
}

}  // namespace

TEST_CASE("fields of schemas that several processes registered are shown once, with names") {
  NsysExport made = nccl_payloads();
  add_payload(made, 6, 1, 16777223,
              little_endian(0xF0000000000000ABU) + little_endian(4096) + little_endian(2));
  const LoadedTrace trace = made.load();
  CHECK(arguments_of(trace, "ncclAllReduce") ==
        R"({"NVTX domain":"domain 1","NCCL communicator ID":17293822569102704811,)"
        R"("Message size [bytes]":4096,"Reduction operation":"Max"})");
  // The sizes are unsigned, and bandwidths are computed from them.
  const SliceRef range = slice_named(*trace.snapshot, "ncclAllReduce");
  const auto json = trace.texts->json_of(range.chunk->place[range.slice]);
  REQUIRE(json.ok());
  const auto collective = nccl_range_collective("ncclAllReduce", *json.value().find("args"));
  REQUIRE(collective.has_value());
  CHECK(collective->bytes == 4096);
}

TEST_CASE("analyses read message sizes in payloads, which are unsigned, as numbers") {
  NsysExport made = nccl_payloads();
  add_payload(made, 6, 1, 16777223,
              little_endian(0xF0000000000000ABU) + little_endian(4096) + little_endian(2));
  const LoadedTrace trace = made.load();
  const SliceRef at = slice_named(*trace.snapshot, "ncclAllReduce");
  const auto event = trace.texts->json_of(at.chunk->place[at.slice]);
  REQUIRE(event.ok());
  const auto call = nccl_range_collective("ncclAllReduce", *event.value().find("args"));
  REQUIRE(call.has_value());
  CHECK(call->bytes == 4096);
  CHECK(call->group == "17293822569102704811");
}

TEST_CASE("arrays, texts and structures in payloads are shown, and pointers are not") {
  NsysExport made = nccl_payloads();
  add_payload(made, 8, 2, 16777223,
              little_endian(0x3F000000, 4) + little_endian(0x40000000, 4) + "747261696e000000" +
                  little_endian(7));
  CHECK(arguments_of(made.load(), "batch") ==
        R"({"NVTX domain":"domain 2","losses":[0.5,2],"split":"train",)"
        R"("size":{"rows":7,"itself":{"rows":7,"itself":{"rows":7,"itself":{}}}}})");
}

TEST_CASE("of payloads that are cut or of an unknown schema, the details say so") {
  NsysExport made = nccl_payloads();
  add_payload(made, 6, 1, 16777223, little_endian(5) + "0010");
  add_payload(made, 7, 1, 99, little_endian(5));
  const LoadedTrace trace = made.load();
  CHECK(arguments_of(trace, "ncclAllReduce") ==
        R"({"NVTX domain":"domain 1","NCCL communicator ID":5,)"
        R"("payload":"cut off: its end is missing"})");
  CHECK(arguments_of(trace, "ncclCommInitRank") ==
        R"({"NVTX domain":"domain 1","payload":"of schema 99, which the export does not have"})");
}

TEST_CASE("an export without the payloads that it describes says so") {
  NsysExport made;
  made.nvtx().range("10", "20", 59, "ncclSend", 70, 71);
  made.add(
      "CREATE TABLE NVTX_PAYLOAD_SCHEMA_ENTRIES(domainId INTEGER, schemaId INTEGER,"
      " idx INTEGER, type INTEGER, name TEXT, offset INTEGER);"
      "INSERT INTO NVTX_PAYLOAD_SCHEMA_ENTRIES VALUES(2, 9, 0, 5, 'Rank', 0);");
  CHECK(issue_count(*made.load().snapshot, "payloads_missing") == 1);
}

TEST_CASE("steps that say how many there are stay steps in a file that is written of them") {
  NsysExport made;
  made.nvtx();
  made.range("1000", "2000", 59, "step 1/2 loss=0.5", 70, 71);
  made.range("3000", "4000", 59, "step 2/2 loss=0.4", 70, 71);
  const Written written(made.bytes(), "steps.sqlite");
  CHECK(steps_pattern(*written.after.snapshot) == "step *");
  CHECK(written.after.snapshot->steps.size() == 2);
}

TEST_CASE("ranges across threads, marks and ranges without an end are kept") {
  NsysExport made;
  made.nvtx();
  made.range("10", "50", 60, "request", 70, 71);
  made.range("30", "NULL", 34, "checkpoint", 70, 71);
  made.range("20", "NULL", 59, "still open", 70, 71);
  made.range("60", "70", 59, "last", 70, 72);
  const LoadedTrace trace = made.load();
  const Snapshot& snapshot = *trace.snapshot;
  const SliceRef request = slice_named(snapshot, "request");
  CHECK(request.track->kind == TrackKind::Async);
  CHECK(request.chunk->range(request.slice) == TimeRange{10, 50});
  REQUIRE(snapshot.instants->size() == 1);
  CHECK(snapshot.text(snapshot.instants->name[0]) == "checkpoint");
  const SliceRef open = slice_named(snapshot, "still open");
  CHECK(open.chunk->range(open.slice) == TimeRange{20, 70});
  CHECK(issue_count(snapshot, "begin_without_end") == 1);
  CHECK(snapshot.report.listed == 0);
}

TEST_CASE("ranges that were started and ended are steps too, unless they overlap") {
  const auto steps_of = [](int length, const char* name) {
    NsysExport made;
    made.nvtx();
    for (int step = 0; step < 3; ++step)
      made.range(std::to_string(100 * step), std::to_string(100 * step + length), 60,
                 name + std::to_string(step), 70, 71);
    return made.load().snapshot->steps;
  };
  const std::vector<Step> steps = steps_of(90, "iteration ");
  REQUIRE(steps.size() == 3);
  CHECK(steps[2].range == TimeRange{200, 290});
  CHECK(steps_of(100, "step_").size() == 3);
  CHECK(steps_of(150, "batch ").empty());  // requests that are served at the same time
  CHECK(steps_of(90, "request ").empty());
}

TEST_CASE("one range that repeats under a name for steps is a step each time") {
  NsysExport made;
  made.nvtx();
  for (const char* const begin : {"100", "200", "300"})
    made.range(begin, std::to_string(std::stoi(begin) + 90), 59, "train_step", 70, 71);
  CHECK(made.load().snapshot->steps.size() == 3);
}

TEST_CASE("ranges that are numbered as steps are the steps of a trace without a schedule") {
  NsysExport made;
  made.nvtx();
  for (int step = 0; step < 4; ++step) {
    const std::string begin = std::to_string(100 * step), end = std::to_string(100 * step + 90);
    made.range(begin, end, 59, "train step " + std::to_string(step + 10), 70, 71);
    made.range(begin, std::to_string(100 * step + 20), 59, "layer_1", 70, 71);
  }
  const LoadedTrace trace = made.load();
  REQUIRE(trace.snapshot->steps.size() == 4);
  CHECK(trace.snapshot->text(trace.snapshot->steps[0].name) == "train step 10");
  CHECK(trace.snapshot->steps[3].range == TimeRange{300, 390});
}
