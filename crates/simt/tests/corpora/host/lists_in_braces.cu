// Lists made from values in braces, as variables and arguments; their elements are only fields, references among them.
#include <cstdio>
#include <initializer_list>
#include <vector>
struct Slot {
    int *at;
    int &count;
};
struct Limits {
    const float &low;
    int n;
    const float &high;
};
template <class T> struct Job {
    const T *from;
    T *&to;
    int n;
    int &left;
};
struct Group {
    Slot first;
    Slot rest[2];
};
void visit(std::initializer_list<Slot> slots, const int &by) {
    for (Slot slot : slots) slot.count += by;
}
template <class T> void start(std::initializer_list<Job<T>> jobs, int &done) {
    for (auto job : jobs) {
        if (!job.to) job.to = (T *)job.from;
        job.left -= job.n;
        ++done;
    }
}
Slot slot_of(int &x) { return {&x, x}; }
void raise(Slot slot) { ++slot.count; }
int main() {
    int a = 5, b = 6, done = 0;
    Slot one = {&a, a};
    one.count = 7;
    raise({&a, a});
    raise(slot_of(a));
    printf("%d %d\n", a, *one.at);
    Slot both[] = {{&a, a}, {&b, b}};
    both[1].count = 20;
    visit({{&a, a}, {&b, b}, both[0]}, 100);
    printf("%d %d\n", a, b);
    float bottom = -1, top = 1;
    Limits limits{bottom, 3, top};
    bottom = -2;
    printf("%g %d %g\n", limits.low, limits.n, limits.high);
    float *to = nullptr;
    start<float>({{&top, to, 4, a}, {nullptr, to, 3, b}}, done);
    printf("%d %d %d %g\n", a, b, done, *to);
    Group group = {{&a, a}, {{&b, b}, {&a, done}}};
    group.rest[1].count = 9;
    std::vector<Slot> kept{{&a, a}};
    kept.push_back({&b, b});
    kept[1].count = 1;
    printf("%d %d %d\n", done, b, group.first.count);
    std::initializer_list<Slot> named = {{&a, a}, {&b, b}};
    for (auto slot : named) slot.count *= 2;
    std::initializer_list<float> floats{1, 2.5f};
    auto ints = {1, 2, 3};
    int sum = 0;
    for (int i : ints) sum += i;
    printf("%d %d %zu %g %d\n", a, b, ints.size(), floats.begin()[1], sum);
}
/* expect
9 9
209 120
-2 3 1
205 117 2 1
9 1 205
410 2 3 2.5 6
*/
