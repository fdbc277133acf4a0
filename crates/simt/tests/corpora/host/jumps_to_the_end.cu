// `goto` out of blocks and loops to a label among a function's own statements.
//@ finding `cudaMemcpyDeviceToHost` given for a copy from `out`, which is memory of the host
#include <cstdio>

struct Told {
    const char *name;
    Told(const char *n) : name(n) { printf("+%s", name); }
    ~Told() { printf("-%s ", name); }
};

cudaError_t add(int *out, int n) {
    int *d = 0;
    cudaError_t status = cudaMalloc((void **)&d, n * sizeof(int));
    if (status != cudaSuccess) {
        fprintf(stderr, "no memory\n");
        goto Error;
    }
    status = cudaMemcpy(d, out, n * sizeof(int), n > 4 ? cudaMemcpyDeviceToHost : cudaMemcpyHostToDevice);
    if (status != cudaSuccess) {
        printf("copy failed\n");
        goto Error;
    }
    printf("added\n");

Error:
    cudaFree(d);
    return status;
}

int find(const int *row, int n, int what) {
    int at = -1;
    Told outer("outer");
    for (int i = 0; i < n; i++) {
        Told loop("loop");
        for (int j = 0; j < n; j++) {
            Told inner("inner");
            int at = 99;
            if (row[i * n + j] == what) goto found;
            if (row[i * n + j] > 7 + at) goto out;
        }
        at = i;
    }
    goto out;
found:
    printf("found after %d ", at);
out:
    printf("end ");
    if (at < 0) return 100;
    return at;
}

int several(int n) {
    int steps = 0;
    if (n == 0) goto third;
    if (n == 1) goto second;
    steps++;
second:
    steps += 10;
    if (n == 1) {
        steps += 1000;
        goto end;
    }
third:
    steps += 100;
end:
    return steps;
}

__global__ void scan(const int *in, int *out, int n) {
    int t = threadIdx.x, i;
    for (i = 0; i < n; i++)
        if (in[i] > t) goto write;
    i = -1;
write:
    out[t] = i;
}

int main() {
    int a[4] = {1, 3, 5, 7}, h[8], *d;
    printf("%d\n", (int)add(a, 4));
    printf("%d\n", (int)add(a, 8));
    printf("= %d\n", find(a, 2, 5));
    printf("= %d\n", find(a, 2, 9));
    printf("%d %d %d\n", several(0), several(1), several(2));
    cudaMalloc(&d, sizeof(a) + sizeof(h));
    cudaMemcpy(d, a, sizeof(a), cudaMemcpyHostToDevice);
    scan<<<1, 8>>>(d, d + 4, 4);
    cudaMemcpy(h, d + 4, sizeof(h), cudaMemcpyDeviceToHost);
    for (int x : h) printf("%d ", x);
    printf("\n");
    cudaFree(d);
    if (h[7] != -1) goto bad;
    printf("right\n");
    return 0;
bad:
    printf("wrong\n");
    return 1;
}
/* expect
added
0
copy failed
1
+outer+loop+inner-inner +inner-inner -loop +loop+inner-inner -loop found after 0 end -outer = 0
+outer+loop+inner-inner +inner-inner -loop +loop+inner-inner +inner-inner -loop end -outer = 1
100 1010 111
0 1 1 2 2 3 3 -1 
right
*/
