// A concept before the `auto` of results, parameters, variables and loops.
#include <concepts>
#include <cstdio>
template <class T> concept Number = std::integral<T> || std::floating_point<T>;
std::integral auto twice(std::floating_point auto x) { return (int)(x * 2); }
__host__ __device__ Number auto square(Number auto x) { return x * x; }
auto next(std::convertible_to<int> auto x) -> Number auto { return (int)x + 1; }
Number auto& self(Number auto& x) { return x; }
__global__ void kernel(float* out) {
    Number auto q = square(3.f);
    out[0] = q;
}
int main() {
    std::integral auto y = twice(2.5);
    printf("%d %g %d\n", y, square(1.5), next(3.7));
    self(y) += 1;
    for (Number auto i : {1, 2, 3}) printf("%d ", i * y);
    int rows[2] = {4, 5};
    for (const std::same_as<int> auto& r : rows) {
        if (r == 4) continue;
        printf("%d\n", r);
    }
    auto half = [](std::floating_point auto x) -> std::floating_point auto { return x / 2; };
    printf("%g\n", half(5.0));
    float *out, got;
    cudaMalloc(&out, sizeof(got));
    kernel<<<1, 1>>>(out);
    cudaMemcpy(&got, out, sizeof(got), cudaMemcpyDeviceToHost);
    cudaFree(out);
    printf("%g\n", got);
}
/* expect
5 2.25 4
6 12 18 5
2.5
9
*/
