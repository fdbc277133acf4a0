// buffer: out i64[6] = 0
// launch: k<<<1, 6>>>(out)
// expect: out = 1; 1001; 2001; 6001; 24001; 120001
struct Pair { long long first; int second; bool odd; };
__device__ Pair fact(int n) {
    Pair p = {1, 1, false};
    if (n < 1) return p;
    Pair q = fact(n - 1);
    p.first = q.first * n;
    p.odd = !q.odd;
    p.second = q.second;
    return p;
}
__global__ void k(long long* out) {
    int n = threadIdx.x;
    Pair p = fact(n);
    out[n] = n == 0 ? 1 : p.first * 1000 + p.second + (p.odd == (n % 2 == 1) ? 0 : 500);
}
