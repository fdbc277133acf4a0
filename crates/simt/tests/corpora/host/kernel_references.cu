// A kernel may take references: what they refer to must be where the device can reach it.
#include <cstdio>

struct Mean {
    float sum, count;
};

__global__ void gather(const float *from, Mean &to, int n) {
    if (threadIdx.x < n) {
        atomicAdd(&to.sum, from[threadIdx.x]);
        atomicAdd(&to.count, 1.0f);
    }
}
template <typename T> __global__ void add(T &to, const T &what) { to += what; }

int main() {
    float h[4] = {1, 2, 3, 4}, *from;
    Mean *all, got[3];
    cudaMalloc(&from, sizeof(h));
    cudaMemcpy(from, h, sizeof(h), cudaMemcpyHostToDevice);
    cudaMalloc(&all, sizeof(got));
    cudaMemset(all, 0, sizeof(got));
    gather<<<1, 32>>>(from, all[1], 4);
    gather<<<1, 32>>>(from, *(all + 2), 2);
    cudaMemcpy(got, all, sizeof(got), cudaMemcpyDeviceToHost);
    for (Mean m : got) printf("%g %g\n", m.sum, m.count);

    double *both;
    cudaMallocManaged(&both, 2 * sizeof(double));
    both[0] = 3;
    both[1] = 4;
    add<<<1, 1>>>(both[0], both[1]);
    cudaDeviceSynchronize();
    printf("%g\n", both[0]);
}
/* expect
0 0
10 4
3 2
7
*/
