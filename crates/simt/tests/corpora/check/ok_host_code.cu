#include <vector>
#include <cstdio>
#include <cstdlib>
class Timer { public: Timer() { start = 0; } virtual ~Timer() {} double start; };
void solve(const float* in, float* out, int n);
static int rounds = 3;
__global__ void k(float* x) { x[threadIdx.x] = 1.0f; }
int main(int argc, char** argv) {
    std::vector<float> host(100);
    float* d;
    cudaMalloc(&d, 400);
    k<<<1, 100>>>(d);
    for (auto x : host) printf("%f", x);
    return argc > 1 && argv[1][0] == 'x';
}
