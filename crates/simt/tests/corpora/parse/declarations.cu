int a, *b = 0, c[2][3] = {{1, 2, 3}, {4}}, (*f)(float, int n), &r = a;
unsigned long const long *const volatile *__restrict__ pp;
static const char text[] = "a" "b\n", letter = 'x';
typedef float (*fn_t)(float), row_t[3];
using vec = float4;
struct __align__(16) V {
  float x, y;
  unsigned bits : 3;
  V() : x(0), y{1} {}
  V(float v) : x(v) {}
  ~V();
  __device__ V operator+(const V &o) const { return V{x + o.x, y + o.y}; }
  float &operator[](int i);
  void operator()();
  operator float() const;
  static int count;
private:
  V *next;
} v1, *v2;
union U { int i; float f; };
enum Mode { A, B = 3, C };
enum class K : unsigned char { X };
enum { ANONYMOUS = 1 };
namespace n1::n2 { struct T { int q; }; __device__ T make(int x); }
namespace alias = n1::n2;
using namespace n1;
using n1::n2::T;
static_assert(sizeof(V) >= 8, "size");
extern "C" { void solve(const float *a, int n = 3, ...); }
extern "C" void one(void);
__constant__ float table[3] = {1.f, .5f, 2e-3f};
__device__ int counter;
auto trailing(int x) -> float;
V::V(int) {}
float V::get() const { return this->x; }
/* expect
int a; int *b = 0; int c[2][3] = {{1, 2, 3}, {4}}; int (*f)(float, int n); int &r = a;
const unsigned long long *const volatile *__restrict__ pp;
static const char text[] = "ab\012"; static const char letter = 'x';
using fn_t = float (*)(float); using row_t = float [3];
using vec = float4;
struct alignas(16) V {
  float x; float y;
  unsigned int bits : 3;
  V() : x(0), y{1} { }
  V(float v) : x(v) { }
  ~V();
  __device__ V operator+(const V &o) const { return V{x + o.x, y + o.y}; }
  float &operator[](int i);
  void operator()();
  operator float() const;
  static int count;
private:
  V *next;
};
V v1; V *v2;
union U { int i; float f; };
enum Mode { A, B = 3, C };
enum class K : unsigned char { X };
enum <unnamed enum 1> { ANONYMOUS = 1 };
namespace n1 { namespace n2 { struct T { int q; }; __device__ T make(int x); } }
namespace alias = n1::n2;
using namespace n1;
using n1::n2::T;
static_assert(sizeof(V) >= 8, "size");
extern "C" { void solve(const float *a, int n = 3, ...); }
extern void one();
__constant__ float table[3] = {1.0f, 0.5f, 0.002f};
__device__ int counter;
float trailing(int x);
V::V(int) { }
float V::get() const { return this->x; }
*/
