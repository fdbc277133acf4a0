// Literals whose suffix nothing declares, and names for parts that do not fit.
#include <tuple>
int count() {
    auto far = 5_km; //~ error: nothing here says what the suffix `_km` means
    auto [a, b] = std::tuple<int, int, int>(1, 2, 3); //~ error: `tuple<int, int, int>` has 3 parts, and 2 names are given
    int n = count();
    int rows[n][n] = {1}; //~ error: values for an array of rows whose length is not constant are not modelled
    int table[n][n];
    for (auto row : table) //~ error: `for (x : m)` over rows whose length is not constant is not modelled
        n += 1;
    return n;
}
