third_party_package(simdjson simdjson simdjson::simdjson 3.0)
