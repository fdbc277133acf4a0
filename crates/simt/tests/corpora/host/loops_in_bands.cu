// Loops of many iterations, of every shape that may be executed in bands, and of those that only look so: each gives what one
// iteration after the other gives, to the bit.
#include <algorithm>
#include <cmath>
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

#define SHOW(name, array) printf("%s %08x\n", name, hash(array, sizeof array))

static const int N = 1000;
static float a[N], b[N], c[N];
static int n[N], m[N];
static double d[N];
static char text[N + 1];

struct Particle {
    float x, y, vx, vy;
    int hits;
};
static Particle particles[300];

static void fill() {
    srand(7);
    for (int i = 0; i < N; i++) {
        a[i] = (float)rand() / RAND_MAX;
        b[i] = rand() % 100 - 50;
    }
    for (int i = 0; i < N; ++i) n[i] = i * 37 % 101 - 50, m[i] = 0;
    for (int i = N - 1; i >= 0; i--) d[i] = i / 3.0;
    for (unsigned i = 0; i < (unsigned)N; i += 2) text[i] = 'a' + i % 26;
    for (int i = 1; i < N; i += 2) text[i] = text[i - 1] + 1;
    SHOW("a", a), SHOW("b", b), SHOW("n", n), SHOW("d", d), SHOW("text", text);
}

static void elements() {
    for (int i = 0; i < N; i++) c[i] = 2.5f * a[i] + b[i];
    SHOW("saxpy", c);
    for (int i = 0; i < N; i++) c[i] = c[i] > 0 ? sqrtf(c[i]) : -c[i];
    SHOW("choice", c);
    for (int i = 0; i < N; i++) {
        if (n[i] < 0) continue;
        if (n[i] % 3 == 0)
            c[i] = expf(-a[i]);
        else
            c[i] += 1.0f;
    }
    SHOW("branches", c);
    for (int i = 0; i < N; i++) c[N - 1 - i] = a[i];
    SHOW("reverse", c);
    for (int i = 0; i < N / 4; i++) c[4 * i + 1] = c[4 * i + 2] = a[i];
    SHOW("strided", c);
    for (int i = 0; i < 300; i++) {
        particles[i].x = a[i], particles[i].y = b[i];
        particles[i].vx = particles[i].x * 0.5f;
        particles[i].vy = particles[i].vx + particles[i].y;
        particles[i].hits = i % 7;
    }
    for (int i = 0; i < 300; i++) particles[i].x += particles[i].vx, particles[i].hits++;
    SHOW("particles", particles);
    float *p = a, *q = c;
    for (int i = 0; i < N; i++) *q++ = *p++ * 3.0f;
    SHOW("pointers", c);
    printf("%d %d\n", (int)(p - a), (int)(q - c));
    for (int i = 0; i < N; i++) switch (n[i] & 3) {
            case 0: m[i] = 1; break;
            case 1: m[i] = n[i];
            case 2: m[i] += 5; break;
            default: m[i] = -m[i];
        }
    SHOW("switch", m);
}

// What an iteration leaves for a later one, in memory.
static void carried() {
    memcpy(c, a, sizeof c);
    for (int i = 1; i < N; i++) c[i] = c[i - 1] * 0.5f + c[i];
    SHOW("recurrence", c);
    for (int i = 1; i < N; i++) m[i] = m[i - 1] + n[i];
    SHOW("prefix", m);
    for (int i = 0; i + 1 < N; i++) c[i] = c[i] + c[i + 1];
    SHOW("forward", c);
    for (int i = 0; i + 300 < N; i++) c[i + 300] = c[i] + 1;
    SHOW("far", c);
    memset(m, 0, sizeof m);
    for (int i = 0; i < N; i++) m[(n[i] + 50) % 16]++;
    SHOW("histogram", m);
    for (int i = 0; i < N; i++) c[5] += a[i];
    SHOW("one", c);
    for (int i = 0; i < N; i++) c[(i * 7) % N] = a[i];
    SHOW("scatter", c);
    for (int i = 0; i < 500; i++) c[2 * i] = c[i];
    SHOW("doubling", c);
    for (int i = 0; i < N; i++) n[i] ^= n[N - 1 - i];
    SHOW("mirror", n);
    float last = 0;
    for (int i = 0; i < N; i++) {
        c[i] = last;
        last = a[i];
    }
    SHOW("delayed", c);
}

