// Vector addition: which element is mine, and what of the threads that have none?

// Part fill: every element of `out` holds its own index.
//@anchor fill
__global__ void fill_index(int* out, int n) {
    //@solution
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        out[i] = i;
    }
    //@starter
    //| // Which element does this thread own? Does the element exist?
    //@end
}
//@endanchor fill

// Part vadd: c = a + b, one element a thread.
//@anchor vadd
__global__ void vadd(const float* a, const float* b, float* c, int n) {
    //@solution
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        c[i] = a[i] + b[i];
    }
    //@starter
    //| // The launch has at least n threads, and usually a few more.
    //@end
}
//@endanchor vadd

// Part stride: c = a + b with any number of threads, even fewer than elements.
//@anchor grid-stride
__global__ void vadd_stride(const float* a, const float* b, float* c, int n) {
    //@solution
    int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        c[i] = a[i] + b[i];
    }
    //@starter
    //| // Neighbouring threads should own neighbouring elements in every round.
    //@end
}
//@endanchor grid-stride
