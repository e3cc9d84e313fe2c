// Checks of what must hold for the output of any verb, however broken its input is.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "tests/fuzz/checks/verb_run.h"

namespace lanescope {

/// How many files a verb may complain about.
enum class Complaints { OfOne, OfSeveral };

/// Runs the verb and checks what all verbs promise: exit code 0, or 3 with nothing on stdout and
/// one line on stderr (of several files, some may be read and others complained about); lines on
/// stderr have the format of errors and notes; no control characters, valid UTF-8; with --json a
/// single valid document.
VerbRun checked_run(std::vector<std::string> words, Complaints complaints = Complaints::OfOne);

/// What --json printed.
nlohmann::json document_of(const VerbRun& run);

/// Removes everything that identifies an event by its number, which changes with the order of the
/// file.
void drop_ids(nlohmann::json& value);
/// A --json report without such numbers, without the file name and without which event in the file
/// was set aside first, for comparing with another.
std::string without_ids(const VerbRun& report);
/// What was printed, without the position in the file of the first event that was set aside.
std::string without_places(const VerbRun& report);
/// The same without which event that is, since it depends on the order.
std::string without_first_set_aside(const VerbRun& report);

/// demand(), reporting the command line and its output.
void demand_of(const VerbRun& run, bool promise, const char* what, const std::string& about = {});

/// Demands that both printed the same, and shows where they differ.
void demand_same(const VerbRun& a, const VerbRun& b, const char* what);
void demand_same(const VerbRun& about, const std::string& a, const std::string& b,
                 const char* what);

/// Checks figures within one report that must be equal or bound each other: parts and sums, busy
/// and idle, shares.
void check_figures(const VerbRun& report);

/// For `info --json`: checks that all its counts add up. `events`: from an independent count;
/// negative: unknown.
void check_counts(const VerbRun& info, std::int64_t events);

}  // namespace lanescope
