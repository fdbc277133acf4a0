// Keys that may be equal in tables, in the order of libstdc++; a value of any type from a literal.
#include <any>
#include <iostream>
#include <unordered_set>
#include <unordered_map>
#include <vector>
#include <string>
int main() {
    std::any s = "hello";
    std::cout << std::any_cast<const char *>(s) << "\n";
    std::unordered_multiset<int> m;
    for (int i = 0; i < 40; ++i) m.insert(i * 7 % 13);
    for (int x : m) std::cout << x << ' ';
    std::cout << "\n";
    std::unordered_multimap<std::string, int> w;
    for (int i = 0; i < 30; ++i) w.emplace(std::string(1, 'a' + i * 5 % 7), i);
    for (auto &p : w) std::cout << p.first << p.second << ' ';
    w.erase("c"); w.erase(w.find("d"));
    for (auto &p : w) std::cout << p.first << p.second << ' ';
    std::cout << "\n";
    std::unordered_multiset<int> r = {1, 1, 1, 14, 1, 14, 27, 2, 2};
    for (int i = 0; i < 20; ++i) r.insert(100 + i % 4);
    for (int x : r) std::cout << x << ' ';
    std::cout << "\n";
}
/* expect
hello
6 6 6 12 12 12 5 5 5 11 11 11 4 4 4 10 10 10 3 3 3 9 9 9 2 2 2 8 8 8 1 1 1 7 7 7 0 0 0 0 
c27 c6 c20 c13 g25 g4 g18 g11 b24 b3 b17 b10 f29 f22 f1 f15 f8 d23 d2 d16 d9 e26 e5 e19 e12 a28 a21 a0 a14 a7 g25 g4 g18 g11 b24 b3 b17 b10 f29 f22 f1 f15 f8 d2 d16 d9 e26 e5 e19 e12 a28 a21 a0 a14 a7 
101 101 101 101 101 2 2 27 14 14 100 100 100 100 100 1 1 1 1 102 102 102 102 102 103 103 103 103 103 
*/
