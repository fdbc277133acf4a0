// Structs too large for registers: by value, returned, assigned, chosen, given to kernels; arrays cleared.
#include <cstdio>
struct Big { float v[1024]; int n; };
struct Mid { double m[4][4]; };
Big make(int n) { Big b; b.n = n; for (int i = 0; i < 1024; i++) b.v[i] = i * n; return b; }
float sum(Big b) { float s = 0; for (int i = 0; i < 1024; i++) { s += b.v[i]; b.v[i] = 0; } return s; }
Mid mul(Mid a, Mid b) { Mid c = {}; for (int i = 0; i < 4; i++) for (int j = 0; j < 4; j++) for (int k = 0; k < 4; k++) c.m[i][j] += a.m[i][k] * b.m[k][j]; return c; }
int big_count(const Big &b) { return b.n; }
Big table[3];
__global__ void k(Mid m, float *out) { out[threadIdx.x] = m.m[threadIdx.x / 4][threadIdx.x % 4]; }
int main() {
    Big a = make(2), b;
    b = a;
    b.v[3] = 100;
    Big c = a.n > 1 ? b : a;
    printf("%f %f %f %d\n", sum(a), sum(b), sum(c), big_count(make(7)));
    table[1] = c;
    Big *p = new Big(table[1]);
    printf("%f %f %d\n", table[1].v[3], p->v[5], make(9).n);
    Mid m = {{{1, 2, 3, 4}, {5, 6, 7, 8}, {1, 0, 0, 1}, {2, 2, 2, 2}}};
    Mid q = mul(m, mul(m, m));
    printf("%f %f\n", q.m[0][0], q.m[3][2]);
    float *out;
    cudaMallocManaged(&out, 64);
    k<<<1, 16>>>(q, out);
    cudaDeviceSynchronize();
    printf("%f %f\n", out[0], out[14]);
    char buffer[100000] = "hello";
    printf("%s %d\n", buffer, buffer[99999]);
    delete p;
}
/* expect
1047552.000000 1047646.000000 1047646.000000 7
100.000000 10.000000 9
219.000000 254.000000
219.000000 254.000000
hello 0
*/
