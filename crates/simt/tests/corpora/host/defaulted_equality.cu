// `= default` for `==`, of members and friends: base by base, member by member, arrays element by element; `!=` comes along.
#include <cstdio>
#include <string>
struct Base { int id; bool operator==(const Base&) const = default; };
struct Point : Base { int x; float y; bool operator==(const Point&) const = default; };
struct Rows { int a[2][3]; double d; friend bool operator==(const Rows&, const Rows&) = default; };
struct Named { std::string name; Point at; static int count; bool operator==(const Named&) const = default; };
int Named::count = 0;
template <class T> struct Vec3 { T x, y, z; bool operator==(const Vec3&) const = default; };
struct Meters { int n; bool operator==(int other) const { return n == other; } };
__global__ void compare(int* out) {
    Vec3<int> a{1, 2, 3}, b{1, 2, 3}, c{1, 2, 4};
    out[0] = a == b;
    out[1] = a == c;
    out[2] = a != c;
}
int main() {
    Point p{{1}, 2, 3.f}, q{{1}, 2, 3.f}, r{{2}, 2, 3.f};
    printf("%d %d %d %d\n", p == q, p == r, p != q, p != r);
    Rows a{{{1, 2, 3}, {4, 5, 6}}, 4}, b = a, c = a;
    c.a[1][2] = 7;
    printf("%d %d %d\n", a == b, a == c, a != c);
    printf("%d %d\n", Named{"n", p} == Named{"n", q}, Named{"n", p} == Named{"m", q});
    printf("%d %d %d\n", Meters{3} == 3, 3 == Meters{3}, 4 != Meters{3}); // turned round where only that fits
    int *out, got[3];
    cudaMalloc(&out, sizeof(got));
    compare<<<1, 1>>>(out);
    cudaMemcpy(got, out, sizeof(got), cudaMemcpyDeviceToHost);
    cudaFree(out);
    printf("%d %d %d\n", got[0], got[1], got[2]);
}
/* expect
1 0 0 1
1 0 1
1 0
1 1 1
1 0 1
*/
