// Rows of numbers sorted in their own order, up and down, with values along, and such as need the slow way: zeros of both signs, other orders.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <thrust/device_vector.h>
#include <thrust/sort.h>
#include <vector>

static unsigned next(unsigned &s) { return s = s * 1664525u + 1013904223u; }

template <class T> void shows(const char *name, const std::vector<T> &v) {
    bool up = true, down = true;
    unsigned long long hash = 7;
    for (size_t i = 0; i < v.size(); i++) {
        if (i > 0) up &= !(v[i] < v[i - 1]), down &= !(v[i - 1] < v[i]);
        hash = hash * 31 + (unsigned long long)(long long)v[i];
    }
    printf("%s %d %d %llx\n", name, up, down, hash);
}
template <class T> std::vector<T> drawn(int n, unsigned s) {
    std::vector<T> v(n);
    for (T &x : v) x = (T)((int)(next(s) >> 8) % 1000 - 300);
    return v;
}

int main() {
    std::vector<int> i = drawn<int>(1000, 1);
    std::sort(i.begin(), i.end());
    shows("int", i);
    std::sort(i.begin(), i.end(), std::greater<int>());
    shows("greater", i);
    std::sort(i.begin(), i.end(), [](int a, int b) { return a % 10 < b % 10; });
    printf("lambda %d %d\n", i.front() % 10 <= i.back() % 10, (int)i.size());
    std::vector<unsigned char> c = drawn<unsigned char>(777, 2);
    std::stable_sort(c.begin(), c.end());
    shows("char", c);
    std::vector<float> f = drawn<float>(2000, 3);
    f[7] = -0.0f, f[70] = 0.0f;
    std::sort(f.begin(), f.end(), std::greater<>());
    shows("float", f);
    std::vector<long long> l = drawn<long long>(300, 4);
    std::sort(l.begin() + 100, l.end());
    printf("part %d %d\n", std::is_sorted(l.begin() + 100, l.end()), std::is_sorted(l.begin(), l.end()));

    thrust::device_vector<int> keys(1500), values(1500);
    for (int k = 0; k < 1500; k++) keys[k] = k * 7919 % 100, values[k] = k;
    thrust::sort_by_key(keys.begin(), keys.end(), values.begin());
    bool stable = true;
    for (int k = 1; k < 1500; k++) {
        int a = keys[k - 1], b = keys[k], x = values[k - 1], y = values[k];
        stable &= a < b || (a == b && x < y);
    }
    printf("by key %d %d %d\n", stable, (int)keys[1499], (int)values[0]);
    thrust::sort(keys.begin(), keys.end(), thrust::greater<int>());
    printf("thrust %d %d\n", (int)keys[0], (int)keys[1499]);
}
/* expect
int 1 0 532416eb04f863
greater 0 1 6ae9f57e8c8a34ab
lambda 1 1000
char 1 0 8d3ed7d0780022f4
float 0 1 d4231e306be1c604
part 1 0
by key 1 99 0
thrust 99 0
*/
