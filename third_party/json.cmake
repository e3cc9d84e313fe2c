third_party_package(json nlohmann_json nlohmann_json::nlohmann_json 3.9)
