// A sort in shared memory: one thread a pair, a barrier a step.
// buffer: a i32[128] = 127 - i
// launch: k<<<1, 128>>>(a)
// expect: a[i] = i
__global__ void k(int* a) {
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = a[t];
    __syncthreads();
    for (int size = 2; size <= 128; size *= 2) {
        for (int d = size / 2; d > 0; d /= 2) {
            int other = t ^ d;
            if (other > t) {
                bool up = (t & size) == 0;
                if ((s[t] > s[other]) == up) {
                    int v = s[t];
                    s[t] = s[other];
                    s[other] = v;
                }
            }
            __syncthreads();
        }
    }
    a[t] = s[t];
}
