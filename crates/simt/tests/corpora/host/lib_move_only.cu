// What can only be moved, in maps, vectors and tuples; nodes taken from one map to another.
#include <map>
#include <set>
#include <unordered_map>
#include <memory>
#include <string>
#include <vector>
#include <iostream>
#include <tuple>
#include <algorithm>
int main() {
  std::map<std::string, std::unique_ptr<int>> m; m["a"] = std::make_unique<int>(1); m.insert({"b", std::make_unique<int>(2)}); m.insert(std::make_pair("c", std::make_unique<int>(3))); m.emplace("d", std::make_unique<int>(4)); auto p = std::make_unique<int>(9); m.try_emplace("a", std::move(p)); std::cout << (p != nullptr) << m.size() << *m.at("c") << '\n';
  std::unordered_map<int, std::unique_ptr<int>> u; u[1] = std::make_unique<int>(5); u.emplace(2, std::make_unique<int>(6)); u.insert({3, std::make_unique<int>(7)}); u.insert(std::make_pair(4, std::make_unique<int>(8))); std::cout << u.size() << *u[3] << *u.find(4)->second << '\n';
  std::set<std::string> s{"x", "y"}; auto nh = s.extract("x"); nh.value() = "z"; auto r = s.insert(std::move(nh)); std::cout << r.inserted << *r.position << s.size() << nh.empty() << '\n'; std::set<int, std::greater<int>> g{1, 2, 3}; std::cout << *g.begin() << g.key_comp()(2, 1) << '\n';
  std::vector<std::unique_ptr<int>> v; v.push_back(std::make_unique<int>(1)); v.emplace_back(new int(2)); v.insert(v.begin(), std::make_unique<int>(0)); auto w = std::move(v); std::sort(w.begin(), w.end(), [](const auto &a, const auto &b) { return *a > *b; }); w.erase(w.begin()); std::cout << w.size() << *w[0] << v.size() << '\n';
  std::tuple<int, std::unique_ptr<int>> t(1, std::make_unique<int>(5)); auto [i, q] = std::move(t); std::cout << i << *q << '\n'; auto t2 = std::make_tuple(std::make_unique<int>(3), std::string("s")); std::unique_ptr<int> z; std::string str; std::tie(z, str) = std::move(t2); std::cout << *z << str << '\n'; int n = 3; auto t3 = std::make_tuple(std::ref(n), 4.5); std::get<0>(t3) = 8; std::cout << n << std::get<double>(t3) << '\n'; std::cout << std::apply([](int a, int b) { return a - b; }, std::make_tuple(7, 2)) << std::apply([](int &a, double) { a = 1; return a; }, t3) << n << std::apply([](auto... x) { return (x + ...); }, std::make_pair(1, 2)) << '\n'; std::tuple<int, int> ta{1, 2}, tb{3, 4}; swap(ta, tb); ta.swap(tb); std::cout << std::get<0>(ta) << (ta < tb) << (ta == std::make_tuple(1, 2)) << std::tuple_size<decltype(ta)>::value << std::get<1>(std::tuple_cat(ta, std::make_tuple("x"))) << '\n';
}
/* expect
143
478
1z21
31
210
15
3s
84.5
5113
11122
*/
