// The library reads for the host: `printf` and `memcpy` of what is still being copied.
#include <cstdio>
#include <cstring>
__global__ void write(char *to) {
    const char *text = "done";
    for (int i = 0; i < 5; i++) to[i] = text[i];
}
int main() {
    char *d_text, *h_text, kept[8];
    cudaStream_t s;
    cudaMalloc(&d_text, 8);
    cudaMallocHost(&h_text, 8);
    cudaStreamCreate(&s);
    write<<<1, 1, 0, s>>>(d_text);
    cudaMemcpyAsync(h_text, d_text, 5, cudaMemcpyDeviceToHost, s);
    memcpy(kept, h_text, 5);
    printf("%s %s\n", kept, h_text);
    cudaStreamSynchronize(s);
    cudaStreamDestroy(s);
    cudaFree(d_text);
    cudaFreeHost(h_text);
}
/*~
error[F0206]: the host reads bytes 0 to 4 of `h_text` without having waited for the copy in stream `s`, which writes them
  --> text_printed_too_early.cu:16:5
   |
15 |     cudaMemcpyAsync(h_text, d_text, 5, cudaMemcpyDeviceToHost, s);
   |     ------------------------------------------------------------- 2. writes them, in stream `s`
16 |     memcpy(kept, h_text, 5);
   |     ^^^^^^^^^^^^^^^^^^^^^^^ 1. the host reads them
   |
   = help: the call returns before the work is done: put `cudaStreamSynchronize` of that stream, or `cudaDeviceSynchronize()`, between the two
*/
