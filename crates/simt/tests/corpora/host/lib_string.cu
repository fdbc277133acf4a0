// std::string: everyday operations.
#include <cstdio>
#include <cstring>
#include <string>

int main() {
    std::string a = "hello", b("world"), c(3, 'x'), d = a + ", " + b + '!';
    printf("%s %s %zu\n", d.c_str(), c.c_str(), d.size());
    d += " and";
    d += '.';
    d.append(" more").append(2, '?');
    printf("%s\n", d.c_str());
    printf("%zu %zu %d\n", d.find("wor"), d.rfind('o'), d.find("none") == std::string::npos);
    printf("%s|%s\n", d.substr(7, 5).c_str(), d.substr(18).c_str());
    printf("%d %d %d %d\n", a == "hello", a != b, a < b, a.compare("hellp") < 0);
    a[0] = 'J';
    a.insert(1, "--");
    a.erase(3, 1);
    a.replace(0, 1, "HH");
    printf("%s %zu %c %c\n", a.c_str(), a.length(), a.front(), a.back());
    std::string n = std::to_string(42) + std::to_string(-7L) + std::to_string(1.5) + std::to_string(3u);
    printf("%s\n", n.c_str());
    printf("%d %ld %g %g %d\n", std::stoi(" 123abc"), std::stol("-9"), std::stod("2.5e3"), (double)std::stof("0.1"), std::stoi("ff", nullptr, 16));
    std::string t = "a,b;c";
    size_t at = 0;
    while ((at = t.find_first_of(",;", at)) != std::string::npos) t[at++] = '_';
    printf("%s %zu %zu\n", t.c_str(), t.find_last_of('_'), t.find_first_not_of("a_"));
    int letters = 0;
    for (char ch : t) letters += ch != '_';
    printf("%d %d\n", letters, (int)t.empty());
    std::string moved = std::move(t);
    t = "new";
    moved.push_back('z');
    moved.pop_back();
    moved.resize(7, '-');
    printf("%s %s\n", moved.c_str(), t.c_str());
    char raw[16] = "raw";
    strcat(raw, "er");
    std::string from = raw;
    from = from + "!";
    printf("%s %zu\n", from.c_str(), strlen(raw));
    std::string self = "ab";
    self += self;
    self.append(self);
    printf("%s\n", self.c_str());
    return 0;
}

/* expect
hello, world! xxx 13
hello, world! and. more??
7 20 1
world| more??
1 1 1 1
HH--llo 7 H o
42-71.5000003
123 -9 2500 0.1 255
a_b_c 3 2
3 0
a_b_c-- new
rawer! 5
abababab
*/
