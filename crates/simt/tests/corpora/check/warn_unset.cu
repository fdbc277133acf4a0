__global__ void k(float* out, int n) {
    float sum;
    for (int i = 0; i < n; ++i) out[i] = 1.0f;
    out[0] = sum; //~ warning: `sum` is read before anything is stored in it
    float acc;
    acc += 1.0f; //~ warning: `acc` is read before anything is stored in it
    int either;
    if (n > 3) either = 1; else either = 2;
    out[1] = either + acc;
    int later;
    for (int i = 0; i < n; ++i) { if (i > 0) out[2] = later; later = i; }
}
// From its declaration on a name means the new variable, its own initialiser included.
__device__ int outside = 3;
__global__ void again(int* out) {
    int outside = outside + 1; //~ warning: `outside` is read before anything is stored in it //~ label: its own initialiser included
    int size = sizeof(size);
    float4 v = {1, 2, v.x, 4};
    out[0] = outside + size + (int)v.z;
}
