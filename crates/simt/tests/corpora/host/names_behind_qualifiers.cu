// Names of namespaces and classes that the library has as functions or templates, behind what they belong to; members that are called as
// types elsewhere are; values as template arguments that read as types; `void()`.
#include <cstdio>
#include <functional>
#include <iterator>
#include <limits>
#include <list>
#include <string>
#include <type_traits>
#include <vector>

namespace shapes {
struct point {
    int x;
};
struct size {
    int w;
};
struct data {
    int n;
    struct begin {
        int at;
    };
};
class tree {};
} // namespace shapes
namespace mine {
int tree = 4;
int range(int n) { return n + 1; }
int use() { return tree * range(3); }
} // namespace mine
enum Kind { vector_kind, list, map_kind };

struct Image {
    int size, width;
    std::vector<int> range;
    int color[3];
    int area() const { return size * width; }
    int put(int i, int v) {
        color[i] = v;
        (color)[i]++;
        range[0] = v;
        if (size < width) size = width;
        return (size) * width - (size) - 1;
    }
    static int point(int a) { return a + 1; }
};
template <class T> struct Row {
    T *tree;
    int range;
    T sum() {
        T s = 0;
        for (int i = 0; i < range; i++) s += tree[i];
        return s;
    }
};

template <bool Signed> struct Sign {
    template <class T> static bool negative(T x) { return x < 0; }
};
template <> struct Sign<false> {
    template <class T> static bool negative(T) { return false; }
};
template <class T> bool negative(T x) { return Sign<std::numeric_limits<T>::is_signed>::negative(x); }
template <class R> R nothing() { return R(); }

int main() {
    Image im{2, 3};
    im.range.resize(1);
    int put = im.put(0, 5);
    printf("%d %d %d %d\n", im.area(), put, im.color[0], Image::point(4));
    float t[3] = {1, 2, 3};
    printf("%g %d %d\n", Row<float>{t, 3}.sum(), mine::use(), list);
    int size = 4;
    shapes::size s{3};
    shapes::point p{1};
    shapes::data d{2};
    shapes::data::begin b = {6};
    const shapes::size *at = &s;
    printf("%d %d %d %d %d %d\n", s.w, p.x, d.n, b.at, size, at->w);
    printf("%d %d\n", negative(-2), negative(2u));
    nothing<void>();
    printf("%d\n", nothing<int>());
}
/* expect
9 5 6 5
6 16 1
3 1 2 6 4 3
1 0
0
*/
