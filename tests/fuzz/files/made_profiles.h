// Statements that make databases of profilers, with rows as they write them.
#pragma once

#include <random>
#include <string>

namespace lanescope {

/// An export of Nsight Systems, with rows in any of its tables.
std::string nsys_statements(std::mt19937_64& random);
/// A rocpd file of schema 3 or 4, with one set of tables or two.
std::string rocpd_statements(std::mt19937_64& random);
std::string rpd_statements(std::mt19937_64& random);

}  // namespace lanescope
