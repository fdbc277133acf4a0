// Pointers to local variables that all live: handed down, swapped in a loop, kept in a structure of the same block, returned by value, and a
// variable of each round of a loop.
// buffer: out i32[8] = 0
// launch: k<<<1, 8>>>(out)
// expect: out[i] = 6 * i + 23
struct Pair {
    int a[3];
};
struct Link {
    int* to;
};
__device__ Pair made(int n) {
    Pair p;
    for (int i = 0; i < 3; ++i) p.a[i] = n + i;
    int* last = &p.a[2];
    *last += 1;
    return p;
}
__device__ void add(int* to, const int* from, int n) {
    for (int i = 0; i < n; ++i) to[i] += from[i];
}
__device__ int* same(int* p) { return p; }
__global__ void k(int* out) {
    int t = threadIdx.x;
    int front[2] = {t, 1}, back[2] = {t, 2};
    int *a = front, *b = back;
    for (int round = 0; round < 2; ++round) {
        int step[2] = {round, t};
        add(a, step, 2);
        int* was = a;
        a = b;
        b = was;
        Link link;
        link.to = &step[round];
        *same(link.to) += 1;
        if (round) add(same(a), step, 1);
    }
    Pair pair = made(t);
    int* p = pair.a;
    int sum = 0;
    for (int i = 0; i < 3; ++i) sum += *p++;
    out[t] = a[0] + b[0] + sum + front[1] + back[1] + 14 - 2 * t + t;
}
