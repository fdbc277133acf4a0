// `const_cast` changes `const` at every level, and `std::max` takes its type before `<algorithm>` is there.
#include <cstdio>

int total(const int *values) {
    void *args[] = {const_cast<int **>(&values)};
    int **back = (int **)args[0];
    const int *const *held = back;
    return **const_cast<int **>(held) + **back;
}

int main() {
    int x = 21;
    dim3 grid(7, 9);
    grid.x = std::max<int>(1, (grid.x + 3) / 4);
    printf("%d %d %u %g\n", total(&x), grid.x, std::min<unsigned>(grid.y, 3), std::min<double>(1, 2.5f));
}
/* expect
42 2 3 1
*/
