// buffer: out i32[8] = 0
// launch: k<<<1, 1>>>(out)
// expect: out = 0; 5; 6; 16; 8; 3; 97; 12
enum Color { red, green = 5, blue };
enum class Mode { fast = 3 };
constexpr int N = 4;
constexpr int square(int v) { return v * v; }
typedef unsigned int u32;
using real = float;
static_assert(sizeof(float4) == 16, "size");
__global__ void k(int* out) {
    Color c = red;
    out[0] = c;
    c = green;
    out[1] = c;
    out[2] = blue;
    int table[square(N)];
    out[3] = sizeof(table) / sizeof(table[0]);
    out[4] = sizeof(double);
    out[5] = static_cast<int>(Mode::fast);
    out[6] = 'a';
    u32 u = 3;
    real r = 4.0f;
    out[7] = u * r;
}
