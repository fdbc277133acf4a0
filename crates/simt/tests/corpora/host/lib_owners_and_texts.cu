// Owners that say so, deleters of shared pointers, texts by iterators, joined tuples, whole streams through `rdbuf`.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <functional>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

struct Node : std::enable_shared_from_this<Node> {
    int value;
    explicit Node(int v) : value(v) {}
    ~Node() { std::cout << "~Node " << value << "\n"; }
    std::shared_ptr<Node> me() { return shared_from_this(); }
};
struct Special : Node {
    using Node::Node;
};
static void pointers() {
    auto a = std::make_shared<Node>(7);
    auto b = a->me();
    std::cout << (a == b) << ' ' << a.use_count() << ' ' << b->value << "\n";
    std::shared_ptr<Node> c(new Special(8));
    std::cout << c->me().use_count() << ' ' << c.use_count() << "\n";
    Node alone(9);
    try {
        alone.me();
    } catch (const std::bad_weak_ptr &e) {
        std::cout << e.what() << "\n";
    }
    std::weak_ptr<Node> weak = c;
    std::cout << weak.use_count() << weak.expired();
    weak.reset();
    std::cout << weak.expired() << "\n";
    std::shared_ptr<int> row(new int[4], [](int *p) {
        std::cout << "row gone\n";
        delete[] p;
    });
    row.get()[2] = 5;
    auto same = row;
    std::shared_ptr<int> part(row, row.get() + 2);
    std::cout << *part << ' ' << row.use_count() << "\n";
    row.reset();
    same.reset();
    part.reset();
    std::unique_ptr<Node> only(new Node(10));
    std::shared_ptr<Node> shared = std::move(only);
    std::cout << !only << shared->value << ' ' << shared->me().use_count() << "\n";
    std::shared_ptr<int> stack_value(new int(3), std::default_delete<int>());
    std::cout << *stack_value << "\n";
}
static void texts() {
    std::string s = "hello world";
    s.replace(s.begin(), s.begin() + 5, "HOWDY");
    s.insert(s.begin() + 5, 3, '!');
    s.insert(0, 2, '>');
    s.insert(s.end(), {'a', 'b'});
    std::cout << s << "\n";
    std::string other = "0123456789";
    s.append(other, 2, 3).append(other.begin(), other.begin() + 2).append({'x', 'y'});
    s.append(3, '-');
    std::cout << s << "\n";
    s.replace(0, 2, 4, '*');
    s.replace(s.find("world"), 5, other, 5);
    s.insert(1, "abcdef", 3);
    s.insert(2, other, 8, 2);
    std::cout << s << "\n";
    s.assign(other, 3, 4);
    std::cout << s;
    s.assign(other.rbegin(), other.rend());
    std::cout << ' ' << s;
    std::vector<char> letters = {'q', 'r'};
    s.assign(letters.begin(), letters.end());
    s.insert(s.begin() + 1, letters.begin(), letters.end());
    std::cout << ' ' << s << ' ' << std::string(other.crbegin(), other.crend()) << "\n";
    std::string t = "a-b-c";
    std::replace(t.begin(), t.end(), '-', '+');
    t.replace(t.begin() + 1, t.begin() + 2, letters.begin(), letters.end());
    t.erase(0, 1);
    std::cout << t << "\n";
}
static void tuples() {
    auto t = std::make_tuple(1, 2.5, std::string("three"));
    std::get<double>(t) += 1;
    std::cout << std::get<int>(t) << ' ' << std::get<double>(t) << ' ' << std::get<std::string>(t) << "\n";
    auto u = std::tuple_cat(t, std::make_tuple('c'), std::make_tuple(10u, 11L));
    std::cout << std::tuple_size<decltype(u)>::value << ' ' << std::get<3>(u) << std::get<4>(u) << std::get<long>(u) << "\n";
    const auto k = t;
    std::cout << std::get<std::string>(k).size() << "\n";
}
static void functions() {
    std::vector<int> v = {1, 2, 3, 4, 5};
    std::transform(v.begin(), v.end(), v.begin(), std::negate<>());
    auto even = [](int x) { return x % 2 == 0; };
    std::cout << v[4] << ' ' << std::count_if(v.begin(), v.end(), std::not_fn(even)) << ' ' << std::bit_not<>()(5) << std::logical_not<>()(0) << "\n";
    double whole;
    float small;
    double rest = std::modf(-3.25, &whole);
    std::cout << rest << ' ' << whole << ' ' << std::modf(2.5f, &small) << ' ' << small << "\n";
    std::cout << std::hypot(2.0, 3.0, 6.0) << ' ' << std::hypot(1.0f, 2.0f, 2.0f) << ' ' << std::hypot(3.0, 4.0) << ' ' << std::hypot(0.0, 0.0, 0.0) << "\n";
    std::cout << nullptr << "\n";
}
static void streams() {
    std::stringstream in("line 0\nline 1\n");
    std::stringstream all;
    all << in.rdbuf();
    std::cout << all.str().size() << ' ' << in.good() << all.good() << "\n" << all.rdbuf();
    std::stringstream again;
    again << in.rdbuf();
    std::cout << again.fail() << in.fail() << "\n";
    std::istringstream second("one two");
    std::string text((std::istreambuf_iterator<char>(second.rdbuf())), std::istreambuf_iterator<char>());
    std::cout << text.substr(0, 6) << "\n";
    std::cout << (std::rename("no such file here", "nor this") != 0) << "\n";
    std::ifstream none("no such file here");
    std::cout << none.fail() << "\n";
}
int main() {
    pointers();
    texts();
    tuples();
    functions();
    streams();
}
/* expect
1 2 7
2 2
bad_weak_ptr
101
5 3
row gone
110 2
3
~Node 10
~Node 9
~Node 8
~Node 7
>>HOWDY!!! worldab
>>HOWDY!!! worldab23401xy---
*a89bc***HOWDY!!! 56789ab23401xy---
3456 9876543210 qqrr 9876543210
qrb+c
1 3.5 three
6 c1011
5
-5 3 -61
-0.25 -3 0.5 2
7 3 5 0
nullptr
14 11
line 0
line 1
10
one tw
1
1
*/
