// Assignment called by its name: a base's, its own, one that the program wrote and one that it did not.
#include <cstdio>
#include <string>
#include <utility>

struct Plain {
    int a = 1;
};
struct Owner {
    std::string text = "none";
};
struct Loud {
    int n = 0;
    Loud() {}
    Loud(const Loud &) = default;
    __host__ __device__ Loud &operator=(const Loud &from) {
        n = from.n + 100;
        return *this;
    }
    Loud &operator=(int value) {
        n = value;
        return *this;
    }
};

struct OfPlain : Plain {
    int b = 2;
    OfPlain &operator=(const OfPlain &from) {
        Plain::operator=(from);
        b = -from.b;
        return *this;
    }
};
struct OfOwner : Owner {
    OfOwner() {}
    OfOwner(OfOwner &&from) { *this = std::move(from); }
    OfOwner &operator=(OfOwner &&from) {
        if (this != &from) this->Owner::operator=(std::move(from));
        return *this;
    }
};
struct OfLoud : Loud {
    int c = 3;
    OfLoud &operator=(const OfLoud &from) {
        Loud::operator=(from);
        c = from.c;
        return *this;
    }
    void set(int value) { Loud::operator=(value); }
    void take(const OfLoud &from) { operator=(from); }
};
template <class T> struct Base {
    T value{};
};
template <class T> struct Derived : public Base<T> {
    T more{};
    Derived &operator=(const Derived &from) {
        Base<T>::operator=(from);
        more = from.more + 1;
        return *this;
    }
};

__global__ void assign(int *out) {
    OfPlain *x = new OfPlain, y;
    y.a = 7;
    x->Plain::operator=(y);
    *out = x->a * 10 + x->b;
    delete x;
}

int main() {
    OfPlain p, q;
    q.a = 5;
    p = q;
    printf("%d %d\n", p.a, p.b);
    p.Plain::operator=({9});
    q.operator=(p);
    printf("%d %d\n", q.a, q.b);
    Plain one, two;
    two.a = 4;
    one.operator=(two);
    printf("%d\n", (one.operator=(Plain{6})).a + one.a);

    OfOwner kept;
    kept.text = "moved along";
    OfOwner next(std::move(kept));
    printf("%s %zu\n", next.text.c_str(), kept.text.size());

    OfLoud u, v;
    v.set(7);
    v.c = 30;
    u = v;
    printf("%d %d ", u.n, u.c);
    v.take(u);
    printf("%d\n", v.n);

    Derived<double> d, e;
    e.value = 2.5;
    d = e;
    printf("%g %g\n", d.value, d.more);
    int *out, got;
    cudaMalloc(&out, sizeof(int));
    assign<<<1, 1>>>(out);
    cudaMemcpy(&got, out, sizeof got, cudaMemcpyDeviceToHost);
    cudaFree(out);
    printf("%d\n", got);
}
/* expect
5 -2
9 2
12
moved along 0
107 30 207
2.5 1
72
*/
