// The event is recorded before the kernel whose result is waited for.
__global__ void produce(int *data) { data[threadIdx.x] = threadIdx.x; }
__global__ void consume(int *data) { data[threadIdx.x] += 1; }
int main() {
    int *data;
    cudaStream_t streams[2];
    cudaEvent_t ready;
    cudaMalloc(&data, 64 * sizeof(int));
    for (int i = 0; i < 2; i++) cudaStreamCreate(&streams[i]);
    cudaEventCreateWithFlags(&ready, cudaEventDisableTiming);
    cudaEventRecord(ready, streams[0]);
    produce<<<1, 64, 0, streams[0]>>>(data);
    cudaStreamWaitEvent(streams[1], ready, 0);
    consume<<<1, 64, 0, streams[1]>>>(data);
    cudaDeviceSynchronize();
    for (int i = 0; i < 2; i++) cudaStreamDestroy(streams[i]);
    cudaEventDestroy(ready);
    cudaFree(data);
}
/*~
error[F0205]: nothing orders kernel `produce` in stream `streams[0]` and kernel `consume` in stream `streams[1]`: the first writes `data[0]` to `data[63]`, the second reads them
 --> event_recorded_too_early.cu:2:38
  |
2 | __global__ void produce(int *data) { data[threadIdx.x] = threadIdx.x; }
  |                                      ^^^^^^^^^^^^^^^^^ 1. writes them; launched on line 12
3 | __global__ void consume(int *data) { data[threadIdx.x] += 1; }
  |                                      ----------------- 2. reads them; launched on line 14
  |
  = help: record an event in stream `streams[0]` after kernel `produce`, and let stream `streams[1]` wait for it (`cudaStreamWaitEvent`) before kernel `consume`; or put both into one stream
*/
