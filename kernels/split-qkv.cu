// A layer's projection leaves queries, keys and values interleaved: qkv[tokens][dim][3]. Attention wants three arrays,
// q[tokens][dim], k[tokens][dim] and v[tokens][dim]. No arithmetic: 12 bytes in and 12 bytes out for each of tokens * dim places.
// All three kernels are launched with blocks of 256 threads, a block for each 256 places.

// Part naive: a thread takes one place, three neighbours in, one of each out.
//@anchor naive
__global__ void split_naive(const float* qkv, float* q, float* k, float* v, int tokens, int dim) {
    //@solution
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < tokens * dim) {
        q[i] = qkv[3 * i];  // neighbouring lanes are 12 bytes apart
        k[i] = qkv[3 * i + 1];
        v[i] = qkv[3 * i + 2];
    }
    //@starter
    //| // Place i of all tokens * dim holds q, k and v of one element, next to each other.
    //| // Before you check: how many bytes do 32 lanes span when lane l reads qkv[3 * l]? How many sectors is that?
    //@end
}
//@endanchor naive

// Part staged: the block reads its 768 floats in the order of memory, and hands them over in shared memory.
//@anchor staged
__global__ void split_staged(const float* qkv, float* q, float* k, float* v, int tokens, int dim) {
    __shared__ float staged[3 * 256];
    //@solution
    int n = tokens * dim;
    int t = threadIdx.x;
    int first = blockIdx.x * 256;  // the block's first place

    for (int j = t; j < 3 * 256; j += 256) {
        if (3 * first + j < 3 * n) {
            staged[j] = qkv[3 * first + j];  // neighbours read neighbours
        }
    }
    __syncthreads();

    int i = first + t;
    if (i < n) {
        q[i] = staged[3 * t];  // a stride of 3 words: 32 different banks, since 3 and 32 have no common divisor
        k[i] = staged[3 * t + 1];
        v[i] = staged[3 * t + 2];
    }
    //@starter
    //| // 1. The block's 256 places are 768 floats in a row. Read them in the order of memory, three a thread.
    //| // 2. Wait for all of them.
    //| // 3. Thread t owns staged[3 * t], staged[3 * t + 1] and staged[3 * t + 2]. Which banks do 32 lanes touch?
    //@end
}
//@endanchor staged

// Part planar: the projection writes another layout, qkv[tokens][3][dim]: for each token a row of q, a row of k, a row of v.
//@anchor planar
__global__ void split_planar(const float* qkv, float* q, float* k, float* v, int tokens, int dim) {
    //@solution
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < tokens * dim) {
        int token = i / dim;
        int d = i % dim;
        const float* row = qkv + token * 3 * dim;
        q[i] = row[d];
        k[i] = row[dim + d];
        v[i] = row[2 * dim + d];
    }
    //@starter
    //| // Which token and which d is place i? Where does that token's row of k begin?
    //@end
}
//@endanchor planar
