// y[i] = ReLU(x[i]) where kind[i] is 0, SiLU(x[i]) where it is 1:
// ReLU(v) = max(v, 0), and 0 for NaN; SiLU(v) = v / (1 + exp(-v)).
// All kernels are launched with blocks of 256 threads, one thread an element.

// Part branch: each lane goes its own way, and all store together.
//@anchor branch
//@solution
__device__ float relu(float v) {
    return fmaxf(v, 0.0f);  // of a NaN and a number, fmaxf takes the number
}

__device__ float silu(float v) {
    return v / (1.0f + expf(-v));  // exp(-v) may become infinite, and v / inf is 0; exp(v) / (1 + exp(v)) would be inf / inf
}

//@starter
//| // Two `__device__` functions, relu and silu, serve all three parts. What is SiLU(100)? SiLU(-100)?
//|
//@end
__global__ void act_branch(const float* x, const unsigned char* kind, float* y, int n) {
    //@solution
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = x[i];
        float result;
        if (kind[i] == 0) {
            result = relu(v);
        } else {
            result = silu(v);
        }
        y[i] = result;  // after the branch: the whole warp stores at once
    }
    //@starter
    //| // A branch on kind[i]. Where does the store belong, inside or after it?
    //@end
}
//@endanchor branch

// Part select: both results in every lane, and no branch that splits a warp.
//@anchor select
__global__ void act_select(const float* x, const unsigned char* kind, float* y, int n) {
    //@solution
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = x[i];
        float a = relu(v);
        float b = silu(v);
        y[i] = kind[i] == 0 ? a : b;  // a choice between two values, not between two ways
    }
    //@starter
    //| // Compute both, then choose. What does that cost where all kinds are 0?
    //@end
}
//@endanchor select

// Part grouped: order[] lists all indices, those of kind 0 first; thread j works on element order[j].
//@anchor grouped
__global__ void act_grouped(const float* x, const unsigned char* kind, const int* order, float* y, int n) {
    //@solution
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j < n) {
        int i = order[j];
        float v = x[i];
        float result;
        if (kind[i] == 0) {  // at most one warp has lanes of both kinds
            result = relu(v);
        } else {
            result = silu(v);
        }
        y[i] = result;
    }
    //@starter
    //| // Which index belongs to the guard, and which one to x, kind and y?
    //@end
}
//@endanchor grouped
