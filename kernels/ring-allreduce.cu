// A ring of `ranks` devices, here the blocks of one launch: rank r owns row r of buf[ranks][n] and may read the row of its
// left neighbour, rank r - 1 (of rank 0 it is the last rank). Each row is cut into as many chunks as there are ranks:
// chunk c is the elements c * n / ranks … (c + 1) * n / ranks - 1, rounded down, so chunks may differ by one, or be empty.
// One launch is one step of all ranks at once: what a rank reads, its neighbour must not write in the same step.
// Launched as <<<ranks, 256>>> for step = 0 … ranks - 2.

// Part reduce-scatter: after ranks - 1 steps rank r has the whole sum of chunk r + 1 (of the last rank: of chunk 0).
//@anchor reduce-scatter
//@solution
// x modulo m, from 0 to m - 1, for x from -m on; % of a negative number is negative.
__device__ int around(int x, int m) {
    return (x + m) % m;
}

__device__ int chunk_begin(int c, int n, int ranks) {
    return static_cast<int>(static_cast<long long>(c) * n / ranks);
}

//@starter
//| // A number around the ring (of -1 it is ranks - 1) and the first element of a chunk are worth a `__device__` function each.
//|
//@end
__global__ void reduce_step(float* buf, int n, int ranks, int step) {
    //@solution
    int r = blockIdx.x;
    int left = around(r - 1, ranks);
    int c = around(r - 1 - step, ranks);  // what the left neighbour added up in the step before
    int end = chunk_begin(c + 1, n, ranks);
    for (int i = chunk_begin(c, n, ranks) + threadIdx.x; i < end; i += blockDim.x) {
        buf[r * n + i] += buf[left * n + i];
    }
    //@starter
    //| // In step 0 rank r adds its neighbour's chunk r - 1 to its own; in each later step the chunk before.
    //| // Which chunk does the neighbour write meanwhile?
    //@end
}
//@endanchor reduce-scatter

// Part all-gather: it begins where the first part ends; after ranks - 1 more steps all ranks have all sums.
//@anchor all-gather
__global__ void gather_step(float* buf, int n, int ranks, int step) {
    //@solution
    int r = blockIdx.x;
    int left = around(r - 1, ranks);
    int c = around(r - step, ranks);  // what the left neighbour got, or had, in the step before
    int end = chunk_begin(c + 1, n, ranks);
    for (int i = chunk_begin(c, n, ranks) + threadIdx.x; i < end; i += blockDim.x) {
        buf[r * n + i] = buf[left * n + i];
    }
    //@starter
    //| // Rank r - 1 has the whole sum of chunk r. Copy, do not add.
    //@end
}
//@endanchor all-gather

// Part mlp: y = W2 * relu(W1 * x) cut over the ranks. Rank r owns the rows r * hidden / ranks … of W1[hidden][dim] and the same
// columns of W2[dim][hidden], both rounded down, and leaves its part of y in row r of partial[ranks][dim]. The sum over the
// ranks, one all-reduce, is y. At most 256 rows of W1 a rank.
//@anchor mlp
__global__ void mlp_partial(const float* x, const float* W1, const float* W2, float* partial, int dim, int hidden, int ranks) {
    //@solution
    __shared__ float h[256];
    int r = blockIdx.x;
    int first = chunk_begin(r, hidden, ranks);
    int count = chunk_begin(r + 1, hidden, ranks) - first;

    for (int j = threadIdx.x; j < count; j += blockDim.x) {
        float sum = 0.0f;
        for (int i = 0; i < dim; i++) {
            sum += W1[(first + j) * dim + i] * x[i];
        }
        h[j] = fmaxf(sum, 0.0f);  // the activation needs whole sums, and this rank has them: nothing to exchange here
    }
    __syncthreads();

    for (int i = threadIdx.x; i < dim; i += blockDim.x) {
        float sum = 0.0f;
        for (int j = 0; j < count; j++) {
            sum += W2[i * hidden + first + j] * h[j];
        }
        partial[r * dim + i] = sum;
    }
    //@starter
    //| // 1. This rank's rows of W1, times x, through the activation, into shared memory.
    //| // 2. This rank's columns of W2 times them: a part of every element of y.
    //| // Why must the ranks exchange nothing between the two? And what if W1 were cut by columns?
    //@end
}
//@endanchor mlp
