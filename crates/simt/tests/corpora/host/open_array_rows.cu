// Arrays of which several lengths are known when the program runs, values for such arrays, and walking them.
#include <cstdio>
#include <cstring>
struct Counter {
    int n;
    Counter() : n(7) {}
};
float sum(const float *row, int n) {
    float all = 0;
    for (int i = 0; i < n; ++i) all += row[i];
    return all;
}
int main(int argc, char **argv) {
    int n = argc + 2, m = 4;
    float table[n][m];
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < m; ++j) table[i][j] = 10 * i + j;
    n = 100;
    printf("%g %g %zu %zu\n", sum(table[2], m), *table[1], sizeof(table), sizeof table[0]);
    float *second = &table[1][0];
    table[1][3] += 0.5f;
    printf("%g %g\n", second[3], sum(&table[0][0], 3 * m));
    int k = argc + 1;
    int box[k][3][k];
    memset(box, 0, sizeof(box));
    box[1][2][1] = 5;
    printf("%d %d %zu %zu\n", box[1][2][1], box[0][0][0], sizeof(box[0]), sizeof(box[0][0]));
    int given[k + 2] = {1, 2};
    int zeros[k]{};
    int all = 0;
    for (int x : given) all += x;
    for (int &x : zeros) x += all;
    printf("%d %d %d\n", given[1], given[3], zeros[k - 1]);
    dim3 grids[k];
    grids[1].x = 9;
    Counter counters[k];
    printf("%u %u %d\n", grids[0].y, grids[1].x, counters[k - 1].n);
    const int m_rows = 2;
    double fixed[m_rows][k];
    fixed[1][1] = 2.5;
    printf("%g\n", fixed[1][1]);
}
/* expect
86 10 48 16
13.5 138.5
5 0 24 8
2 0 3
1 9 7
2.5
*/
