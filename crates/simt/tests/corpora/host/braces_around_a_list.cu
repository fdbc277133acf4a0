// Braces that are no element of a list are the constructor's one argument, which is the list.
#include <cstdio>
#include <initializer_list>
#include <string>
#include <vector>
struct Sum {
    double all = 0;
    Sum(std::initializer_list<double> list) {
        for (double one : list) all += one;
    }
};
struct Pair {
    int a, b;
};
struct Range {
    int n;
    Range(std::initializer_list<int> list) : n(list.size()) {}
    Range(Pair from, Pair to) : n(to.a - from.a + to.b - from.b) {}
};
static double sum(const Sum &sum) { return sum.all; }
int main() {
    Sum one{{1, 2, 3}};
    Sum two = {{4, 5}};
    Sum three({6});
    Range range{{1, 2}, {30, 40}};
    Range list{1, 2, 3};
    std::vector<std::vector<int>> rows{{1, 2}, {3}};
    std::vector<int> row{{7, 8, 9}};
    std::vector<std::string> words{{"one", 2}, {"three"}};
    printf("%g %g %g %g\n", one.all, two.all, three.all, sum({{7, 8}}));
    printf("%d %d %zu %zu %zu %s %s\n", range.n, list.n, rows.size(), rows[0].size(), row.size(), words[0].c_str(),
           words[1].c_str());
}
/* expect
6 9 6 15
67 3 2 2 3 on three
*/
