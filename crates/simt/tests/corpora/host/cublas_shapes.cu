/* expect
rotg 5 1.66667 0.6 0.8
zgemm 1
dotc 1 nrm2 1 amax 1
herk 1
ex 197 197 9
int8 1032256
 ** On entry to SGEMM  parameter number 8 had an illegal value
an unsupported value or parameter was passed to the function
1
85 agree
*/
// Matrices of every shape that cuBLAS takes, in either triangle, turned or not, against sums written out.
#include <cublas_v2.h>
#include <cstdio>
#include <vector>
#include <complex>
#include <cmath>
typedef std::complex<double> Z;
#define OK(x) do { cublasStatus_t s_ = (x); if (s_) printf("%s: %s\n", #x, cublasGetStatusName(s_)); } while (0)
static unsigned state = 7;
double number() { state = state * 1664525u + 1013904223u; return (int)(state >> 24) / 16.0 - 8; }
template <class T> T *device(const std::vector<T> &v) { T *p; cudaMalloc((void **)&p, v.size() * sizeof(T)); cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice); return p; }
template <class T> std::vector<T> host(T *p, size_t n) { std::vector<T> v(n); cudaMemcpy(v.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost); return v; }
std::vector<double> numbers(int n) { std::vector<double> v(n); for (double &x : v) x = number(); return v; }
static int agreed = 0;
void same(const char *name, const std::vector<double> &got, const std::vector<double> &want) {
    double worst = 0;
    for (size_t i = 0; i < want.size(); i++) worst = fmax(worst, fabs(got[i] - want[i]));
    agreed += worst < 1e-9;
    if (worst >= 1e-9) printf("%s differs by %g\n", name, worst);
}
int main() {
    cublasHandle_t h;
    OK(cublasCreate(&h));
    const int n = 7, m = 5;
    auto a = numbers(n * n), b = numbers(n * n), c = numbers(n * n), x = numbers(2 * n), y = numbers(2 * n);
    for (int i = 0; i < n; i++) a[i * n + i] = 20 + i;
    double *da = device(a), *db = device(b), *dc = device(c), *dx = device(x), *dy = device(y);
    double al = 1.5, be = -0.5, zero = 0;
    // symv upper
    for (int up = 0; up < 2; up++) {
        cublasFillMode_t fill = up ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
        auto full = a;
        for (int j = 0; j < n; j++) for (int i = 0; i < n; i++) if (up ? i > j : i < j) full[j * n + i] = a[i * n + j];
        std::vector<double> want(n);
        for (int i = 0; i < n; i++) { double s = 0; for (int j = 0; j < n; j++) s += full[j * n + i] * x[j * 2]; want[i] = al * s + be * y[n - 1 - i]; }
        dy = device(y);
        OK(cublasDsymv(h, fill, n, &al, da, n, dx, 2, &be, dy, -1));
        auto got = host(dy, n);
        for (int i = 0; i < n / 2; i++) std::swap(got[i], got[n - 1 - i]);
        same("symv", got, want);
        for (int tr = 0; tr < 2; tr++) for (int unit = 0; unit < 2; unit++) {
            auto tri = a;
            for (int j = 0; j < n; j++) for (int i = 0; i < n; i++) { if (up ? i > j : i < j) tri[j * n + i] = 0; if (unit && i == j) tri[j * n + i] = 1; }
            auto at = [&](int i, int j) { return tr ? tri[i * n + j] : tri[j * n + i]; };
            double *v = device(x);
            cublasOperation_t op = tr ? CUBLAS_OP_T : CUBLAS_OP_N;
            cublasDiagType_t d = unit ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT;
            OK(cublasDtrmv(h, fill, op, d, n, da, n, v, 1));
            for (int i = 0; i < n; i++) { double s = 0; for (int j = 0; j < n; j++) s += at(i, j) * x[j]; want[i] = s; }
            same("trmv", host(v, n), want);
            OK(cublasDtrsv(h, fill, op, d, n, da, n, v, 1));
            same("trsv", host(v, n), x.size() ? std::vector<double>(x.begin(), x.begin() + n) : x);
            std::vector<double> packed;
            for (int j = 0; j < n; j++) for (int i = 0; i < n; i++) if (up ? i <= j : i >= j) packed.push_back(a[j * n + i]);
            double *dp = device(packed);
            OK(cublasDtpmv(h, fill, op, d, n, dp, v, 1));
            same("tpmv", host(v, n), want);
            OK(cublasDtpsv(h, fill, op, d, n, dp, v, 1));
            same("tpsv", host(v, n), std::vector<double>(x.begin(), x.begin() + n));
            // trsm against trmm
            for (int left = 0; left < 2; left++) {
                cublasSideMode_t side = left ? CUBLAS_SIDE_LEFT : CUBLAS_SIDE_RIGHT;
                int rows = left ? n : m, cols = left ? m : n;
                double *B = device(b), *C = device(c);
                OK(cublasDtrmm(h, side, fill, op, d, rows, cols, &al, da, n, B, rows, C, rows));
                std::vector<double> w(rows * cols);
                for (int j = 0; j < cols; j++) for (int i = 0; i < rows; i++) { double s = 0; for (int k = 0; k < n; k++) s += left ? at(i, k) * b[j * rows + k] : b[k * rows + i] * at(k, j); w[j * rows + i] = al * s; }
                same("trmm", host(C, rows * cols), w);
                double back = 1 / al;
                OK(cublasDtrsm(h, side, fill, op, d, rows, cols, &back, da, n, C, rows));
                same("trsm", host(C, rows * cols), std::vector<double>(b.begin(), b.begin() + rows * cols));
            }
        }
        // syrk, syr2k, syr, symm
        double *C = device(c);
        OK(cublasDsyrk(h, fill, CUBLAS_OP_N, m, n, &al, db, m, &be, C, m));
        auto w = c;
        for (int j = 0; j < m; j++) for (int i = 0; i < m; i++) if (up ? i <= j : i >= j) { double s = 0; for (int k = 0; k < n; k++) s += b[k * m + i] * b[k * m + j]; w[j * m + i] = al * s + be * w[j * m + i]; }
        same("syrk", host(C, m * m), std::vector<double>(w.begin(), w.begin() + m * m));
        C = device(c); w = c;
        OK(cublasDsyr2k(h, fill, CUBLAS_OP_T, m, n, &al, db, n, da, n, &be, C, m));
        for (int j = 0; j < m; j++) for (int i = 0; i < m; i++) if (up ? i <= j : i >= j) { double s = 0; for (int k = 0; k < n; k++) s += b[i * n + k] * a[j * n + k] + a[i * n + k] * b[j * n + k]; w[j * m + i] = al * s + be * w[j * m + i]; }
        same("syr2k", host(C, m * m), std::vector<double>(w.begin(), w.begin() + m * m));
        C = device(c); w = c;
        OK(cublasDsyr2(h, fill, n, &al, dx, 2, dx + 1, 1, C, n));
        for (int j = 0; j < n; j++) for (int i = 0; i < n; i++) if (up ? i <= j : i >= j) w[j * n + i] += al * (x[2 * i] * x[1 + j] + x[1 + i] * x[2 * j]);
        same("syr2", host(C, n * n), w);
        C = device(c); w = c;
        OK(cublasDsymm(h, CUBLAS_SIDE_RIGHT, fill, m, n, &al, da, n, db, m, &be, C, m));
        for (int j = 0; j < n; j++) for (int i = 0; i < m; i++) { double s = 0; for (int k = 0; k < n; k++) s += b[k * m + i] * full[j * n + k]; w[j * m + i] = al * s + be * w[j * m + i]; }
        same("symm", host(C, m * n), std::vector<double>(w.begin(), w.begin() + m * n));
        // band: 2 diagonals
        std::vector<double> band(3 * n, -77), wb(n);
        for (int j = 0; j < n; j++) for (int i = 0; i < n; i++) if ((up ? j - i : i - j) >= 0 && abs(i - j) <= 2) band[j * 3 + (up ? 2 + i - j : i - j)] = a[j * n + i];
        double *B = device(band);
        dy = device(y);
        OK(cublasDsbmv(h, fill, n, 2, &al, B, 3, dx, 1, &be, dy, 1));
        for (int i = 0; i < n; i++) { double s = 0; for (int j = 0; j < n; j++) if (abs(i - j) <= 2) s += full[j * n + i] * x[j]; wb[i] = al * s + be * y[i]; }
        same("sbmv", host(dy, n), wb);
    }
    {   // gbmv: m by n, one below, two above
        std::vector<double> band(4 * n, -77), want(n);
        for (int j = 0; j < n; j++) for (int i = 0; i < m; i++) if (j - i <= 2 && i - j <= 1) band[j * 4 + 2 + i - j] = b[j * m + i];
        double *B = device(band);
        for (int tr = 0; tr < 2; tr++) {
            dy = device(y);
            OK(cublasDgbmv(h, tr ? CUBLAS_OP_T : CUBLAS_OP_N, m, n, 1, 2, &al, B, 4, dx, 1, &be, dy, 1));
            int rows = tr ? n : m, cols = tr ? m : n;
            for (int i = 0; i < rows; i++) { double s = 0; for (int j = 0; j < cols; j++) { int r = tr ? j : i, q = tr ? i : j; if (q - r <= 2 && r - q <= 1) s += b[q * m + r] * x[j]; } want[i] = al * s + be * y[i]; }
            same("gbmv", host(dy, rows), std::vector<double>(want.begin(), want.begin() + rows));
        }
    }
    {   // rot, rotg, dgmm, ger
        double p = 3, q = 4, cs, sn;
        OK(cublasDrotg(h, &p, &q, &cs, &sn));
        printf("rotg %g %g %g %g\n", p, q, cs, sn);
        double *X = device(x), *Y = device(y);
        OK(cublasDrot(h, n, X, 1, Y, 1, &cs, &sn));
        std::vector<double> wx(n), wy(n);
        for (int i = 0; i < n; i++) wx[i] = cs * x[i] + sn * y[i], wy[i] = cs * y[i] - sn * x[i];
        same("rot", host(X, n), wx); same("rot", host(Y, n), wy);
        double *C = device(c);
        OK(cublasDdgmm(h, CUBLAS_SIDE_RIGHT, m, n, db, m, dx, 1, C, m));
        auto w = c;
        for (int j = 0; j < n; j++) for (int i = 0; i < m; i++) w[j * m + i] = b[j * m + i] * x[j];
        same("dgmm", host(C, m * n), std::vector<double>(w.begin(), w.begin() + m * n));
        double dot;
        OK(cublasDdot(h, n, dx, -2, dy, 1, &dot));
        auto yy = host(dy, n); double wd = 0;
        for (int i = 0; i < n; i++) wd += x[(n - 1 - i) * 2] * yy[i];
        same("dot backwards", {dot}, {wd});
    }
    {   // LU of a batch
        double *A = device(a), *Ainv = device(c), **list = device(std::vector<double *>{A}), **inv = device(std::vector<double *>{Ainv});
        int *piv, *info;
        cudaMalloc(&piv, n * 4); cudaMalloc(&info, 4);
        OK(cublasDgetrfBatched(h, n, list, n, piv, info, 1));
        OK(cublasDgetriBatched(h, n, list, n, piv, inv, n, info, 1));
        auto got = host(Ainv, n * n);
        std::vector<double> prod(n * n), eye(n * n);
        for (int j = 0; j < n; j++) for (int i = 0; i < n; i++) { for (int k = 0; k < n; k++) prod[j * n + i] += a[k * n + i] * got[j * n + k]; eye[j * n + i] = i == j; }
        same("getri", prod, eye);
        for (int tr = 0; tr < 2; tr++) {
            double *B = device(b), **bl = device(std::vector<double *>{B});
            int hinfo;
            OK(cublasDgetrsBatched(h, tr ? CUBLAS_OP_T : CUBLAS_OP_N, n, 2, list, n, piv, bl, n, &hinfo, 1));
            auto s = host(B, 2 * n);
            std::vector<double> back(2 * n);
            for (int j = 0; j < 2; j++) for (int i = 0; i < n; i++) for (int k = 0; k < n; k++) back[j * n + i] += (tr ? a[i * n + k] : a[k * n + i]) * s[j * n + k];
            same("getrs", back, std::vector<double>(b.begin(), b.begin() + 2 * n));
        }
    }
    {   // complex
        std::vector<Z> za(n * n), zb(n * n), zc(n * n), want(n * n);
        for (int i = 0; i < n * n; i++) za[i] = Z(a[i], b[i]), zb[i] = Z(c[i], a[i]), zc[i] = Z(b[i], c[i]);
        cuDoubleComplex *A = (cuDoubleComplex *)device(za), *B = (cuDoubleComplex *)device(zb), *C = (cuDoubleComplex *)device(zc);
        cuDoubleComplex zal = make_cuDoubleComplex(1.5, -2), zbe = make_cuDoubleComplex(0.5, 1);
        OK(cublasZgemm(h, CUBLAS_OP_C, CUBLAS_OP_T, n, n, n, &zal, A, n, B, n, &zbe, C, n));
        double worst = 0;
        auto got = host((Z *)C, n * n);
        for (int j = 0; j < n; j++) for (int i = 0; i < n; i++) { Z s = 0; for (int k = 0; k < n; k++) s += std::conj(za[i * n + k]) * zb[k * n + j]; worst = fmax(worst, abs(Z(1.5, -2) * s + Z(0.5, 1) * zc[j * n + i] - got[j * n + i])); }
        printf("zgemm %d\n", worst < 1e-8);
        cuDoubleComplex dotc; double nrm; int big;
        OK(cublasZdotc(h, n, A, 1, B, 1, &dotc)); OK(cublasDznrm2(h, n, A, 1, &nrm)); OK(cublasIzamax(h, n, A, 1, &big));
        Z s = 0; double q = 0; int wb = 0;
        for (int i = 0; i < n; i++) { s += std::conj(za[i]) * zb[i]; q += std::norm(za[i]); if (fabs(za[i].real()) + fabs(za[i].imag()) > fabs(za[wb].real()) + fabs(za[wb].imag())) wb = i; }
        printf("dotc %d nrm2 %d amax %d\n", abs(s - Z(dotc.x, dotc.y)) < 1e-9, fabs(sqrt(q) - nrm) < 1e-9, big == wb + 1);
        OK(cublasZherk(h, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, n, n, &al, A, n, &zero, C, n));
        got = host((Z *)C, n * n); worst = 0;
        for (int j = 0; j < n; j++) for (int i = j; i < n; i++) { Z s = 0; for (int k = 0; k < n; k++) s += za[k * n + i] * std::conj(za[k * n + j]); worst = fmax(worst, abs(al * s - got[j * n + i])); }
        printf("herk %d\n", worst < 1e-8);
    }
    {   // Ex
        std::vector<__half> hx(100), hy(100);
        float want = 0;
        for (int i = 0; i < 100; i++) hx[i] = __float2half(i % 5), hy[i] = __float2half(i % 3), want += (i % 5) * (i % 3);
        __half *X = device(hx), *Y = device(hy), dot;
        float two = 2;
        OK(cublasDotEx(h, 100, X, CUDA_R_16F, 1, Y, CUDA_R_16F, 1, &dot, CUDA_R_16F, CUDA_R_32F));
        OK(cublasAxpyEx(h, 100, &two, CUDA_R_32F, X, CUDA_R_16F, 1, Y, CUDA_R_16F, 1, CUDA_R_32F));
        printf("ex %g %g %g\n", __half2float(dot), want, __half2float(host(Y, 100)[4]));
        std::vector<signed char> ia(64, 127), ib(64, 127);
        signed char *A = device(ia), *B = device(ib);
        int *C = device(std::vector<int>(1)), one = 1, none = 0;
        OK(cublasGemmEx(h, CUBLAS_OP_T, CUBLAS_OP_N, 1, 1, 64, &one, A, CUDA_R_8I, 64, B, CUDA_R_8I, 64, &none, C, CUDA_R_32I, 1, CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT));
        printf("int8 %d\n", host(C, 1)[0]);
    }
    float f = 1;
    printf("%s\n", cublasGetStatusString(cublasSgemm_v2(h, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, &f, 0, 3, 0, 4, &f, 0, 4)));
    cublasSetPointerMode(h, CUBLAS_POINTER_MODE_DEVICE);
    cublasPointerMode_t mode; cublasGetPointerMode(h, &mode);
    printf("%d\n", mode);
    printf("%d agree\n", agreed);
    OK(cublasDestroy(h));
}
