// `int v(a * b);` is a variable where `a` is one: of a namespace in use, or of a base.
#include <cstdio>

namespace shape {
int height = 4, width = 6;
}

struct Box {
    int deep = 2, high = 3;
};

struct Crate : Box {
    int area() const {
        int v(deep * high);
        return v;
    }
};

int twice(int *by);

int main() {
    using namespace shape;
    int v(height * width);
    const int w(v & height);
    printf("%d %d %d %d\n", v, w, Crate().area(), twice(&v));
}

int twice(int *by) { return *by * 2; }
/* expect
24 0 6 48
*/
