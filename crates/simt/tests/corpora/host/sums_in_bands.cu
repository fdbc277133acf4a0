// Inner loops that only add up, within loops that may be executed in bands: sums in registers and in memory, through pointers, through a
// struct's pointer and a vector's, of every type, with all lanes and some, and those where a sum is what a later round reads. Each gives what
// one round after the other gives, to the bit.
#include <cstdio>
#include <cstdlib>
#include <vector>

static unsigned hash(const void *p, size_t n) {
    const unsigned char *b = (const unsigned char *)p;
    unsigned h = 2166136261u;
    for (size_t i = 0; i < n; i++) h = (h ^ b[i]) * 16777619u;
    return h;
}

template <typename T> static void show(const char *name, const T *from, int count) { printf("%s %08x\n", name, hash(from, count * sizeof(T))); }

static const int M = 37, K = 83, N = 301;

template <typename T> struct Matrix {
    int rows, columns;
    T *data;
    Matrix(int rows, int columns) : rows(rows), columns(columns), data((T *)malloc(rows * columns * sizeof(T))) {}
    ~Matrix() { free(data); }
    T &at(int i, int j) const { return data[i * columns + j]; }
};

template <typename T> static T number(int i) { return (T)((i * 7919 + 13) % 1000 - 500) / (T)4; }

template <typename T> static void products(const char *name) {
    Matrix<T> a(M, K), b(K, N), c(M, N);
    for (int i = 0; i < M * K; i++) a.data[i] = number<T>(i);
    for (int i = 0; i < K * N; i++) b.data[i] = number<T>(i + 5);
    printf("%s\n", name);
    T *A = a.data, *B = b.data, *C = c.data;

    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) {
            T sum = 0;
            for (int k = 0; k < K; k++) sum += A[i * K + k] * B[k * N + j];
            C[i * N + j] = sum;
        }
    show("a register", C, M * N);
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) {
            C[i * N + j] = 0;
            for (int k = 0; k < K; k++) C[i * N + j] += A[i * K + k] * B[k * N + j];
        }
    show("memory", C, M * N);
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < K; k++) c.at(i, j) += a.at(i, k) * b.at(k, j);
    show("a struct's pointer", C, M * N);
    // Columns: lanes lie apart.
    for (int j = 0; j < N; j++)
        for (int i = 0; i < M; i++) {
            T sum = C[i * N + j];
            for (int k = 0; k < K; k++) sum += A[i * K + k] * B[k * N + j];
            C[i * N + j] = sum;
        }
    show("columns", C, M * N);

    std::vector<T> x(A, A + M * K), y(B, B + K * N), z(M * N);
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < K; k++) z[i * N + j] += x[i * K + k] * y[k * N + j];
    show("vectors", z.data(), M * N);
    // Only some lanes go on, and each has another number of rounds.
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) {
            if (j % 3 == i % 3) continue;
            T sum = 1;
            for (int k = 0; k < K; k++) sum += x[i * K + k] * y[k * N + j];
            for (int k = 0; k < j % K; k++) z[i * N + j] += sum * y[k * N + j];
        }
    show("some lanes", z.data(), M * N);
    // Two sums, one of them of the least; rounds by twos.
    for (int j = 0; j < N; j++) {
        T odd = 0, even = 0;
        for (int k = 0; k + 1 < K; k += 2) {
            even += y[k * N + j];
            odd += y[(k + 1) * N + j] * y[k * N + j];
        }
        z[j] = even - odd;
    }
    show("two sums", z.data(), M * N);
}

// What a round adds, a later one reads: lanes and rounds meet.
template <typename T> static void met(const char *name) {
    std::vector<T> c(N + K + 1), one(1);
    for (int i = 0; i <= N + K; i++) c[i] = number<T>(i);
    printf("%s\n", name);
    for (int j = 0; j < N; j++)
        for (int k = 1; k < K; k++) c[j] += c[j + k];
    show("reads behind", c.data(), N + K + 1);
    for (int j = K; j < N; j++)
        for (int k = 1; k < K; k++) c[j] += c[j - k] / (T)128;
    show("reads before", c.data(), N + K + 1);
    for (int j = 0; j < N; j++)
        for (int k = 0; k < K; k++) c[j / 4] += c[k] / (T)64;
    show("shared places", c.data(), N + K + 1);
    for (int j = 0; j < N; j++)
        for (int k = 0; k < K; k++) one[0] += c[k] * (T)(j & 1);
    show("one place", one.data(), 1);
}

// A sum that lies where the rounds' own pointer is.
static void pointers() {
    long table[40], value[64];
    for (int i = 0; i < 64; i++) value[i] = i * i - 100;
    for (int i = 0; i < 40; i++) table[i] = (long)(value + i % 8);
    unsigned long total = 0;
    for (int j = 0; j < 40; j++) {
        long sum = 0;
        for (int k = 0; k < 20; k++) sum += ((long *)table[j])[k];
        total = total * 31 + sum;
    }
    printf("pointers %lu\n", total);
    for (int j = 0; j < 40; j++)
        for (int k = 0; k < 8; k++) table[0] += 8 * (k == 7) - (((long *)table[0])[k] & 0);
    printf("moved %ld\n", (table[0] - (long)value) / 8);
}

int main() {
    products<float>("float");
    products<double>("double");
    products<int>("int");
    products<unsigned>("unsigned");
    products<long long>("long long");
    met<float>("met float");
    met<double>("met double");
    met<int>("met int");
    pointers();
}

/* expect
float
a register 537ffcd7
memory 537ffcd7
a struct's pointer fcd73a56
columns 0b74220c
vectors 537ffcd7
some lanes d4ef590a
two sums ecbde570
double
a register d1785665
memory d1785665
a struct's pointer 51c69d75
columns a8abfdcc
vectors d1785665
some lanes 21feefdd
two sums dcabf7a4
int
a register 182ec08c
memory 182ec08c
a struct's pointer 0b670a7c
columns 24c53e1c
vectors 182ec08c
some lanes 8836ea96
two sums a24b157b
unsigned
a register cfd9aa2d
memory cfd9aa2d
a struct's pointer 71a71b37
columns 47bdf20e
vectors cfd9aa2d
some lanes 4145c600
two sums 2c4a9a30
long long
a register 0fb23310
memory 0fb23310
a struct's pointer 7e852af8
columns 466207e8
vectors 0fb23310
some lanes 069eb81a
two sums c3296833
met float
reads behind db2c7672
reads before 053580a0
shared places 8abc42ef
one place 0f2c4bb1
met double
reads behind cf20467a
reads before 048f8577
shared places 7bba35a1
one place ae340413
met int
reads behind 68dada65
reads before c3ef0fe5
shared places a0f9172a
one place 3849182b
pointers 9830196159695746464
moved 40
*/
