// Kernels that the lessons show. They are run by tests/lessons.rs; none of them is a lab's answer.

//@anchor scale
__global__ void scale(const float* x, float* y, float k, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;  // my element
    if (i < n) {                                    // the guard
        y[i] = k * x[i];
    }
}
//@endanchor scale

//@anchor launch
void scale_all(const float* x, float* y, float k, int n) {
    if (n == 0) {
        return;  // a grid of 0 blocks is refused
    }
    int threads = 256;
    int blocks = (n + threads - 1) / threads;  // rounded up
    scale<<<blocks, threads>>>(x, y, k, n);
}
//@endanchor launch

//@anchor scale-2d
__global__ void scale_2d(const float* x, float* y, float k,
                         int rows, int cols) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;  // x along a row
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < rows && col < cols) {  // two dimensions, two guards
        y[row * cols + col] = k * x[row * cols + col];
    }
}
//@endanchor scale-2d

//@anchor launch-2d
void scale_matrix(const float* x, float* y, float k, int rows, int cols) {
    dim3 block(32, 8);  // 32 along x, 8 along y: 256 threads
    dim3 grid((cols + 31) / 32, (rows + 7) / 8);  // each rounded up
    scale_2d<<<grid, block>>>(x, y, k, rows, cols);
}
//@endanchor launch-2d

//@anchor scale-stride
__global__ void scale_stride(const float* x, float* y, float k, int n) {
    int stride = gridDim.x * blockDim.x;  // all threads of the grid
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        y[i] = k * x[i];
    }
}
//@endanchor scale-stride

//@anchor scale-4
// n is a multiple of 4
__global__ void scale_4(const float* x, float* y, float k, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 4) {
        // One load of 16 bytes, one store of 16 bytes.
        float4 v = reinterpret_cast<const float4*>(x)[i];
        v.x *= k;
        v.y *= k;
        v.z *= k;
        v.w *= k;
        reinterpret_cast<float4*>(y)[i] = v;
    }
}
//@endanchor scale-4

//@anchor reverse
__global__ void reverse_blocks(const float* in, float* out, int n) {
    __shared__ float piece[256];  // launch with 256 threads
    int i = blockIdx.x * 256 + threadIdx.x;
    int length = min(256, n - int(blockIdx.x) * 256);  // of this piece

    if (i < n) {
        piece[threadIdx.x] = in[i];  // I fill my own cell
    }
    __syncthreads();  // now all cells are filled

    if (i < n) {  // and I may read another thread's
        out[i] = piece[length - 1 - threadIdx.x];
    }
}
//@endanchor reverse

//@anchor staged
__global__ void matvec_staged(const float* A, const float* x, float* y,
                              int rows, int cols) {
    // Launch with 128 threads, a thread for each row.
    __shared__ float part[128];
    int row = blockIdx.x * 128 + threadIdx.x;
    float sum = 0.0f;

    for (int k0 = 0; k0 < cols; k0 += 128) {
        int k = k0 + threadIdx.x;
        part[threadIdx.x] = k < cols ? x[k] : 0.0f;  // past the edge: 0
        __syncthreads();  // filled before used

        if (row < rows) {
            for (int j = 0; j < 128 && k0 + j < cols; j++) {
                // Each element of x, loaded once, serves 128 rows.
                sum += A[row * cols + k0 + j] * part[j];
            }
        }
        __syncthreads();  // used before filled again
    }
    if (row < rows) {
        y[row] = sum;
    }
}
//@endanchor staged

//@anchor unpack
__global__ void unpack_int4(const unsigned char* packed, float* y,
                            float scale, int pairs) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < pairs) {
        int low = packed[i] & 0x0F;
        int high = packed[i] >> 4;
        // Two's complement in four bits: -8 ... 7.
        y[2 * i] = scale * ((low ^ 8) - 8);
        y[2 * i + 1] = scale * ((high ^ 8) - 8);
    }
}
//@endanchor unpack
