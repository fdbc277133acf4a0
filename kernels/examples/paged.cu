// One query against the keys of a sequence, twice: keys in one piece, and keys in blocks of 16 tokens that lie anywhere and
// are found through a table. Both must give the same scores.
//   course profile kernels/examples/paged.cu -- 300
#include <cstdio>
#include <cstdlib>
#include <vector>

const int HEAD = 64, BLOCK = 16, BLOCKS = 64;  // a key is 64 floats, 256 bytes; the pool has 64 blocks

//@anchor score
// A warp reads one key, two numbers a lane, and adds up the products with the query.
__device__ void score(const float2* key, float2 query, float* out) {
    float2 mine = key[threadIdx.x];
    float sum = mine.x * query.x + mine.y * query.y;
    for (int far = 16; far > 0; far /= 2) sum += __shfl_xor_sync(0xffffffff, sum, far);
    if (threadIdx.x == 0) *out = sum;
}
//@endanchor score

//@anchor straight
__global__ void straight(const float2* keys, const float2* q, float* scores,
                         int tokens) {
    float2 query = q[threadIdx.x];
    for (int t = 0; t < tokens; t++) score(keys + t * HEAD / 2, query, scores + t);
}
//@endanchor straight

//@anchor paged
__global__ void paged(const float2* pool, const int* table, const float2* q,
                      float* scores, int tokens) {
    float2 query = q[threadIdx.x];
    for (int b = 0; b * BLOCK < tokens; b++) {
        int block = table[b];  // one look into the table for 16 tokens
        for (int t = b * BLOCK; t < tokens && t < (b + 1) * BLOCK; t++) {
            int place = block * BLOCK + t % BLOCK;
            score(pool + place * HEAD / 2, query, scores + t);
        }
    }
}
//@endanchor paged

int main(int argc, char** argv) {
    int tokens = argc > 1 ? atoi(argv[1]) : 300;
    if (tokens < 1 || tokens > BLOCK * BLOCKS) {
        printf("tokens: 1 to %d\n", BLOCK * BLOCKS);
        return 1;
    }
    std::vector<float> keys(BLOCK * BLOCKS * HEAD), pool(keys.size()), q(HEAD), one(tokens), two(tokens);
    std::vector<int> table(BLOCKS);
    for (size_t i = 0; i < keys.size(); i++) keys[i] = (int)(i * 37 % 61 - 30) / 32.0f;
    for (int d = 0; d < HEAD; d++) q[d] = (d * 5 % 7 - 3) / 8.0f;
    for (int b = 0; b < BLOCKS; b++) {
        table[b] = (b * 29 + 11) % BLOCKS;  // every block once, in no order
        for (int i = 0; i < BLOCK * HEAD; i++) pool[table[b] * BLOCK * HEAD + i] = keys[b * BLOCK * HEAD + i];
    }
    float2 *d_keys, *d_pool, *d_q;
    float *d_one, *d_two;
    int* d_table;
    cudaMalloc(&d_keys, keys.size() * 4);
    cudaMalloc(&d_pool, pool.size() * 4);
    cudaMalloc(&d_q, HEAD * 4);
    cudaMalloc(&d_one, tokens * 4);
    cudaMalloc(&d_two, tokens * 4);
    cudaMalloc(&d_table, BLOCKS * 4);
    cudaMemcpy(d_keys, keys.data(), keys.size() * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(d_pool, pool.data(), pool.size() * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(d_q, q.data(), HEAD * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(d_table, table.data(), BLOCKS * 4, cudaMemcpyHostToDevice);
    straight<<<1, 32>>>(d_keys, d_q, d_one, tokens);
    paged<<<1, 32>>>(d_pool, d_table, d_q, d_two, tokens);
    cudaMemcpy(one.data(), d_one, tokens * 4, cudaMemcpyDeviceToHost);
    cudaMemcpy(two.data(), d_two, tokens * 4, cudaMemcpyDeviceToHost);

    int used = (tokens + BLOCK - 1) / BLOCK;
    printf("%d tokens: %d blocks of %d, %d places empty\n", tokens, used, BLOCK, used * BLOCK - tokens);
    printf("first blocks of the table: %d %d %d\n", table[0], table[1], table[2]);
    printf("scores: %s\n", one == two ? "the same, bit for bit" : "DIFFERENT");
    cudaFree(d_keys);
    cudaFree(d_pool);
    cudaFree(d_q);
    cudaFree(d_one);
    cudaFree(d_two);
    cudaFree(d_table);
    return one == two ? 0 : 1;
}

//$ run -- 300
//> 300 tokens: 19 blocks of 16, 4 places empty
//> first blocks of the table: 11 40 5
//> scores: the same, bit for bit
//$ profile -- 300
//~ straight<<<1, 32>>> 1 76,800 0 76.4 KiB 84.6 KiB 2,708
//~ paged<<<1, 32>>> 1 76,800 0 76.5 KiB 85.2 KiB 2,727
//~ loads: sectors 2,400 2,400
//~ loads: sectors 19 19
