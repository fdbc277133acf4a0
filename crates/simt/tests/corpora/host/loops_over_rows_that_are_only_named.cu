// A loop over a parameter that is the first to name its type of vector: its elements' size is asked for before it steps.
#include <cstdio>
#include <vector>

template <class T> struct Two {
    T a, b;
};

void count(const std::vector<Two<int>> &in) {
    int n = 0;
    for (const auto &p : in)
        if (++n + p.a > 20) break;
    printf("%d ", n);
}

void rows(std::vector<std::vector<int>> &in) {
    int n = 0;
    for (auto &row : in) n += (int)row.size();
    printf("%d ", n);
}

template <class T, int N> struct Some {
    T *begin() const { return data; }
    T *end() const { return data + N; }
    T *data;
};

void few(const Some<Two<double>, 2> &in) {
    int n = 0;
    for (auto p : in) n += (int)p.b;
    printf("%d\n", n);
}

int main() {
    std::vector<Two<int>> v(3);
    std::vector<std::vector<int>> w(3, std::vector<int>(2));
    count(v);
    rows(w);
    Two<double> two[2] = {{1, 2}, {3, 4}};
    few({two});
}
/* expect
3 6 6
*/
