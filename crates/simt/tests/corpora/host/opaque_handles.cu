// Structs that are declared and never defined, as C libraries have them for their handles; classes defined outside their class.
#include <cstdio>
#include <memory>
typedef struct connection Connection;
typedef struct xContext *handle_t;
using Hidden = struct hidden_state;
using Pair = struct {
    int a, b;
};
struct Holder {
    struct first_heard_here *next;
    Connection *c;
};
typedef struct Later Later;
int use(struct heard_in_a_list *p, Later *later);
struct Later {
    int a;
    Later *next;
};
int use(heard_in_a_list *p, Later *later) { return (p == nullptr) + later->a; }
first_heard_here *next(Holder *h) { return h->next; }
template <class T>
struct Wrap {
    T *p;
    bool none() const { return !p; }
};
__global__ void untouched(Hidden *p, int *seen) { *seen = p == nullptr; }

class Widget {
    class Impl;
    Impl *impl;

  public:
    struct Size;
    Widget(int);
    ~Widget();
    int get() const;
    static int area(Size *s);
};
class Widget::Impl {
  public:
    int v;
    struct Deep {
        int z = 5;
    } deep;
    Impl(int v) : v(v) {}
    int twice() const;
};
int Widget::Impl::twice() const { return 2 * v + deep.z; }
Widget::Widget(int x) : impl(new Impl(x)) {}
Widget::~Widget() { delete impl; }
int Widget::get() const { return impl->twice(); }
struct Widget::Size {
    int w, h;
};
int Widget::area(Size *s) { return s->w * s->h; }
namespace lib {
struct Context;
class Up {
    struct Impl;
    std::unique_ptr<Impl> p;

  public:
    Up();
    ~Up();
    int value();
};
struct Up::Impl {
    int q = 12;
};
Up::Up() : p(new Impl) {}
Up::~Up() = default;
int Up::value() { return p->q; }
}
struct lib::Context {
    int z;
};
int main() {
    Connection *c = nullptr;
    handle_t handle = nullptr;
    Hidden *hidden = nullptr;
    Holder holder = {nullptr, c};
    Later later = {3, nullptr};
    Pair pair = {4, 5};
    struct in_a_block *local = nullptr;
    Wrap<Connection> wrap = {c};
    std::printf("%d %d %d %d\n", handle == nullptr, local == nullptr, wrap.none(), (int)sizeof(c));
    std::printf("%d %d %d\n", use(nullptr, &later), next(&holder) == nullptr, pair.b);
    int *seen;
    cudaMallocManaged(&seen, sizeof *seen);
    untouched<<<1, 1>>>(hidden, seen);
    cudaDeviceSynchronize();
    Widget widget(4);
    struct Widget::Size size = {3, 5};
    lib::Context context = {6};
    lib::Up up;
    std::printf("%d %d %d %d %d\n", *seen, widget.get(), Widget::area(&size), context.z, up.value());
    cudaFree(seen);
}
/* expect
1 1 1 8
4 1 5
1 13 15 6 12
*/
