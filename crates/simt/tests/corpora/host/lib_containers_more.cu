// Lists, sorted sets and their kin: what members they have beyond the common ones, and the functions beside them.
#include <algorithm>
#include <deque>
#include <forward_list>
#include <functional>
#include <iostream>
#include <iterator>
#include <list>
#include <map>
#include <queue>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

template <class C> void show(const char *name, const C &c) {
    std::cout << name << ':';
    for (const auto &x : c) std::cout << ' ' << x;
    std::cout << "\n";
}
static void lists() {
    std::list<int> a = {1, 4, 7}, b = {2, 3, 9};
    a.merge(b);
    show("merge", a);
    std::cout << b.size() << "\n";
    b = {5, 5, 6, 6, 6, 5};
    b.unique();
    show("unique", b);
    auto at = std::next(a.begin(), 2);
    a.splice(at, b);
    show("splice", a);
    std::cout << a.size() << b.size() << *at << "\n";
    b.assign(3, 8);
    a.splice(a.begin(), b, b.begin());
    show("one", a);
    b.splice(b.end(), a, std::next(a.begin()), std::next(a.begin(), 4));
    show("range", b);
    show("rest", a);
    std::cout << a.size() << b.size() << "\n";
    a.resize(3);
    a.resize(5, -1);
    show("resize", a);
    a.assign({9, 3, 5, 1});
    a.sort(std::greater<int>());
    show("sort", a);
    const std::list<int> &c = a;
    std::cout << *c.rbegin() << *c.crbegin() << *a.cbegin() << (a < b) << (a == c) << (a != b) << "\n";
    std::vector<int> v = {7, 8, 9};
    a.insert(a.begin(), v.begin(), v.end());
    a.insert(a.end(), 2, 0);
    a.insert(a.end(), {4, 2});
    std::list<int> d(v.begin(), v.end());
    d.assign(v.begin() + 1, v.end());
    show("insert", a);
    a.erase(std::next(a.begin()), std::prev(a.end(), 2));
    show("erase", a);
    d.push_front(3);
    d.unique([](int x, int y) { return x + 1 == y; });
    show("by", d);
    struct P { int key, number; };
    std::list<P> many;
    for (int i = 0; i < 200; ++i) many.push_back({i * 37 % 10, i});
    many.sort([](const P &x, const P &y) { return x.key < y.key; });
    bool stable = true;
    for (auto i = many.begin(), n = std::next(i); n != many.end(); ++i, ++n) stable = stable && (i->key < n->key || (i->key == n->key && i->number < n->number));
    std::cout << stable << "\n";
    std::list<int> front;
    std::copy(v.begin(), v.end(), std::front_inserter(front));
    show("front", front);
}
static void forwards() {
    std::forward_list<int> f = {3, 1, 2};
    f.push_front(0);
    f.insert_after(f.begin(), 10);
    auto before = f.before_begin();
    f.insert_after(before, -5);
    show("after", f);
    f.erase_after(f.begin());
    f.emplace_after(f.begin(), 77);
    show("after", f);
    f.sort();
    f.reverse();
    f.remove(10);
    show("sorted", f);
    std::cout << std::distance(f.begin(), f.end()) << f.front() << f.empty() << "\n";
    f.pop_front();
    show("popped", f);
}
static void others() {
    std::deque<int> d = {1, 2, 3};
    d.assign(4, 6);
    d.resize(6, 1);
    show("deque", d);
    int row[] = {5, 3, 8};
    d.assign(row, row + 3);
    d.insert(d.begin() + 1, row, row + 2);
    d.insert(d.end(), 2, 9);
    d.erase(d.begin() + 1, d.begin() + 3);
    d.emplace(d.begin(), 4);
    show("deque", d);
    std::deque<int> e(row, row + 3);
    const std::deque<int> &k = d;
    std::cout << (e < d) << *k.rbegin() << *d.crbegin() << *d.cbegin() << k.at(1) << "\n";
    std::priority_queue<int> q(row, row + 3);
    std::priority_queue<int, std::vector<int>, std::greater<int>> r(row, row + 3);
    std::cout << q.top() << r.top() << q.size() << "\n";
    std::vector<int> heaped = {4, 6, 2};
    std::priority_queue<int, std::vector<int>, std::greater<int>> s(std::greater<int>(), heaped);
    s.push(1);
    std::cout << s.top() << s.size() << "\n";
    std::vector<bool> bits = {true, false, true};
    bits.flip();
    std::cout << bits[0] << bits[1] << bits[2] << "\n";
    std::vector<int> v = {1, 2, 3};
    std::cout << *v.crbegin() << *std::prev(v.crend()) << "\n";
}
static void trees() {
    std::set<int> a = {1, 3, 5}, b = {2, 3, 4};
    a.merge(b);
    show("a", a);
    show("b", b);
    a.emplace_hint(a.end(), 9);
    a.insert(a.begin(), 0);
    a.insert({11, 12});
    std::cout << *a.rbegin() << *a.crbegin() << a.erase(3) << a.count(3) << (a < b) << (b < a) << "\n";
    std::set<int> c;
    int row[] = {5, 3, 8, 3};
    std::copy(row, row + 4, std::inserter(c, c.end()));
    show("c", c);
    std::set<int> both;
    std::set_union(a.begin(), a.end(), c.begin(), c.end(), std::inserter(both, both.begin()));
    show("both", both);
    std::multiset<int> m(row, row + 4);
    m.emplace(4);
    m.insert(m.begin(), 3);
    m.insert({9, 9});
    auto range = m.equal_range(3);
    std::cout << std::distance(range.first, range.second) << m.size() << "\n";
    std::map<std::string, int> words = {{"one", 1}, {"two", 2}}, more = {{"two", 22}, {"three", 3}};
    words.merge(more);
    words.emplace_hint(words.end(), "zero", 0);
    words.insert({{"a", 7}, {"b", 8}});
    for (auto &w : words) std::cout << w.first << '=' << w.second << ' ';
    std::cout << more.size() << (words < more) << (words == words) << "\n";
    for (auto i = words.crbegin(); i != words.crend(); ++i) std::cout << i->first << ' ';
    std::cout << "\n";
}
static void tables() {
    std::unordered_multiset<int> s = {3, 1, 3, 2, 3};
    s.insert(1);
    std::cout << s.size() << s.count(3) << s.count(1) << s.count(9) << "\n";
    std::cout << s.erase(3) << s.size() << "\n";
    std::unordered_multimap<std::string, int> m;
    m.insert({"a", 1});
    m.emplace("a", 2);
    m.insert(std::make_pair("b", 3));
    auto range = m.equal_range("a");
    int sum = 0;
    for (auto i = range.first; i != range.second; ++i) sum += i->second;
    std::cout << m.size() << m.count("a") << sum << (m.find("b")->second) << (m.find("c") == m.end()) << "\n";
    std::unordered_map<int, int> u = {{1, 2}}, v = {{1, 2}};
    std::cout << (u == v);
    v[1] = 3;
    std::cout << (u != v);
    u.insert({{5, 6}, {7, 8}});
    u.emplace_hint(u.end(), 9, 10);
    auto one = u.equal_range(5);
    std::cout << std::distance(one.first, one.second) << u.size();
    std::unordered_set<int> w = {1, 2}, x = {2, 1};
    w.insert({4, 5, 6});
    std::cout << (w == x) << w.size() << "\n";
    std::unordered_set<int> copied;
    int row[] = {4, 4, 2};
    std::copy(row, row + 3, std::inserter(copied, copied.end()));
    std::cout << copied.size() << copied.bucket_count() % 2 << (copied.load_factor() < 1) << "\n";
}
int main() {
    lists();
    forwards();
    others();
    trees();
    tables();
}
/* expect
merge: 1 2 3 4 7 9
0
unique: 5 6 5
splice: 1 2 5 6 5 3 4 7 9
903
one: 8 1 2 5 6 5 3 4 7 9
range: 8 8 1 2 5
rest: 8 6 5 3 4 7 9
75
resize: 8 6 5 -1 -1
sort: 9 5 3 1
119011
insert: 7 8 9 9 5 3 1 0 0 4 2
erase: 7 4 2
by: 3 8
1
front: 9 8 7
after: -5 0 10 3 1 2
after: -5 77 10 3 1 2
sorted: 77 3 2 1 -5
5770
popped: 3 2 1 -5
deque: 6 6 6 6 1 1
deque: 4 5 3 8 9 9
09945
833
14
010
31
a: 1 2 3 4 5
b: 3
12121010
c: 3 5 8
both: 0 1 2 3 4 5 8 9 11 12
38
a=7 b=8 one=1 three=3 two=2 zero=0 111
zero two three one b a 
6320
33
32331
111405
211
*/
