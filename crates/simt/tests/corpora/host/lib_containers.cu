// Maps, sets, queues, lists, tuples, arrays and pointers that own.
#include <array>
#include <bitset>
#include <cstdio>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <queue>
#include <set>
#include <stack>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <vector>

struct Shape {
    ~Shape() { printf("gone "); }
};
struct Square : Shape {
    double side;
    explicit Square(double s) : side(s) {}
    double area() const { return side * side; }
};

std::tuple<int, float, std::string> make() { return std::make_tuple(1, 2.5f, std::string("three")); }

int main() {
    std::map<std::string, int> ages;
    ages["zoe"] = 30;
    ages["adam"] = 41;
    ages["mia"] += 7;
    ages.insert({"bob", 5});
    ages.insert(std::make_pair("bob", 6));
    for (const auto &[name, age] : ages) printf("%s=%d ", name.c_str(), age);
    printf("%zu %d %d\n", ages.size(), (int)ages.count("bob"), ages.find("eve") == ages.end());
    ages.erase("adam");
    for (auto it = ages.begin(); it != ages.end(); ++it) printf("%s:%d ", it->first.c_str(), it->second);
    printf("%d\n", ages.at("zoe"));
    std::map<int, int> many;
    unsigned x = 7;
    for (int i = 0; i < 2000; ++i) {
        x = x * 1103515245u + 12345u;
        many[(x >> 16) % 500] += i;
        if (i % 3 == 0) many.erase((x >> 8) % 500);
    }
    long sum = 0;
    int last = -1, ordered = 1;
    for (auto &kv : many) {
        sum += kv.first * (long)kv.second;
        ordered &= kv.first > last;
        last = kv.first;
    }
    printf("%zu %ld %d %d %d\n", many.size(), sum, ordered, many.lower_bound(250)->first, (--many.end())->first);
    std::unordered_map<int, int> counts;
    for (int i = 0; i < 40; ++i) counts[i * 7 % 31] += i;
    counts.erase(14);
    for (auto &kv : counts) printf("%d:%d ", kv.first, kv.second);
    printf("%zu\n", counts.size());
    std::unordered_map<std::string, int> words = {{"one", 1}, {"two", 2}, {"three", 3}};
    words["four"] = 4;
    for (auto &w : words) printf("%s ", w.first.c_str());
    printf("%d\n", words.count("two") ? words["two"] : 0);
    std::unordered_set<int> seen = {5, 3, 5, 100, 17};
    printf("%zu %d:", seen.size(), (int)seen.count(3));
    for (int v : seen) printf(" %d", v);
    printf("\n");
    std::set<int> sorted = {5, 1, 9, 1};
    sorted.insert(4);
    for (int v : sorted) printf("%d ", v);
    std::multiset<int> bag = {2, 2, 1};
    printf("%d %d %d\n", *sorted.begin(), *sorted.rbegin(), (int)bag.count(2));
    std::queue<int> q;
    std::stack<int> st;
    std::priority_queue<int> pq;
    std::priority_queue<int, std::vector<int>, std::greater<int>> low;
    for (int i : {3, 1, 4, 1, 5, 9, 2, 6}) {
        q.push(i);
        st.push(i);
        pq.push(i);
        low.push(i);
    }
    q.pop();
    st.pop();
    pq.pop();
    printf("%d %d %d %d %zu\n", q.front(), st.top(), pq.top(), low.top(), q.size());
    std::deque<int> d = {1, 2, 3};
    d.push_front(0);
    d.push_back(4);
    d.pop_front();
    for (int i = 0; i < 20; ++i) d.push_front(-i);
    printf("%zu %d %d %d\n", d.size(), d[0], d.back(), d[21]);
    std::list<int> l = {3, 1, 2};
    l.push_front(9);
    l.sort();
    l.erase(l.begin());
    for (int v : l) printf("%d ", v);
    printf("%zu\n", l.size());
    int a;
    float b;
    std::string c;
    std::tie(a, b, c) = make();
    auto t = make();
    printf("%d %g %s %d %g %d\n", a, b, c.c_str(), std::get<0>(t), (double)std::get<1>(t), (int)std::tuple_size<decltype(t)>::value);
    std::array<int, 4> arr = {4, 3, 2, 1};
    arr[1] = 10;
    int total = 0;
    for (int v : arr) total += v;
    printf("%d %zu %d\n", total, arr.size(), arr.back());
    std::bitset<10> bits(37);
    bits.set(9);
    printf("%s %zu %d\n", bits.to_string().c_str(), bits.count(), (int)bits.test(2));
    std::optional<int> none, some = 3;
    printf("%d %d %d\n", none.has_value(), *some, none.value_or(8));
    std::unique_ptr<Square> shape = std::make_unique<Square>(3.0);
    printf("%g ", shape->area());
    shape.reset();
    std::unique_ptr<float[]> row(new float[4]);
    row[2] = 5;
    auto other = std::make_unique<int[]>(3);
    printf("%g %d ", row[2], other[1]);
    std::shared_ptr<Square> s1 = std::make_shared<Square>(2);
    std::shared_ptr<Square> s2 = s1;
    printf("%ld %g ", (long)s1.use_count(), s2->area());
    s1.reset();
    printf("%ld ", (long)s2.use_count());
    s2 = nullptr;
    printf("end\n");
    return 0;
}

/* expect
adam=41 bob=5 mia=7 zoe=30 4 1 1
bob:5 mia:7 zoe:30 30
368 325407946 1 250 499
24:30 17:29 22:12 25:47 18:45 11:43 4:41 15:11 28:39 8:10 21:37 1:9 30:22 7:33 0:31 29:13 5:14 12:15 19:16 26:17 2:18 9:19 16:20 23:21 6:23 13:24 20:25 27:26 3:27 10:28 30
four three two one 2
4 1: 17 100 3 5
1 4 5 9 1 9 2
1 2 6 1 7
24 -19 4 2
2 3 9 3
1 2.5 three 1 2.5 3
17 4 1
1000100101 4 1
0 3 8
9 gone 5 0 2 4 1 gone end
*/
