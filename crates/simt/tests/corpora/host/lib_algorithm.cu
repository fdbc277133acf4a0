// <algorithm>, <numeric> and <functional>: orders of equal elements included.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

struct Item {
    int key, id;
};
static unsigned next_number = 12345;
static int number(int below) {
    next_number = next_number * 1103515245u + 12345u;
    return (int)((next_number >> 16) % below);
}
static void show(const char *name, const std::vector<int> &v) {
    printf("%s:", name);
    for (int x : v) printf(" %d", x);
    printf("\n");
}
static int twice(int x) { return 2 * x; }

int main() {
    std::vector<Item> items;
    for (int i = 0; i < 100; ++i) items.push_back({number(10), i});
    std::vector<Item> again = items, third = items, fourth = items;
    std::sort(items.begin(), items.end(), [](const Item &a, const Item &b) { return a.key < b.key; });
    long sum = 0;
    for (size_t i = 0; i < items.size(); ++i) sum += items[i].id * (long)(i + 1);
    printf("sort %ld\n", sum);
    std::stable_sort(again.begin(), again.end(), [](const Item &a, const Item &b) { return a.key > b.key; });
    sum = 0;
    for (size_t i = 0; i < again.size(); ++i) sum += again[i].id * (long)(i + 1);
    printf("stable %ld\n", sum);
    std::partial_sort(third.begin(), third.begin() + 20, third.end(), [](const Item &a, const Item &b) { return a.key < b.key; });
    for (int i = 0; i < 5; ++i) printf("%d/%d ", third[i].key, third[i].id);
    std::nth_element(fourth.begin(), fourth.begin() + 50, fourth.end(), [](const Item &a, const Item &b) { return a.key < b.key; });
    printf("| %d/%d\n", fourth[50].key, fourth[50].id);
    std::vector<int> v = {5, 3, 8, 1, 9, 2, 8};
    std::sort(v.begin(), v.end());
    show("sorted", v);
    std::sort(v.begin(), v.end(), std::greater<int>());
    show("down", v);
    int raw[5] = {4, 1, 3, 5, 2};
    std::sort(raw, raw + 5);
    printf("%d %d\n", raw[0], raw[4]);
    printf("max %d at %ld, min %d\n", *std::max_element(v.begin(), v.end()), (long)(std::max_element(v.begin(), v.end()) - v.begin()), *std::min_element(v.begin(), v.end()));
    printf("%d %d %g %d %d\n", std::max(3, 4), std::min(3, 4), std::max(1.5, 0.5), std::clamp(11, 0, 10), std::max({1, 7, 3}));
    printf("%ld %ld\n", (long)std::count(v.begin(), v.end(), 8), (long)std::count_if(v.begin(), v.end(), [](int x) { return x > 4; }));
    printf("%d %d %d\n", std::all_of(v.begin(), v.end(), [](int x) { return x > 0; }), std::any_of(v.begin(), v.end(), [](int x) { return x == 2; }), std::none_of(v.begin(), v.end(), [](int x) { return x == 2; }));
    auto found = std::find(v.begin(), v.end(), 3);
    printf("found %d\n", (int)(found - v.begin()));
    std::reverse(v.begin(), v.end());
    v.erase(std::unique(v.begin(), v.end()), v.end());
    show("unique", v);
    printf("%ld %ld %d %d\n", (long)(std::lower_bound(v.begin(), v.end(), 5) - v.begin()), (long)(std::upper_bound(v.begin(), v.end(), 5) - v.begin()), std::binary_search(v.begin(), v.end(), 8), std::binary_search(v.begin(), v.end(), 7));
    std::vector<int> w(v.size());
    std::transform(v.begin(), v.end(), w.begin(), [](int x) { return x * x; });
    show("squares", w);
    std::transform(v.begin(), v.end(), w.begin(), twice);
    std::transform(v.begin(), v.end(), w.begin(), w.begin(), std::plus<int>());
    show("sums", w);
    std::fill(w.begin(), w.begin() + 2, -1);
    std::fill_n(w.begin() + 3, 2, 0);
    std::iota(v.begin(), v.end(), 10);
    std::copy(v.begin(), v.begin() + 1, w.begin() + 2);
    show("filled", w);
    printf("%d %g %d\n", std::accumulate(v.begin(), v.end(), 0), std::accumulate(v.begin(), v.end(), 0.5), std::accumulate(v.begin(), v.end(), 1, std::multiplies<int>()));
    printf("%d\n", std::inner_product(v.begin(), v.end(), w.begin(), 0));
    std::partial_sum(v.begin(), v.end(), w.begin());
    show("partial", w);
    std::rotate(w.begin(), w.begin() + 2, w.end());
    show("rotated", w);
    w.erase(std::remove_if(w.begin(), w.end(), [](int x) { return x % 2 == 0; }), w.end());
    show("odd", w);
    std::vector<int> p = {1, 2, 3};
    int count = 0;
    do count += p[0] * 100 + p[1] * 10 + p[2];
    while (std::next_permutation(p.begin(), p.end()));
    printf("permutations %d\n", count);
    std::vector<int> out;
    std::copy_if(v.begin(), v.end(), std::back_inserter(out), [](int x) { return x > 12; });
    int k = 0;
    std::generate(v.begin(), v.end(), [&k]() { return k += 3; });
    show("generated", v);
    std::for_each(v.begin(), v.end(), [](int &x) { x += 1; });
    show("each", v);
    show("copied", out);
    printf("%d %d %d\n", std::equal(v.begin(), v.end(), v.begin()), std::is_sorted(v.begin(), v.end()), (int)std::gcd(12, 18));
    std::function<int(int)> f = twice, g = [k](int x) { return x + k; };
    f = g;
    printf("%d %d\n", f(1), (int)(bool)f);
    std::vector<int> heap = {3, 1, 4, 1, 5, 9, 2, 6};
    std::make_heap(heap.begin(), heap.end());
    std::pop_heap(heap.begin(), heap.end());
    show("heap", heap);
    std::vector<std::string> words = {"pear", "apple", "fig"};
    std::sort(words.begin(), words.end());
    printf("%s %s\n", words[0].c_str(), std::max(words[1], words[2]).c_str());
    std::swap(raw[0], raw[1]);
    printf("%d %d\n", raw[0], std::exchange(raw[1], 77));
    return 0;
}

/* expect
sort 253928
stable 253476
0/8 0/43 0/35 0/7 0/65 | 5/54
sorted: 1 2 3 5 8 8 9
down: 9 8 8 5 3 2 1
1 5
max 9 at 0, min 1
4 3 1.5 10 7
2 4
1 1 0
found 4
unique: 1 2 3 5 8 9
3 4 1 0
squares: 1 4 9 25 64 81
sums: 3 6 9 15 24 27
filled: -1 -1 10 0 0 27
75 75.5 3603600
504
partial: 10 21 33 46 60 75
rotated: 33 46 60 75 10 21
odd: 33 75 21
permutations 1332
generated: 3 6 9 12 15 18
each: 4 7 10 13 16 19
copied: 13 14 15
1 1 6
19 1
heap: 6 5 4 1 1 3 2 9
apple pear
2 1
*/
