// Calls by name and by pointer, with few and many arguments, deep, from the machine's own calls, and with exceptions through them.
#include <cstdio>
#include <cstdlib>
#include <random>

struct Pair {
    double a;
    int b;
};
struct Counts {
    int made;
    Counts() : made(0) {}
    ~Counts() { printf("ended after %d\n", made); }
};

int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
bool is_odd(unsigned n);
bool is_even(unsigned n) { return n == 0 ? true : is_odd(n - 1); }
bool is_odd(unsigned n) { return n == 0 ? false : is_even(n - 1); }

long many(int a, long b, float c, double d, bool e, char f, short g, unsigned h, int i, int j, int k, int l, int m, int n, int o, int p, int q,
          long r) {
    for (int z = 0; z < 1; ++z) a += b;
    return a + b + (long)c + (long)d + e + f + g + h + i + j + k + l + m + n + o + p + q + r;
}

Pair halves(Pair given, int depth) {
    int here[3] = {depth, depth * 2, depth * 3};
    if (depth == 0) return {given.a, given.b};
    Pair inner = halves({given.a / 2, given.b + here[depth % 3]}, depth - 1);
    return {inner.a + here[0], inner.b};
}

int throws_below(int depth) {
    Counts local;
    local.made = depth;
    if (depth == 0) throw 42;
    return throws_below(depth - 1) + 1;
}

int by_value(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    for (int k = 0; k < 1; ++k) x += 0;
    return (x > y) - (x < y);
}
struct Row {
    char name[12];
    int at;
};
int by_name(const void *a, const void *b) { return ((const Row *)a)->name[0] - ((const Row *)b)->name[0]; }
struct Tagged {
    int key, at;
};
int by_key(const void *a, const void *b) { return ((const Tagged *)a)->key - ((const Tagged *)b)->key; }

void last() { printf("last %d\n", fib(10)); }

int main() {
    atexit(last);
    printf("%d %d %d\n", fib(20), is_even(5000), is_odd(4999));
    printf("%ld\n", many(1, 2, 3, 4, true, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18));
    Pair p = halves({64, 1}, 6);
    printf("%.3f %d\n", p.a, p.b);
    int (*chosen)(int) = fib;
    printf("%d\n", chosen(15));
    try {
        printf("%d\n", throws_below(2));
    } catch (int what) {
        printf("caught %d\n", what + chosen(5));
    }
    int numbers[7] = {5, -3, 9, 0, 5, -8, 2};
    qsort(numbers, 7, sizeof(int), by_value);
    for (int x : numbers) printf("%d ", x);
    printf("\n");
    // Equal ones keep their order, whatever their size.
    Tagged tagged[6] = {{2, 0}, {1, 1}, {2, 2}, {0, 3}, {1, 4}, {2, 5}};
    qsort(tagged, 6, sizeof(Tagged), by_key);
    for (Tagged t : tagged) printf("%d%d ", t.key, t.at);
    Row rows[4] = {{"b", 0}, {"a", 1}, {"b", 2}, {"a", 3}};
    qsort(rows, 4, sizeof(Row), by_name);
    for (Row &r : rows) printf("%s%d ", r.name, r.at);
    printf("\n");
    // What the standard says of the 10,000th number.
    std::mt19937 narrow;
    std::mt19937_64 wide;
    narrow.discard(9999);
    wide.discard(9999);
    printf("%lu %lu\n", (unsigned long)narrow(), (unsigned long)wide());
    return 0;
}
/* expect
6765 1 1
169
22.000 41
610
ended after 0
ended after 1
ended after 2
caught 47
-8 -3 0 2 5 5 9 
03 11 14 20 22 25 a1 a3 b0 b2 
4123659995 9981545732273789042
last 55
*/
