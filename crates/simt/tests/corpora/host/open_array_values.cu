// Arrays of rows whose lengths are known when the program runs, with values: each row in braces of its own, zeros after them.
#include <cstdio>
int main(int argc, char **argv) {
    int n = argc + 2, m = argc + 1;
    int table[n][m] = {{1, 2}, {3}};
    for (int i = 0; i < n; ++i) printf("%d %d\n", table[i][0], table[i][1]);
    const int side = 2;
    double box[m][side][m] = {{{1.5, 2.5}, {3.5}}, {{}, {4, 5}}};
    printf("%g %g %g %g %g\n", box[0][0][1], box[0][1][0], box[0][1][1], box[1][0][0], box[1][1][1]);
}
/* expect
1 2
3 0
0 0
2.5 3.5 0 0 5
*/
