// A variable can be named in its own initialiser: its size, its address, itself in a lambda, parts that are set already.
#include <cstdio>
#include <cstdlib>
#include <functional>
struct List {
    List *next;
    int v;
};
struct Node {
    int a;
    Node *self;
    Node(Node *s) : a(5), self(s) {}
};
List of_file = {&of_file, 7};
int *sized = (int *)malloc(3 * sizeof(*sized));
std::function<int(int)> product = [](int n) { return n < 2 ? 1 : n * product(n - 1); };
int n = 100, sum = 1000;
__global__ void k(float *o) {
    List h = {&h, 4};
    float4 v = {1, 2, 3, sizeof(v)};
    o[0] = h.next->v;
    o[1] = v.w;
}
int main() {
    int *p = (int *)malloc(4 * sizeof(*p));
    double **rows = (double **)malloc(2 * sizeof(*rows)), *row = (double *)calloc(3, sizeof(**rows));
    rows[0] = row;
    p[3] = 1;
    printf("%d %g\n", p[3], rows[0][2]);
    std::function<int(int)> f = [&](int n) { return n < 2 ? 1 : n * f(n - 1); };
    printf("%d %d\n", f(5), product(6));
    List head = {&head, 3};
    printf("%d %d\n", head.next->v, of_file.next->v);
    Node a(&a), b{&b};
    Node c = Node(&c), d = &d;
    printf("%d %d %d %d\n", a.self->a, b.self->a, c.self == &c, d.self == &d);
    void *self = &self;
    const int n = sizeof(n);
    constexpr int m = sizeof(m);
    int array[n], set[3] = {1, set[0] + 1, set[1] + 1};
    printf("%d %d %d %d %d\n", self == (void *)&self, n, m, (int)(sizeof array / 4), set[2]);
    static List kept = {&kept, 8};
    static int *once = (int *)malloc(sizeof *once);
    *once = 4;
    sized[2] = 5;
    printf("%d %d %d\n", kept.next->v, *once, sized[2]);
    // The lambda's own variables are not those it could capture.
    int sum = [=] { int sum = 3; return sum + 1; }();
    int all = [&] { int all = 3; return all + 1; }();
    unsigned both = both = 3;
    printf("%d %d %u\n", sum, all, both);
    for (List *it = (List *)malloc(sizeof *it); it; it = nullptr) printf("in a loop\n");
    if (int *z = (int *)malloc(sizeof *z)) printf("in a condition\n");
    float *o;
    cudaMallocManaged(&o, 8);
    k<<<1, 1>>>(o);
    cudaDeviceSynchronize();
    printf("%g %g\n", o[0], o[1]);
}
/* expect
1 0
120 720
3 7
5 5 1 1
1 4 4 4 3
8 4 5
4 4 3
in a loop
in a condition
4 16
*/
