// Virtual functions on the host: tables, overriders, destructors, two bases, sizes, slices, calls while being made.
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

struct Shape {
    std::string name;
    Shape(const char *n) : name(n) { printf("make %s %s\n", name.c_str(), kind()); }
    virtual ~Shape() { printf("end %s %s\n", name.c_str(), kind()); }
    virtual double area() const = 0;
    virtual const char *kind() const { return "shape"; }
    virtual void scale(double) {}
    void show() const { printf("%s %s %.2f\n", kind(), name.c_str(), area()); }
};
class Circle : public Shape {
    double r;
public:
    Circle(double r) : Shape("round"), r(r) { printf("made %s\n", kind()); }
    ~Circle() override { printf("end circle\n"); }
    double area() const override { return 3 * r * r; }
    const char *kind() const override { return "circle"; }
    void scale(double f) override { r *= f; }
};
class Square final : public Shape {
    double side;
public:
    explicit Square(double s) : Shape("square"), side(s) {}
    double area() const override { return side * side; }
    const char *kind() const override { return Shape::kind(); }
};
struct Ring : Circle {
    Circle hole;
    Ring(double a, double b) : Circle(a), hole(b) {}
    double area() const final { return Circle::area() - hole.area(); }
};

struct Left {
    int l = 1;
    virtual int value() { return l; }
    virtual int left() { return 10; }
    virtual ~Left() { printf("~Left\n"); }
};
struct Right {
    int r = 2;
    virtual int value() { return r; }
    virtual int right(int by) { return 20 + by; }
    virtual ~Right() { printf("~Right\n"); }
};
struct Plain { int p = 5; };
struct Both : Plain, Left, Right {
    int b = 3;
    int value() override { return l + r + b + p; }
    int right(int by) override { return Right::right(by) + b; }
    ~Both() { printf("~Both\n"); }
};
struct More : Both {
    int left() override { return 11; }
    virtual int more(const std::string &s, int &n) { n += 1; return (int)s.size() + n; }
};

template <typename T> struct Source {
    virtual ~Source() = default;
    virtual T next() = 0;
    virtual Source *copy() const = 0;
};
struct Count : Source<int> {
    int n;
    Count(int n) : n(n) {}
    int next() override { return n++; }
    Count *copy() const override { return new Count(*this); }
};
struct Words : Source<std::string> {
    std::vector<std::string> words{"one", "two"};
    size_t at = 0;
    std::string next() override { return at < words.size() ? words[at++] : "none"; }
    Words *copy() const override { return new Words(*this); }
};
struct Base {
    int a;
    Base(int a) : a(a) {}
    Base(const Base &) = default;
    virtual int get() const { return a; }
    virtual int operator()(int x) { return a + x; }
    virtual operator int() const { return a; }
};
struct Derived : Base {
    int d;
    Derived(int a, int d) : Base(a), d(d) {}
    int get() const override { return d; }
    int operator()(int x) override { return d * x; }
    operator int() const override { return d + 1000; }
    using Base::operator();
};
int by_value(Base b) { return b.get(); }
int by_reference(const Base &b) { return b.get(); }
struct Visitor;
struct Node {
    virtual ~Node() {}
    virtual int visit(Visitor &v) = 0;
};
struct Visitor {
    int seen = 0;
    virtual int leaf(struct Leaf &) = 0;
    virtual int pair(struct Pair &) = 0;
};
struct Leaf : Node {
    int v;
    Leaf(int v) : v(v) {}
    int visit(Visitor &w) override { return w.leaf(*this); }
};
struct Pair : Node {
    std::unique_ptr<Node> a, b;
    Pair(Node *a, Node *b) : a(a), b(b) {}
    int visit(Visitor &w) override { return w.pair(*this); }
};
struct Sum : Visitor {
    int leaf(Leaf &l) override { seen++; return l.v; }
    int pair(Pair &p) override { return p.a->visit(*this) + p.b->visit(*this); }
};
class Hidden {
public:
    int run() { return step(1) + step(2); }
private:
    virtual int step(int n) { return n; }
};
struct Shown : Hidden {
    int step(int n) override { return 10 * n; }
};

int main() {
    {
        std::vector<std::unique_ptr<Shape>> shapes;
        shapes.push_back(std::make_unique<Circle>(1));
        shapes.emplace_back(new Square(2));
        shapes.push_back(std::unique_ptr<Shape>(new Ring(2, 1)));
        for (auto &s : shapes) s->scale(2);
        for (const auto &s : shapes) s->show();
    }
    More more;
    Both &both = more;
    Left *left = &more;
    Right *right = &more;
    Right &ref = more;
    int n = 5;
    printf("%d %d %d %d\n", left->value(), right->value(), ref.right(1), both.left());
    printf("%d %d %d\n", more.more("abc", n), n, ref.Right::right(4));
    printf("%zu %zu %zu %zu %zu\n", sizeof(Left), sizeof(Both), sizeof(More), sizeof(Derived), sizeof(Circle) - sizeof(std::string));
    Right *owned = new Both;
    delete owned;
    Source<int> *count = new Count(7);
    Source<int> *again = (count->next(), count->copy());
    printf("%d %d %d\n", count->next(), count->next(), again->next());
    delete count;
    delete again;
    std::shared_ptr<Source<std::string>> words = std::make_shared<Words>();
    printf("%s %s %s\n", words->next().c_str(), words->next().c_str(), words->next().c_str());
    Derived d(1, 2);
    Base sliced = d;
    Base &b = d;
    Base *p = &d;
    sliced = Derived(8, 9);
    printf("%d %d %d %d %d\n", sliced.get(), by_value(d), by_reference(d), b(10), (*p)(20));
    printf("%d %d %d\n", (int)b, (int)sliced, p->Base::get());
    b = Base(50);
    printf("%d %d\n", b.get(), b.a);
    Derived copy = d;
    Base *array[] = {&d, &sliced, &copy};
    for (Base *one : array) printf("%d ", one->get());
    printf("\n");
    Pair tree(new Leaf(3), new Pair(new Leaf(4), new Leaf(5)));
    Sum sum;
    Node &root = tree;
    printf("%d %d\n", root.visit(sum), sum.seen);
    Shown shown;
    Hidden &hidden = shown;
    printf("%d %d\n", hidden.run(), Hidden().run());
    auto twice = [](Base &b) { return 2 * b.get(); };
    printf("%d\n", twice(d));
}
/* expect
make round shape
made circle
make square shape
make round shape
made circle
make round shape
made circle
circle round 12.00
shape square 4.00
circle round 45.00
end circle
end round shape
end square shape
end circle
end round shape
end circle
end round shape
11 11 24 11
9 5 24
16 32 32 16 16
~Both
~Right
~Left
9 8 8
none two one
8 1 2 20 40
1002 8 1
2 50
2 8 2 
12 0
30 3
4
~Both
~Right
~Left
*/
