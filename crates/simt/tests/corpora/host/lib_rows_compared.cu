// Two rows compared: with both ends, with a test, with both.
#include <algorithm>
#include <cstdio>
#include <list>
#include <vector>
static bool near(int a, int b) { return a - b < 2 && b - a < 2; }
int main() {
    std::vector<int> a{1, 2, 3}, b{1, 2, 3, 4}, c{2, 3, 3}, d{3, 1, 2};
    std::list<int> l{1, 2, 3};
    printf("%d %d %d", std::equal(a.begin(), a.end(), b.begin(), b.end()), std::equal(a.begin(), a.end(), b.begin()), std::equal(a.begin(), a.end(), c.begin(), near));
    printf(" %d %d %d\n", std::equal(a.begin(), a.end(), c.begin(), c.end(), near), std::equal(a.begin(), a.end(), l.begin(), l.end()), std::equal(l.begin(), l.end(), a.begin(), near));
    auto at = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
    printf("%d %d", at.first == a.end(), *at.second);
    printf(" %d", *std::mismatch(a.begin(), a.end(), c.begin()).first);
    printf(" %d", *std::mismatch(b.begin(), b.end(), c.begin(), c.end(), near).first);
    printf(" %d\n", std::mismatch(a.begin(), a.end(), c.begin(), near).second == c.end());
    printf("%d %d\n", std::is_permutation(a.begin(), a.end(), d.begin()), std::is_permutation(a.begin(), a.end(), d.begin(), d.end()));
}
/* expect
0 1 1 1 1 1
1 4 1 4 1
1 1
*/
