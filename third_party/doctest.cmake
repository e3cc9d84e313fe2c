third_party_package(doctest doctest doctest::doctest 2.4)
