third_party_package(fmt fmt fmt::fmt 8.0)
