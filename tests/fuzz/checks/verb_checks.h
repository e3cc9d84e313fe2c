// What must hold for whatever a verb prints, however broken its input is.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "tests/fuzz/checks/verb_run.h"

namespace lanescope {

/// Of how many files a verb may complain.
enum class Complaints { OfOne, OfSeveral };

/// Runs the verb and holds it to what all promise: code 0, or 3 with nothing on stdout and one line
/// on stderr (of several files some may be read and others complained of); lines on stderr as
/// errors and notes are written; no control bytes, valid UTF-8, with --json one valid document.
VerbRun checked_run(std::vector<std::string> words, Complaints complaints = Complaints::OfOne);

/// What --json printed.
nlohmann::json document_of(const VerbRun& run);

/// Takes out what names an event by its number: another order in the file gives other numbers.
void drop_ids(nlohmann::json& value);
/// A report of --json without such numbers, without the name of the file and without which event
/// was the first one in it to be set aside, to be held against another.
std::string without_ids(const VerbRun& report);
/// What was printed, without where in the file the first event stands that was set aside.
std::string without_places(const VerbRun& report);
/// The same without which event that is: in another order it is another one.
std::string without_first_set_aside(const VerbRun& report);

/// demand(), with the line that was run and what it printed.
void demand_of(const VerbRun& run, bool promise, const char* what, const std::string& about = {});

/// Demands that both printed the same, and shows where they do not.
void demand_same(const VerbRun& a, const VerbRun& b, const char* what);
void demand_same(const VerbRun& about, const std::string& a, const std::string& b,
                 const char* what);

/// Figures of one report that say the same twice, or bound each other: parts and sums, busy and
/// idle, shares.
void check_figures(const VerbRun& report);

/// Of `info --json`: all that it counts adds up. `events`: as a second count has it; negative: not
/// known.
void check_counts(const VerbRun& info, std::int64_t events);

}  // namespace lanescope
