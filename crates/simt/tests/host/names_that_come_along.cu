// Names that no `#include` here gives: nvcc's own headers bring some, and each header of the library brings others.
#include <iostream>
#define HEADER <random>
#include HEADER
template <typename T> typename std::enable_if<std::is_same<T, int>::value, int>::type only(T x) { return x; }
int main() {
    float v[3], w[3];
    std::fill(v, v + 3, 1.5f);
    std::copy(v, v + 3, w);
    std::fill_n(w, 1, 2.0f);
    std::swap(v[0], w[0]);
    std::pair<int, int> p = std::make_pair(1, 2);
    std::cout << v[0] << ' ' << w[0] << ' ' << p.second << ' ' << std::equal(v + 1, v + 3, w + 1) << '\n';
    std::cout << std::numeric_limits<int>::max() << ' ' << std::numeric_limits<float>::epsilon() << ' ' << only(4) << '\n';
    std::cout << toupper('c') << ' ' << isdigit('3') << ' ' << UINT32_MAX << ' ' << strlen("abc") << '\n';
    int row[4];
    std::iota(row, row + 4, 1);
    std::string text = std::to_string(std::accumulate(row, row + 4, 0));
    std::vector<int> more(row, row + 4);
    fprintf(stdout, "%s %zu\n", text.c_str(), more.size());
    if (more.empty()) exit(1);
}
/* expect
2 1.5 2 1
2147483647 1.19209e-07 4
67 1 4294967295 3
10 4
*/
