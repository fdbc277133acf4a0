// Braces where a type is known only by template arguments that are written, or by the other arguments of the call; and
// braces in braces of a class that nothing else has used.
#include <cstdio>
#include <initializer_list>
#include <utility>
#include <vector>
const std::vector<std::vector<int>> table = {{1, 2, 3}, {4, 5}};
struct Piece {
    int *at;
    int n;
};
template <class T> struct Part {
    T *at;
    int n;
};
template <class T> int total(std::initializer_list<Part<T>> parts, int &count) {
    int sum = 0;
    for (auto part : parts) sum += part.n, ++count;
    return sum;
}
template <class T> size_t held(std::vector<T *> pointers) { return pointers.size(); }
template <class T> size_t paired(const std::vector<std::pair<T, int>> &pairs) { return pairs.size(); }
template <class T> T nearest(T wanted, std::pair<T, T> ends) { return wanted < ends.first ? ends.first : ends.second; }
template <class T> __global__ void filled(T *out, Part<T> part) { out[threadIdx.x] = T(part.n); }
struct Box {
    template <class T> int sum(std::initializer_list<T> values) {
        int all = 0;
        for (T value : values) all += value * 10;
        return all;
    }
};
int main() {
    int a = 0, b = 0, count = 0;
    printf("%d", total<int>({{&a, 3}, {&b, 4}, {nullptr, 5}}, count));
    printf(" %d\n", count);
    printf("%zu %zu\n", held<int>({&a, &b}), paired<float>({{1.5f, 2}, {2.5f, 3}, {3.5f, 4}}));
    printf("%g\n", nearest(2.5, {3.0, 4.0}));
    printf("%d %d\n", Box().sum<double>({1, 2}), Box().sum({3, 4}));
    std::vector<std::vector<float>> rows = {{1, 2}, {}, {3}};
    printf("%zu %zu %zu %d\n", table.size(), table[1].size(), rows[0].size(), table[1][1]);
    float *out, host;
    cudaMalloc(&out, 4);
    filled<float><<<1, 1>>>(out, {nullptr, 7});
    cudaMemcpy(&host, out, 4, cudaMemcpyDeviceToHost);
    printf("%g\n", host);
    cudaFree(out);
}
/* expect
12 3
2 3
3
30 70
2 2 2 5
7
*/
