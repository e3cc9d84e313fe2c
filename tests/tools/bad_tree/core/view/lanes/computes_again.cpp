// Computes what is there already.
void draw() {
  const GpuTime time = analyse_gpu_time(trace, window);
}
