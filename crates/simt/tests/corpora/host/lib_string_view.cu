// Looks at text: made, cut, searched, compared, hashed, and made into text.
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>
constexpr std::string_view name = "kernel_name.cu";
static_assert(name.size() == 14 && name.find('.') == 11 && name.ends_with(".cu") && name.substr(7, 4) == "name");
std::vector<std::string_view> split(std::string_view text, char by) {
    std::vector<std::string_view> parts;
    size_t at;
    while ((at = text.find(by)) != std::string_view::npos) {
        parts.push_back(text.substr(0, at));
        text.remove_prefix(at + 1);
    }
    parts.push_back(text);
    return parts;
}
std::string_view trim(std::string_view s) {
    size_t first = s.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    return s.substr(first, s.find_last_not_of(" \t") - first + 1);
}
int main() {
    using namespace std::literals;
    for (auto part : split("12,x,,34", ',')) std::cout << "[" << part << "]";
    std::cout << "[" << trim("  both ends\t") << "][" << trim("   ") << "]\n";
    std::string_view s("hello world");
    std::string made(s), assigned, added = "> ";
    assigned = s.substr(6);
    added += s;
    added.append("!"sv);
    std::cout << made << '|' << assigned << '|' << added << '|' << std::string(s.substr(0, 5)) + "?" << '\n';
    std::cout << s.find("wor") << s.find("zzz", 2) << ' ' << s.rfind('o') << s.rfind("lo") << s.find_first_of("ow") << s.find_last_of("le") << '\n';
    std::cout << (s == "hello world") << (made == s) << (s < "help"sv) << (s != made) << s.starts_with("he") << s.starts_with('x') << s.ends_with('d') << '\n';
    std::cout << s.compare("hello") << ' ' << s.compare(6, 5, "world") << ' ' << s.front() << s.back() << s[4] << '\n';
    std::map<std::string_view, int> order{{"b", 2}, {"a", 1}};
    std::unordered_map<std::string_view, int> table{{"one", 1}, {"two", 2}};
    for (auto [key, value] : order) std::cout << key << value;
    std::cout << table["two"] << table.count("three") << '\n';
    std::set<std::string> words{"x", "y"};
    std::cout << words.count(std::string("y"sv)) << std::stoi(std::string("42 apples"sv.substr(0, 2))) << '\n';
    try {
        s.substr(20);
    } catch (const std::out_of_range &e) {
        std::cout << e.what() << '\n';
    }
    std::string_view none;
    std::cout << none.empty() << none.size() << (none == "") << '\n';
    for (auto at = s.rbegin(); at != s.rend(); ++at) std::cout << *at;
    std::cout << '\n';
}
/* expect
[12][x][][34][both ends][]
hello world|world|> hello world!|hello?
618446744073709551615 7349
1110101
6 0 hdo
a1b220
142
basic_string_view::substr: __pos (which is 20) > __size (which is 11)
101
dlrow olleh
*/
