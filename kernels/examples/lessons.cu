// Kernels that the lessons show. They are run by tests/lessons.rs; none of them is a lab's answer.

//@anchor scale
__global__ void scale(const float* x, float* y, float k, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;  // my element
    if (i < n) {                                    // the guard
        y[i] = k * x[i];
    }
}
//@endanchor scale

//@anchor scale-stride
__global__ void scale_stride(const float* x, float* y, float k, int n) {
    int stride = gridDim.x * blockDim.x;  // all threads of the grid
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        y[i] = k * x[i];
    }
}
//@endanchor scale-stride

//@anchor reverse
__global__ void reverse_blocks(const float* in, float* out, int n) {
    __shared__ float piece[256];  // one block's scratchpad; launch with 256 threads
    int i = blockIdx.x * 256 + threadIdx.x;

    piece[threadIdx.x] = i < n ? in[i] : 0.0f;  // every thread fills its own cell
    __syncthreads();                            // now all cells are filled

    if (i < n) {
        out[i] = piece[255 - threadIdx.x];      // and I may read another thread's
    }
}
//@endanchor reverse

//@anchor staged
__global__ void matvec_staged(const float* A, const float* x, float* y, int rows, int cols) {
    __shared__ float part[128];  // launch with 128 threads, a thread for each row
    int row = blockIdx.x * 128 + threadIdx.x;
    float sum = 0.0f;

    for (int k0 = 0; k0 < cols; k0 += 128) {
        int k = k0 + threadIdx.x;
        part[threadIdx.x] = k < cols ? x[k] : 0.0f;  // past the edge: a zero, never a skipped cell
        __syncthreads();                             // filled before used

        if (row < rows) {
            for (int j = 0; j < 128 && k0 + j < cols; j++) {
                sum += A[row * cols + k0 + j] * part[j];  // each element of x, loaded once, serves 128 rows
            }
        }
        __syncthreads();                             // used before filled again
    }
    if (row < rows) {
        y[row] = sum;
    }
}
//@endanchor staged

//@anchor unpack
__global__ void unpack_int4(const unsigned char* packed, float* y, float scale, int pairs) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < pairs) {
        int low = packed[i] & 0x0F;
        int high = packed[i] >> 4;
        y[2 * i] = scale * ((low ^ 8) - 8);        // two's complement in four bits: -8 ... 7
        y[2 * i + 1] = scale * ((high ^ 8) - 8);
    }
}
//@endanchor unpack
