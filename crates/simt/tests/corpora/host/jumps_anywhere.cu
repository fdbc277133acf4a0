// Jumps that no loop says: backwards, into blocks, out of nested loops to the middle of one, and `case` inside statements.
#include <cstdio>
#include <vector>
__host__ __device__ int copied(int *to, const int *from, int count) {
    int rounds = (count + 3) / 4, turns = 0;
    if (count == 0) return 0;
    switch (count % 4) {
        case 0:
            do {
                *to++ = *from++;
                case 3: *to++ = *from++;
                case 2: *to++ = *from++;
                case 1: *to++ = *from++;
                ++turns;
            } while (--rounds > 0);
    }
    return turns;
}
__host__ __device__ int chosen(int x) {
    int sum = 0;
    switch (x) {
        case 0:
            if (sum > 5) {
                case 1: return 10;
            }
            sum += 20;
            break;
        case 2: {
            sum = 30;
            case 3: sum += 1;
        }
        case 4: sum += 100; break;
        default:
            for (; sum < 300; sum += 7) {
                sum += 1;
                case 7: sum += 70;
                if (sum > 250) break;
            }
    }
    return sum;
}
__host__ __device__ int collatz(int n) {
    int steps = 0;
again:
    if (n == 1) goto done;
    ++steps;
    if (n % 2) goto odd;
    n /= 2;
    goto again;
odd:
    n = 3 * n + 1;
    goto again;
done:
    return steps;
}
__global__ void kernel(int *out, const int *from) {
    __shared__ int tile[32];
    int i = threadIdx.x, turn = 0;
    int room[8] = {1, 2};
next_turn:
    const int step = turn + 1;
    tile[i] = i * step;
    __syncthreads();
    room[turn % 8] += tile[31 - i];
    __syncthreads();
    if (++turn < 3) goto next_turn;
    int buffer[32];
    int turns = copied(buffer, from, i);
    out[i] = collatz(i + 1) + 1000 * chosen(i % 9) + room[2] * 0 + room[0] + turns + (i ? buffer[i - 1] : 0);
}
struct Told {
    int n;
    Told(int n) : n(n) { printf("+%d ", n); }
    ~Told() { printf("-%d ", n); }
};
int main() {
    int from[32], to[32], *d_from, *d_out, host[32];
    for (int i = 0; i < 32; ++i) from[i] = i * i;
    cudaMalloc(&d_from, sizeof from);
    cudaMalloc(&d_out, sizeof host);
    cudaMemcpy(d_from, from, sizeof from, cudaMemcpyHostToDevice);
    kernel<<<1, 32>>>(d_out, d_from);
    cudaMemcpy(host, d_out, sizeof host, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < 32; ++i) {
        int turns = copied(to, from, i);
        int room = 1 + (31 - i);
        wrong += host[i] != collatz(i + 1) + 1000 * chosen(i % 9) + room + turns + (i ? to[i - 1] : 0);
    }
    printf("%d wrong:", wrong);
    for (int i = 0; i < 9; ++i) printf(" %d", chosen(i));
    printf("\n");
    cudaFree(d_from);
    cudaFree(d_out);
    int tries = 0;
    std::vector<int> seen;
retry:
    {
        Told told(tries);
        std::vector<int> local(3, tries);
        for (int a = 0; a < 5; ++a) {
            for (int b : local) {
                seen.push_back(a + b);
                if (a == 2 && ++tries < 3) goto retry;
                if (tries == 3) goto out;
            }
        }
    }
out_of_it:
    printf("not here\n");
    return 1;
out:
    printf("\n%d %zu %d\n", tries, seen.size(), seen.back());
    for (int i = 0; i < 3; ++i) {
        if (i == 1) goto inside;
        printf("a%d ", i);
        if (false) {
        inside:
            printf("in%d ", i);
        }
    }
    printf("\n");
    if (tries < 0) goto out_of_it;
}
/* expect
0 wrong: 20 10 131 101 100 305 305 304 305
+0 -0 +1 -1 +2 -2 
3 21 4
a0 in1 a2 
*/
