// What the host's interpreter makes one operation of: sums of products, elements behind pointers, indices that are computed, loops that
// are tested where they go back. Each in the forms in which it must not be done: an operand that changes in between, a value that is
// wanted later, a store between two loads.
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Grid {
    int rows, columns;
    double *cells;
    std::vector<float> weights;
    double &at(int r, int c) { return cells[r * columns + c]; }
};

static float dot(const float *a, const float *b, int n, int row) {
    float sum = 0;
    for (int k = 0; k < n; k++) sum += a[row * n + k] * b[k * n + row];
    return sum;
}

static int changed_index(int *a, int n) {
    int i = 2, j = i * n + 1;
    i = 5;
    a[j] = i;
    int k = i + j;
    j = 0;
    a[j] = k;
    return a[i * n - 17] + a[0];
}

static float kept_product(float x, float y, float z) {
    float p = x * y;
    float q = p + z;
    return q * p;
}

static int swapped_holder(std::vector<int> &v, std::vector<int> &w) {
    int *from = v.data();
    v.swap(w);
    return from[1] * 100 + v[1];
}

static unsigned long long backwards(const unsigned char *s, size_t n) {
    unsigned long long h = 1469598103934665603ull;
    for (size_t i = n; i-- > 0;) h = (h ^ s[i]) * 1099511628211ull;
    return h;
}

static int with_continue(int n) {
    int odd = 0;
    for (int i = 0; i < n; i += 3) {
        if (i % 2 == 0) continue;
        odd += i;
        if (odd > 60) break;
    }
    return odd;
}

static int bound_moves(int n) {
    int steps = 0;
    for (int i = 0; i < n; i++) {
        if (i % 3 == 0) n--;
        steps++;
    }
    return steps * 100 + n;
}

static int thrown(int n) {
    int kept = 1;
    for (int i = 0; i < n; i++) {
        int next = kept * 2 + i;
        try {
            if (i == 2) throw i;
            kept = next;
        } catch (int what) {
            kept += what + next;
        }
    }
    return kept;
}

int main() {
    float a[9], b[9];
    for (int i = 0; i < 9; i++) a[i] = i * 0.5f, b[i] = 2.0f - i;
    printf("%g %g %g\n", dot(a, b, 3, 0), dot(a, b, 3, 1), dot(a, b, 3, 2));
    int cells[12] = {};
    int said = changed_index(cells, 4);
    printf("%d %d %d\n", said, cells[0], cells[9]);
    // Rounded after the product, as a processor without fused operations does it.
    float x = 1.0f + 1.0f / 4096, r = x * x - 1.0f;
    float s = -1.0f + x * x;
    printf("%.9g %.9g %g\n", r, s, kept_product(1.5f, 2.0f, 0.25f));
    Grid g{2, 3, (double *)calloc(6, sizeof(double)), std::vector<float>(6, 0.25f)};
    for (int i = 0; i < g.rows; i++)
        for (int j = 0; j < g.columns; j++) {
            g.at(i, j) += i + j * 0.5;
            g.weights[i * g.columns + j] += (float)g.at(i, j);
        }
    double total = 0;
    for (size_t i = 0; i < g.weights.size(); i++) total += g.weights[i] * g.cells[i];
    printf("%g %g\n", total, g.at(1, 2));
    free(g.cells);
    std::vector<int> v{1, 2, 3}, w{7, 8, 9};
    printf("%d\n", swapped_holder(v, w));
    std::vector<double> d(4);
    for (unsigned i = 0; i < d.size(); i++) d[i] = i * 1.25;
    for (auto i = d.size(); i > 1; i--) d[i - 1] -= d[i - 2];
    printf("%g %g %g %g\n", d[0], d[1], d[2], d[3]);
    printf("%llu\n", backwards((const unsigned char *)"course", 6));
    printf("%d %d %d\n", with_continue(50), bound_moves(10), thrown(5));
    srand(7);
    int first = rand(), second = rand();
    srand(7);
    printf("%d\n", first == rand() && second == rand() && first != second);
    std::vector<std::vector<int>> table(3, std::vector<int>(4));
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++) table[i][j] = i * 4 + j;
    int sum = 0;
    for (auto &row : table)
        for (int n : row) sum += n * row[1];
    printf("%d\n", sum);
}
/* expect
-4.5 -15 -34.5
14 14 5
0.00048828125 0.00048828125 9.75
10 2
208
0 1.25 1.25 1.25
8954375921009712972
75 707 86
1
458
*/
