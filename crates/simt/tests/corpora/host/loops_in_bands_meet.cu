// Loops whose iterations come upon each other's bytes, at every distance and in every order, and such as go on with what the ones before have
// gathered: each gives what one iteration after the other gives.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

static unsigned hash(const void *p, size_t n) {
    const unsigned char *b = (const unsigned char *)p;
    unsigned h = 2166136261u;
    for (size_t i = 0; i < n; i++) h = (h ^ b[i]) * 16777619u;
    return h;
}
static void show(const char *name, const void *p, size_t n) { printf("%s %08x\n", name, hash(p, n)); }

static int a[3000];
static void fresh() {
    for (int i = 0; i < 3000; i++) a[i] = (i * 7919 + 13) % 1009;
}

// Elements ahead and behind, at many distances, up and down.
static void distances() {
    const int far[] = {1, 2, 5, 11, 12, 13, 31, 64, 100, 255, 256, 257, 700};
    unsigned all = 0;
    for (int d : far) {
        fresh();
        for (int i = 0; i < 2000; i++) a[i] = a[i] + a[i + d];
        all = all * 31 + hash(a, sizeof a);
        fresh();
        for (int i = d; i < 2000; i++) a[i] = a[i] + 3 * a[i - d];
        all = all * 31 + hash(a, sizeof a);
        fresh();
        for (int i = 1999; i >= d; i--) a[i] = a[i] + 3 * a[i - d];
        all = all * 31 + hash(a, sizeof a);
        fresh();
        for (int i = 1999; i >= 0; i--) a[i] = a[i] - a[i + d];
        all = all * 31 + hash(a, sizeof a);
        fresh();
        for (int i = d; i < 1500; i++) a[2 * i] = a[2 * i - d] + a[2 * i - 1];
        all = all * 31 + hash(a, sizeof a);
        fresh();
        for (int i = 0; i < 1000; i++) {
            a[i + d] = a[i] ^ i;
            a[i] += a[i + d + 1];
        }
        all = all * 31 + hash(a, sizeof a);
    }
    printf("distances %08x\n", all);
}

// One element that all iterations read and one of them writes.
static void one_for_all() {
    unsigned all = 0;
    for (int at = 0; at < 900; at += 37) {
        fresh();
        for (int i = 0; i < 900; i++) a[i] = a[i] * 3 + a[at];
        all = all * 31 + hash(a, sizeof a);
        fresh();
        for (int i = 0; i < 900; i++) {
            a[i] ^= i * 5;
            a[i + 1000] = a[at];
        }
        all = all * 31 + hash(a, sizeof a);
        fresh();
        for (int i = 0; i < 900; i++)
            if (i != at) a[i] -= a[at];
        all = all * 31 + hash(a, sizeof a);
        fresh();
        for (int i = 0; i < 900; i++)
            if (i == at) a[i] = 7777;
        all = all * 31 + hash(a, sizeof a);
    }
    printf("one for all %08x\n", all);
}

static double m[120 * 120], inverse[120 * 120];
static void matrices() {
    const int n = 120;
    for (int i = 0; i < n * n; i++) m[i] = (i * 7919 % 1009) / 64.0 + (i % (n + 1) == 0 ? 300 : 0), inverse[i] = i % (n + 1) == 0;
    double x, y, z;
    for (int c = 0; c < n; c++) {
        double pivot = m[c * n + c];
        for (int k = 0; k < n; k++)
            if (k != c) m[c * n + k] /= pivot, inverse[c * n + k] /= pivot;
        inverse[c * n + c] /= pivot, m[c * n + c] = 1;
        for (int r = 0; r < n; r++)
            for (int k = 0; k < n; k++)
                if (r != c) {
                    x = m[r * n + c];
                    y = inverse[c * n + k];
                    inverse[r * n + k] -= y * x;
                    if (k != c) {
                        z = m[c * n + k];
                        m[r * n + k] -= z * x;
                    }
                }
    }
    show("Gauss-Jordan", inverse, sizeof inverse);
    printf("%g %g %g\n", x, y, z);
    for (int i = 0; i < n * n; i++) m[i] = (i * 7919 % 1009) / 64.0 + (i % (n + 1) == 0 ? 300 : 0);
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++) {
            m[i * n + k] /= m[k * n + k];
            for (int j = k + 1; j < n; j++) m[i * n + j] -= m[i * n + k] * m[k * n + j];
        }
    show("LU", m, sizeof m);
    for (int i = 0; i < n * n; i++) m[i] = i * 7919 % 1009 + 1;
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                if (m[i * n + k] + m[k * n + j] < m[i * n + j]) m[i * n + j] = m[i * n + k] + m[k * n + j];
    show("shortest paths", m, sizeof m);
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) {
            double t = m[i * n + j];
            m[i * n + j] = m[j * n + i];
            m[j * n + i] = t;
        }
    show("transposed in place", m, sizeof m);
    for (int round = 0; round < 3; round++)
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                m[i * n + j] = 0.25 * (m[i * n + j - 1] + m[i * n + j + 1] + m[(i - 1) * n + j] + m[(i + 1) * n + j]);
    show("Gauss-Seidel", m, sizeof m);
}

// What is gathered so far is read by the iteration that adds to it, or by the one that does not.
static void gathered() {
    fresh();
    std::vector<int> out(2000), place(2000);
    int sum = 0, odd = 0, last = -1, big = 0, where = -1;
    for (int i = 0; i < 2000; i++) {
        sum += a[i];
        out[i] = sum;
    }
    show("sums so far", out.data(), 8000);
    sum = 5;
    for (int i = 0; i < 2000; i++) {
        if (a[i] & 1) sum ^= a[i] * i;
        out[i] = sum;
    }
    show("of some", out.data(), 8000);
    for (int i = 0; i < 2000; i++) {
        if (a[i] % 3 == 0) continue;
        odd += a[i] & 1;
        if (odd % 7 == 3) last = i;
    }
    printf("%d %d\n", odd, last);
    double total = 0.5;
    std::vector<double> parts(2000);
    for (int i = 0; i < 2000; i++) {
        total = a[i] * 0.1 + total;
        parts[i] = total / (i + 1);
    }
    show("means", parts.data(), 16000);
    for (int i = 0; i < 2000; i++) {
        place[i] = sum;
        sum += a[i];
    }
    show("sums before", place.data(), 8000);
    int found = 0;
    for (int goal = 100; goal < 400000; goal += 9973) {
        int so_far = 0, target = -1;
        for (int i = 0; i < 1000; i++) {
            if (a[i] % 5 == 0) continue;
            so_far += a[i];
            if (goal < so_far) {
                target = i;
                break;
            }
        }
        found = found * 31 + target + so_far;
    }
    printf("found %d\n", found);
    for (int i = 0; i < 3000; i++)
        if (a[i] > big) big = a[i], where = i;
    int step = 0, seen = 0;
    for (int i = 0; i < 3000; i++)
        if (a[i] == 500) step = i, seen = a[i] + i;
    printf("%d at %d, %d %d\n", big, where, step, seen);
}

int main() {
    distances();
    one_for_all();
    matrices();
    gathered();
}
/* expect
distances a9d19466
one for all 9703d817
Gauss-Jordan ef19e1bd
0.0198914 0.00330301 0.0213341
LU ad8e8748
shortest paths ce5efb45
transposed in place 3c6f50c5
Gauss-Seidel ade10c06
sums so far 2540e337
of some f0b75f00
666 1982
means da1cc3c5
sums before 52c8b0ee
found -1573663731
1008 at 620, 2793 3293
*/
