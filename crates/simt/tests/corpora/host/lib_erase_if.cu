// `erase_if` and `erase` beside the containers, sizes with signs, and whether all memory goes.
#include <deque>
#include <iostream>
#include <list>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>
int main() {
    std::vector<int> v = {1, 2, 3, 4, 5, 6};
    std::cout << std::erase_if(v, [](int x) { return x % 2 == 0; }) << std::ssize(v) << std::erase(v, 3) << v.size() << "\n";
    std::string s = "a b c";
    std::cout << std::erase(s, ' ') << s << "\n";
    std::deque<std::string> d = {"x", "yy", "zzz"};
    std::erase_if(d, [](const std::string &t) { return t.size() == 2; });
    std::cout << d.size() << d[1] << "\n";
    std::map<int, int> m = {{1, 2}, {3, 4}};
    std::erase_if(m, [](const auto &p) { return p.second == 4; });
    std::set<int> t = {1, 2, 3};
    std::erase_if(t, [](int x) { return x > 1; });
    std::unordered_map<int, int> u = {{1, 1}, {2, 2}, {3, 3}};
    std::erase_if(u, [](const auto &p) { return p.first != 2; });
    std::list<int> l = {4, 4, 5};
    std::erase_if(l, [](int x) { return x == 4; });
    std::cout << m.size() << t.size() << u.size() << l.front() << "\n";
}
/* expect
3312
2abc
2zzz
1115
*/
