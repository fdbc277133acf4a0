// Values for an array whose number of rows is not constant.
#include <cstdio>
struct Block {
    int x, y;
};
int main(int argc, char **argv) {
    int n = argc + 2;
    int sizes[n][2] = {{8, 4}, {16}};
    Block blocks[n][2] = {{{1, 2}}, {{3, 4}, {5, 6}}};
    int square[n][n] = {{1, 2}, {3}};
    printf("%d %d %d %d\n", sizes[0][1], sizes[1][0], sizes[1][1], (int)sizeof sizes);
    printf("%d %d %d %d\n", blocks[0][0].y, blocks[0][1].x, blocks[1][1].y, square[1][0] + square[2][2]);
}
/* expect
4 16 0 24
2 0 6 3
*/
