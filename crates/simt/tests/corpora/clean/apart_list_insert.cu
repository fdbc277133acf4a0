// Sorted insertion into lists, with a lock for each bucket; the lock is taken in a loop with a `done` flag turned round: the plain way.
// buffer: heads i32[4] = -1
// buffer: next i32[32] = -1
// buffer: locks i32[4] = 0
// buffer: out i32[32] = 0
// launch: insert<<<1, 32>>>(heads, next, locks)
// launch: walk<<<1, 4>>>(heads, next, out)
// expect: locks = 0; 0; 0; 0
// expect: out[i] = i / 8 + i % 8 * 4
__global__ void insert(int* heads, volatile int* next, int* locks) {
    int key = (threadIdx.x * 11) % 32, bucket = key % 4;
    volatile int* head = &heads[bucket];
    while (atomicCAS(&locks[bucket], 0, 1) != 0) {
    }
    __threadfence();
    int before = -1, at = *head;
    while (at >= 0 && at < key) {
        before = at;
        at = next[at];
    }
    next[key] = at;
    if (before < 0) *head = key;
    else next[before] = key;
    __threadfence();
    atomicExch(&locks[bucket], 0);
}
__global__ void walk(const int* heads, const int* next, int* out) {
    int i = 8 * threadIdx.x;
    for (int at = heads[threadIdx.x]; at >= 0; at = next[at]) out[i++] = at;
}