static void gathered() {
    float sum = 0, most = -1e30f, least = 1e30f;
    double wide = 0;
    int positive = 0, first = -1, last = -1;
    unsigned mix = 17;
    for (int i = 0; i < N; i++) {
        sum += a[i] * b[i];
        wide += (double)a[i] * d[i];
        most = fmaxf(most, b[i]);
        if (b[i] < least) least = b[i];
        if (n[i] > 0) positive++;
        if (n[i] > 40 && first < 0) first = i;
        if (n[i] > 40) last = i;
        mix = mix * 31 + n[i];
    }
    printf("%.9g %.17g %g %g %d %d %d %u\n", sum, wide, most, least, positive, first, last, mix);
    long long total = 0;
    size_t count = 0;
    for (size_t i = 0; i < (size_t)N; i++) total += n[i] * (long long)i, count += text[i] == 'c';
    printf("%lld %zu\n", total, count);
    int i = 0;
    while (i < N && n[i] != n[N - 1]) i++;
    printf("%d\n", i);
    float error = 0;
    bool same = true;
    for (int i = 0; i < N; i++) {
        float e = fabs(a[i] - c[i]);
        if (e > error) error = e;
        if (e > 0.999f) {
            same = false;
            printf("at %d\n", i);
            break;
        }
    }
    printf("%g %d\n", error, same);
    for (int i = 0; i < N; i++)
        if (i % 333 == 332) printf("%d %g\n", i, a[i]);
    double x;
    int k;
    for (k = 0; k < N; k += 3) x = a[k] + k;
    printf("%d %g\n", k, x);
}

static void nests() {
    const int S = 40;
    static float x[S * S], y[S * S], z[S * S];
    for (int i = 0; i < S * S; i++) x[i] = a[i % N], y[i] = b[i * 3 % N];
    for (int i = 0; i < S; i++)
        for (int j = 0; j < S; j++) {
            float sum = 0;
            for (int k = 0; k < S; k++) sum += x[i * S + k] * y[k * S + j];
            z[i * S + j] = sum;
        }
    SHOW("product", z);
    for (int i = 0; i < S; i++)
        for (int k = 0; k < S; k++)
            for (int j = 0; j < S; j++) z[i * S + j] += x[i * S + k] * y[k * S + j];
    SHOW("reordered", z);
    for (int i = 0; i < S; i++)
        for (int j = 0; j < S; j++) {
            float sum = 0;
            for (int di = -2; di <= 2; di++)
                for (int dj = -2; dj <= 2; dj++) {
                    int r = i + di, s = j + dj;
                    if (r < 0 || r >= S) continue;
                    if (s >= 0 && s < S) sum += x[r * S + s] * a[(di + 2) * 5 + dj + 2];
                }
            z[j * S + i] = sum;
        }
    SHOW("stencil", z);
    for (int i = 0; i < S; i++) {
        float sum = 0;
        for (int j = 0; j <= i; j++) sum += x[i * S + j];
        for (int j = 0; j < S; j++) {
            if (j == i) break;
            sum -= y[j];
        }
        z[i] = sum;
    }
    SHOW("triangle", z);
    for (int i = 1; i < S; i++)
        for (int j = 1; j < S; j++) z[i * S + j] = 0.5f * (z[(i - 1) * S + j] + z[i * S + j - 1]);
    SHOW("wavefront", z);
    std::vector<std::vector<float>> rows(50, std::vector<float>(60));
    for (int i = 0; i < 50; i++)
        for (int j = 0; j < 60; j++) rows[i][j] = a[i * 20 + j % 20];
    float sum = 0;
    for (auto &row : rows)
        for (float v : row) sum += v;
    printf("%.9g\n", sum);
    std::vector<int> list(300);
    for (size_t i = 0; i < list.size(); i++) list[i] = (int)(list.size() - i);
    for (int &v : list) v = v * 2 + 1;
    std::sort(list.begin(), list.end());
    printf("%d %d %08x\n", list[0], list[299], hash(list.data(), list.size() * 4));
}

int main() {
    fill();
    elements();
    carried();
    gathered();
    nests();
    for (int i = 0; i < 20; i++) printf("%d%c", rand() % 10, i < 19 ? ' ' : '\n');
}
/* expect
a 10b444ae
b 676f9b6a
n cfe896be
d 1ae9a9b3
text 3c64fc03
saxpy b8c520f6
choice ae0f9410
branches b90de49c
reverse 1aaa4e9a
strided eed22980
particles 7516177f
pointers 7f5af673
1000 1000
switch 06e928d5
recurrence 21032c93
prefix d30258a2
forward f6c839d5
far 27cbccbd
histogram 4370eafd
one 182c9175
scatter c116e922
doubling 2ec5fe9b
mirror 5c20e401
delayed cd24298b
-331.028992 82622.446789188398 49 -50 257 505 991 1314555166
-806874 39
595
0.985722 1
332 0.801781
665 0.572081
998 0.204098
1002 999.908
product 8a539ed8
reordered 4d1d5156
stencil 839f19dd
triangle 9e631e9f
wavefront 2a0c15f0
1490.08521
3 601 2af96f47
4 8 2 4 4 6 7 6 2 0 4 6 6 7 3 5 3 2 3 5
*/
