// Members of the containers, as programs call them.
#include <string>
#include <vector>
#include <map>
#include <set>
#include <list>
#include <deque>
#include <unordered_map>
#include <unordered_set>
#include <forward_list>
#include <queue>
#include <stack>
#include <array>
#include <string_view>
#include <optional>
#include <variant>
#include <tuple>
#include <memory>
#include <iostream>
#include <algorithm>
#include <numeric>
#include <functional>
#include <cctype>
template <class C> void show(const char *n, const C &c) { std::cout << n << ':'; for (const auto &x : c) std::cout << ' ' << x; std::cout << '\n'; }
int main() {
  using std::string;
  string s("hello"), t(3, 'x'), u(s, 1, 3), v(s.begin() + 1, s.end()), w("abcdef", 3), e; s += '!'; s.append(" world").append(2, '.').append("xyz", 1).append(string("12345"), 1, 2);
  std::cout << s << t << u << v << w << e.empty() << s.find("o") << s.find('o', 5) << s.rfind('o') << s.find_first_of("lw") << s.find_last_of("lo") << s.find_first_not_of("he") << s.find_last_not_of("23") << (s.find("zz") == string::npos) << '\n';
  s.insert(0, "A").insert(s.begin(), 'B'); s.insert(2, 2, '-'); s.insert(3, string("QRS"), 1, 1); s.erase(0, 1); s.erase(s.begin()); s.erase(s.begin(), s.begin() + 1); s.replace(0, 2, "ZZ"); s.replace(s.begin(), s.begin() + 1, "YY"); s.replace(1, 1, 3, 'k'); std::cout << s << ' ' << s.compare("abc") << ' ' << (s.compare(0, 2, "Yk") == 0) << s.substr(3, 4) << s.front() << s.back() << s.at(1) << '\n';
  s.pop_back(); s.push_back('q'); s.resize(5); s.resize(7, '#'); s.assign(s, 1, 4); s.assign(2, 'm').assign("lit"); std::cout << s << s.size() << s.length() << (s.capacity() >= 3) << s.c_str()[3] + 0 << (s < "lj") << (s + "a" + 'b' + string("c")) << ("x" + s) << (s == "lit") << '\n';
  std::cout << std::to_string(42) << std::to_string(2.5) << std::to_string(-7L) << std::stoi("0x1f", nullptr, 16) << std::stod("2.5e2") << std::stof("1.5") << std::stoul("77") << std::stoll("-9") << '\n';
  size_t pos; std::cout << std::stoi("12ab", &pos) << pos << '\n'; try { std::stoi("zz"); } catch (const std::invalid_argument &x) { std::cout << x.what() << '\n'; } try { std::stoi("99999999999"); } catch (const std::out_of_range &x) { std::cout << x.what() << '\n'; } try { s.at(99); } catch (const std::out_of_range &x) { std::cout << x.what() << '\n'; } try { s.substr(99); } catch (const std::exception &x) { std::cout << x.what() << '\n'; }
  std::transform(s.begin(), s.end(), s.begin(), ::toupper); string r(s.rbegin(), s.rend()); char buf[8] = {}; s.copy(buf, 2, 1); std::cout << s << r << buf << '\n'; std::string_view sv = s; sv.remove_prefix(1); std::cout << sv << sv.substr(1) << sv.size() << (sv == "IT") << string(sv) << sv.find('T') << '\n';
  std::vector<int> a{5, 3, 1, 4}, b(a), c(a.begin(), a.begin() + 2), d(3, 7); a.insert(a.begin() + 1, 9); a.insert(a.end(), 2, 8); a.insert(a.begin(), {1, 2}); a.insert(a.begin(), d.begin(), d.end()); a.emplace(a.begin(), 6); a.emplace_back(11) += 1; a.erase(a.begin() + 1); a.erase(a.begin(), a.begin() + 1); show("a", a); std::sort(a.begin(), a.end(), std::greater<int>()); a.erase(std::unique(a.begin(), a.end()), a.end()); show("a", a); a.erase(std::remove_if(a.begin(), a.end(), [](int x) { return x % 2; }), a.end()); show("a", a); a.swap(b); a.assign(2, 5); a.reserve(10); a.shrink_to_fit(); std::cout << a.front() << a.back() << *a.data() << a.max_size() / a.max_size() << (a == c) << (a < c) << '\n'; std::vector<std::vector<int>> g(2, std::vector<int>(3, 1)); g[1][2] = 5; for (auto &row : g) show("g", row);
  std::map<string, int> m{{"one", 1}, {"two", 2}}; m["three"] = 3; m.insert({"four", 4}); m.insert(std::make_pair("five", 5)); m.emplace("six", 6); auto [it, fresh] = m.insert({"one", 100}); std::cout << it->second << fresh << m.count("two") << m.at("six") << (m.find("zz") == m.end()) << m.size() << m.erase("two") << m.begin()->first << m.rbegin()->first << '\n'; for (auto &[k, val] : m) std::cout << k << '=' << val << ' '; auto lo = m.lower_bound("o"); std::cout << lo->first << m.upper_bound("six")->first << std::distance(m.begin(), m.end()) << '\n'; m.insert_or_assign("one", 11); m.try_emplace("ten", 10); auto node = m.extract("ten"); node.key() = "TEN"; m.insert(std::move(node)); std::map<string, int> n{{"zz", 1}, {"one", 0}}; m.merge(n); std::cout << m["one"] << m.size() << n.size() << m.begin()->first << '\n';
}
/* expect
hello! world..x23xxxellelloabc14882102141
YkkkZhello! world..x23 -8 1kZheY3k
lit33101litabcxlit1
422.500000-7312501.577-9
122
stoi
stoi
basic_string::at: __n (which is 99) >= this->size() (which is 3)
basic_string::substr: __pos (which is 99) > this->size() (which is 3)
LITTILIT
ITT21IT1
a: 7 7 1 2 5 9 3 1 4 8 8 12
a: 12 9 8 7 5 4 3 2 1
a: 12 8 4 2
555100
g: 1 1 1
g: 1 1 5
1016161fivethree
five=5 four=4 one=1 six=6 three=3 onethree5
1171TEN
*/
