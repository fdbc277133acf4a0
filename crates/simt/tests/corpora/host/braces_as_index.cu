/* expect
3 9 2
*/
// Braces between brackets make the key of a map, or the argument of an `operator[]` of one's own.
#include <cstdio>
#include <map>
#include <utility>
struct Cell {
    int row, column;
};
struct Board {
    int cells[9];
    int &operator[](Cell c) { return cells[3 * c.row + c.column]; }
};
int main() {
    std::map<std::pair<int, int>, int> m;
    m[{1, 2}] = 3;
    Board b{};
    b[{2, 1}] = 9;
    m[{4, 5}] = b[{2, 1}];
    std::printf("%d %d %d\n", m[{1, 2}], m[{4, 5}], (int)m.size());
}
