third_party_package(cli11 CLI11 CLI11::CLI11 2.0)
