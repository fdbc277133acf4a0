// Spans whose elements follow from what they look at; text and looks at text in streams that are not `std::cout`.
#include <array>
#include <iostream>
#include <numeric>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>
double mean(std::span<const double> xs) { return std::accumulate(xs.begin(), xs.end(), 0.0) / xs.size(); }
int main() {
    std::vector<int> v{1, 2, 3};
    const std::array<int, 2> a{4, 5};
    int plain[] = {6, 7, 8, 9};
    std::span s(v);
    std::span t(a);
    std::span u(plain);
    std::span w(plain + 1, 2);
    s[0] = 10;
    static_assert(std::is_same_v<decltype(t)::element_type, const int> && decltype(u)::extent == 4);
    std::cout << v[0] << t.back() << u.size() << w.front() << s.subspan(1).size() << '\n';
    for (auto at = u.rbegin(); at != u.rend(); ++at) std::cout << *at;
    std::vector<double> d{1, 2, 6};
    std::cout << ' ' << mean(d) << '\n';
    std::ostringstream out;
    out << std::string("text ") << std::string_view("look ") << "row " << 5;
    std::cout << out.str() << '\n';
}
/* expect
105472
9876 3
text look row 5
*/
