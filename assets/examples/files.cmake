# The traces that come with the program; app/workspace/files/examples.cpp says what each shows.
set(example_files
  generated-gpt-slow.json.gz
  generated-gpt-fixed.json.gz
  generated-ranks/rank0.json.gz
  generated-ranks/rank1.json.gz
  generated-ranks/rank2.json.gz
  generated-ranks/rank3.json.gz
  generated-memory-snapshot.pickle
  training-step-h200.json.gz
  transformer-cpu.json.gz)
set(example_folder ${CMAKE_CURRENT_LIST_DIR})
