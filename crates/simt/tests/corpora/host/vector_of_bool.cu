// `std::vector<bool>`: what stands for an element changes it, wherever it goes.
#include <algorithm>
#include <cstdio>
#include <numeric>
#include <vector>
void show(const std::vector<bool>& v) {
    for (bool b : v) printf("%d", b);
    printf(" ");
}
int main() {
    std::vector<bool> v(8);
    v[3].flip();
    v[5] = v[6] = true;
    show(v);
    auto seen = v[0]; // stands for the element
    seen = true;
    bool kept = v[3];
    v[3] = false;
    printf("%d ", kept);
    show(v);
    for (auto x : v) x = !x;
    for (auto&& x : v) x = x | v[0];
    show(v);
    std::vector<bool>::reference r = v.back();
    r = !r;
    v.at(1).flip();
    v.swap(v[1], v[2]);
    swap(v[0], v[7]);
    v.flip();
    show(v);
    printf("\n%ld %zu\n", (long)std::count(v.begin(), v.end(), true), v.size());
    v.push_back(true);
    v.insert(v.begin(), true);
    v.erase(v.begin() + 1, v.begin() + 3);
    v.resize(12, true);
    show(v);
    std::sort(v.begin(), v.end());
    show(v);
    std::vector<bool> w = {true, false}, u(w), all(v.rbegin(), v.rend());
    printf("%d %d %d\n", w == u, w != v, all.front() && std::find(w.begin(), w.end(), false) == w.begin() + 1);
    std::vector<std::vector<bool>> grid(3, std::vector<bool>(3, false));
    grid[1][2] = true;
    grid[2] = grid[1];
    int sum = 0;
    for (const auto& row : grid) sum += std::accumulate(row.begin(), row.end(), 0);
    printf("%d %d\n", sum, int(grid[2][2]));
    try {
        w.at(9) = true;
    } catch (const std::exception& e) {
        printf("%s\n", e.what());
    }
}
/* expect
00010110 1 10000110 01111001 10100111 
5 8
110011111111 001111111111 1 1 1
2 1
vector<bool>::_M_range_check: __n (which is 9) >= this->size() (which is 2)
*/
