// `new T[n]` of classes: elements begin as their class says, the first ones as the braces say.
#include <cstdio>
struct Named {
    int v;
    Named() : v(7) {}
    Named(int x) : v(x) {}
    ~Named() { printf("~%d ", v); }
};
struct Cell {
    int a, b = 3;
};
struct Plain {
    int a, b;
};
int main() {
    int n = 3;
    dim3 *blocks = new dim3[n];
    blocks[1] = dim3(4, 5, 6);
    printf("%u %u %u %u\n", blocks[0].x, blocks[1].y, blocks[2].z, blocks[n - 1].x);
    delete[] blocks;
    dim3 *some = new dim3[3]{dim3(2, 2), 5};
    printf("%u %u %u\n", some[0].y, some[1].x, some[2].x);
    delete[] some;
    Named *named = new Named[n]{1, 2};
    printf("%d %d %d\n", named[0].v, named[1].v, named[2].v);
    delete[] named;
    printf("\n");
    Cell *cells = new Cell[2]{{1}};
    printf("%d %d %d\n", cells[0].a, cells[0].b, cells[1].b);
    delete[] cells;
    Plain *plain = new Plain[2]{{1, 2}, {3, 4}};
    printf("%d\n", plain[1].b + plain[0].a);
    delete[] plain;
}
/* expect
1 5 1 1
2 5 1
1 2 7
~7 ~2 ~1 
1 3 3
5
*/
