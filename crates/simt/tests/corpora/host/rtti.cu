// `dynamic_cast` and `typeid` on the host: objects know their class, names are g++'s.
#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <typeindex>
#include <typeinfo>
#include <vector>
struct Shape {
    virtual ~Shape() {}
    virtual double area() const { return 0; }
    int tag = 1;
};
struct Circle : Shape {
    double r;
    Circle(double r) : r(r) {}
    double area() const override { return 3 * r * r; }
};
struct Square : Shape {
    double s = 2;
    double area() const override { return s * s; }
};
struct Named {
    virtual ~Named() {}
    std::string name = "none";
};
struct Both : Square, Named {
    int more = 7;
};
struct Further : Both {};
struct Left : Shape {
    int l = 3;
};
struct Right : Shape {
    int r = 4;
};
struct Diamond : Left, Right {};
namespace geo {
struct Point {
    int x;
};
enum class Kind { A, B };
template <class T, int N>
struct Vec {
    T t[N];
};
}
struct Outer {
    struct Inner {};
};
const char *kind(Shape *s) {
    if (auto *c = dynamic_cast<Circle *>(s)) return c->r > 1 ? "big circle" : "circle";
    if (dynamic_cast<const Square *>(s) != nullptr) return "square";
    return "shape";
}
template <class T>
const char *name_of(const T &) { return typeid(T).name(); }
__global__ void area(int *out) { *out = 1; }
int main() {
    Shape plain;
    Circle circle(2), small(1);
    Square square;
    Both both;
    Further further;
    std::printf("%s, %s, %s, %s, %s\n", kind(&plain), kind(&circle), kind(&small), kind(&square), kind(&further));
    Named *named = dynamic_cast<Named *>(static_cast<Shape *>(&both));
    std::printf("%d %s\n", named == &both, named->name.c_str());
    Shape *back = dynamic_cast<Shape *>(named);
    Both *whole = dynamic_cast<Both *>(named);
    std::printf("%d %d %d\n", back == &both, whole->more, dynamic_cast<void *>(named) == (void *)&both);
    Named *inside = &further;
    std::printf("%d %d %d\n", dynamic_cast<Further *>(inside) == &further, dynamic_cast<Circle *>(inside) == nullptr, dynamic_cast<Both *>(inside) != nullptr);
    Shape *none = nullptr;
    std::printf("%d\n", dynamic_cast<Circle *>(none) == nullptr);
    Diamond diamond;
    Left *left = &diamond;
    std::printf("%d %d\n", dynamic_cast<Right *>(left)->r, dynamic_cast<Shape *>(left) == left);
    try {
        Shape &s = square;
        std::printf("%g\n", dynamic_cast<Square &>(s).s);
        Circle &c = dynamic_cast<Circle &>(s);
        std::printf("%g\n", c.r);
    } catch (const std::bad_cast &e) {
        std::printf("%s\n", e.what());
    }
    std::unique_ptr<Shape> owned(new Circle(3));
    std::shared_ptr<Shape> shared = std::make_shared<Square>();
    std::printf("%d %d\n", dynamic_cast<Circle *>(owned.get()) != nullptr, std::dynamic_pointer_cast<Square>(shared) != nullptr);
    std::printf("%s %s %s %s %s %s %s\n", typeid(int).name(), typeid(1.5f).name(), typeid(2.0).name(), typeid('c').name(), typeid(1u).name(), typeid(1LL).name(), typeid(true).name());
    std::printf("%s %s %s %s %s\n", typeid(int *).name(), typeid(const char *).name(), typeid(float[3]).name(), typeid(void (*)(int, float)).name(), typeid(unsigned long).name());
    std::printf("%s %s %s %s %s\n", typeid(geo::Point).name(), typeid(Outer::Inner).name(), typeid(geo::Kind::A).name(), typeid(geo::Vec<float, 4>).name(), typeid(std::string).name());
    std::printf("%s %s %s\n", name_of(3), name_of(square), name_of(&square));
    Shape &seen = circle;
    std::printf("%s %s %d %d\n", typeid(seen).name(), typeid(*inside).name(), typeid(seen) == typeid(Circle), typeid(seen) != typeid(Shape));
    std::printf("%d\n", typeid(const int &) == typeid(int));
    std::map<std::type_index, std::string> names;
    names[std::type_index(typeid(Circle))] = "a circle";
    names[typeid(Square)] = "a square";
    std::vector<Shape *> all = {&circle, &square};
    for (Shape *s : all) std::printf("%s\n", names[typeid(*s)].c_str());
    int *out;
    cudaMallocManaged(&out, sizeof *out);
    area<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    std::printf("%d\n", *out);
    cudaFree(out);
}
/* expect
shape, big circle, circle, square, square
1 none
1 7 1
1 1 1
1
4 1
2
std::bad_cast
1 1
i f d c j x b
Pi PKc A3_f PFvifE m
N3geo5PointE N5Outer5InnerE N3geo4KindE N3geo3VecIfLi4EEE NSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE
i 6Square P6Square
6Circle 7Further 1 1
1
a circle
a square
1
*/
