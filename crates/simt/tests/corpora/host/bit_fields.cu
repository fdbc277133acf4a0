// Bit fields: sizes, bytes and values as g++ has them.
#include <cstdio>
#include <cstring>
#include <cstdint>
struct Plain {
    unsigned a : 3;
    unsigned b : 5;
    unsigned c : 24;
};
struct Signs {
    int a : 3;
    signed char b : 4;
    short c : 9;
    long long d : 40;
};
struct Gaps {
    unsigned a : 3;
    unsigned : 4;
    unsigned b : 2;
    unsigned : 0;
    unsigned c : 7;
    char d;
};
struct Mixed {
    char c;
    int a : 8;
    short s;
    int b : 20;
    char e;
    unsigned f : 1;
};
struct Wide {
    char c;
    unsigned long long a : 56;
    unsigned long long b : 64;
    bool flag : 1;
    bool other : 1;
};
struct Straddle {
    unsigned char a : 5;
    unsigned char b : 5;
    unsigned short c : 12;
    unsigned d : 31;
    unsigned long e : 33;
};
enum Colour { RED, GREEN, BLUE };
enum class Level : unsigned char { LOW, MID, HIGH };
struct Enums {
    Colour c : 2;
    Level l : 3;
};
union Word {
    float f;
    uint32_t u;
    struct {
        uint32_t mantissa : 23;
        uint32_t exponent : 8;
        uint32_t sign : 1;
    } parts;
    unsigned low : 4;
};
struct Only {
    int : 0;
};
struct Base {
    Base() {}
    int x;
    char a : 4;
};
struct Derived : Base {
    char b : 4;
    char c;
};
struct Defaults {
    unsigned a : 4 = 9;
    int b : 4 = -3;
};
struct Arrays {
    unsigned a : 9;
    float f[2];
    unsigned b : 9;
};
template <int N>
struct Flags {
    unsigned bits : N;
    unsigned rest : 32 - N;
    Flags() : bits(1), rest(2) {}
};
struct alignas(16) Aligned {
    unsigned a : 1;
};
template <class T>
void dump(const char *name, const T &t) {
    unsigned char raw[sizeof(T)];
    memcpy(raw, &t, sizeof(T));
    printf("%s %d/%d:", name, (int)sizeof(T), (int)alignof(T));
    for (unsigned char c : raw) printf(" %02x", c);
    printf("\n");
}
template <class T>
T zeroed() {
    T t;
    memset(&t, 0, sizeof t);
    return t;
}
static Plain global = {5, 17, 0x123456};
static const Signs table[2] = {{-1, 3, -200, -5}, {2, -8, 255, 1LL << 38}};
constexpr Plain folded = {9, 33, 70000};
static_assert(folded.a == 1 && folded.b == 1 && folded.c == 70000, "cut");
constexpr int counted() {
    Plain p = {0, 0, 0};
    for (int i = 0; i < 11; i++) p.a++;
    p.b = 40;
    p.b += 3;
    return p.a * 100 + p.b;
}
static_assert(counted() == 311, "wraps");
Plain make(unsigned a) { return {a, a + 1, a * 1000}; }
unsigned sum(Plain p) {
    p.a = 0;
    return p.a + p.b + p.c;
}
void bump(Plain &p) { p.b++; }
const char *which(int) { return "int"; }
const char *which(unsigned) { return "unsigned"; }
const char *which(long long) { return "long long"; }
int main() {
    dump("Plain", Plain{5, 17, 0x123456});
    auto signs = zeroed<Signs>();
    signs.a = -2;
    signs.b = 7;
    signs.c = -100;
    signs.d = -123456789012;
    dump("Signs", signs);
    printf("%d %d %d %lld\n", signs.a, signs.b, signs.c, (long long)signs.d);
    auto gaps = zeroed<Gaps>();
    gaps.a = 7;
    gaps.b = 3;
    gaps.c = 0x55;
    gaps.d = 'x';
    dump("Gaps", gaps);
    auto mixed = zeroed<Mixed>();
    mixed.c = 1;
    mixed.a = -2;
    mixed.s = 3;
    mixed.b = -77777;
    mixed.e = 5;
    mixed.f = 3;
    dump("Mixed", mixed);
    printf("%d %d %d %d %d %d\n", mixed.c, mixed.a, mixed.s, mixed.b, mixed.e, mixed.f);
    auto wide = zeroed<Wide>();
    wide.c = 9;
    wide.a = 0x00123456789abcdeULL;
    wide.b = 0xfedcba9876543210ULL;
    wide.other = true;
    wide.flag = 4;
    dump("Wide", wide);
    wide.a++;
    wide.b -= 2;
    printf("%llx %llx %d %d\n", (unsigned long long)wide.a, (unsigned long long)wide.b, wide.flag, wide.other);
    auto straddle = zeroed<Straddle>();
    straddle.a = 21;
    straddle.b = 10;
    straddle.c = 0xabc;
    straddle.d = 0x7fffffff;
    straddle.e = 0x1fedcba98UL;
    dump("Straddle", straddle);
    printf("%d %d %x %x %lx\n", straddle.a, straddle.b, straddle.c, straddle.d, (unsigned long)straddle.e);
    auto enums = zeroed<Enums>();
    enums.c = BLUE;
    enums.l = Level::HIGH;
    dump("Enums", enums);
    printf("%d %d\n", enums.c == BLUE, enums.l == Level::HIGH);
    Word word;
    word.f = -6.5f;
    printf("%u %u %x %u %d\n", word.parts.sign, word.parts.exponent, word.parts.mantissa, word.low, (int)sizeof(Word));
    word.parts.exponent += 1;
    word.parts.sign ^= 1;
    word.low = 0;
    printf("%g\n", word.f);
    auto derived = zeroed<Derived>();
    derived.x = 1;
    derived.a = 2;
    derived.b = 3;
    derived.c = 4;
    dump("Derived", derived);
    Base copy = derived;
    copy.a = 5;
    static_cast<Base &>(derived) = copy;
    printf("%d %d %d %d\n", derived.x, derived.a, derived.b, derived.c);
    Defaults defaults;
    dump("Defaults", defaults);
    auto arrays = zeroed<Arrays>();
    arrays.a = 257;
    arrays.f[1] = 1;
    arrays.b = 511;
    dump("Arrays", arrays);
    dump("Flags", Flags<7>());
    printf("%d %d %d\n", (int)sizeof(Aligned), (int)sizeof(Only), (int)sizeof(Base));
    dump("global", global);
    dump("table", table);

    Plain p = make(6);
    printf("%u %u %u %u\n", p.a, p.b, p.c, sum(p));
    bump(p);
    Plain *q = &p;
    q->a += 3;
    q->c <<= 20;
    int before = q->b--;
    printf("%u %u %x %d\n", p.a, p.b, p.c, before);
    unsigned stored = (p.a = 13);
    int twice = p.a = p.b = 12;
    printf("%u %d %u %u %d\n", stored, twice, p.a, p.b, ++p.a);
    // A field whose values fit `int` is one in arithmetic.
    p.a = 1;
    printf("%d %d %d\n", p.a - 2 < 0, p.a > -1, p.c - 1 < 0u);
    printf("%s %s %s\n", which(p.a), which(+p.a), which(wide.b > 0 ? signs.d : signs.d));
    const unsigned &read = p.a;
    p.a = 7;
    printf("%u %u\n", read, p.a);
    auto [x, y, z] = p;
    printf("%u %u %x\n", x, y, z);
    Plain list[3] = {{1, 2, 3}, {4, 5, 6}};
    list[2] = list[1];
    list[2].b = list[0].b + list[1].b;
    unsigned total = 0;
    for (const Plain &each : list) total = total * 100 + each.a * 10 + each.b;
    printf("%u %d\n", total, memcmp(&list[0], &p, sizeof p) != 0);
    switch (p.a) {
    case 7: printf("seven\n"); break;
    default: printf("other\n");
    }
    Plain named = {.a = 2, .c = 9};
    printf("%u %u %u %s\n", named.a, named.b, named.c, p.b ? "set" : "clear");
    printf("%u\n", make(3).b);
}
/* expect
Plain 4/4: 8d 56 34 12
Signs 8/8: 3e ce ec e5 66 41 e3 00
-2 7 -100 -123456789012
Gaps 8/4: 87 01 00 00 55 78 00 00
Mixed 12/4: 01 fe 03 00 2f d0 0e 05 01 00 00 00
1 -2 3 -77777 5 1
Wide 24/8: 09 de bc 9a 78 56 34 12 10 32 54 76 98 ba dc fe 03 00 00 00 00 00 00 00
123456789abcdf fedcba987654320e 1 1
Straddle 16/8: 15 0a bc 0a ff ff ff 7f 98 ba dc fe 01 00 00 00
21 10 abc 7fffffff 1fedcba98
Enums 4/4: 0a 00 00 00
1 1
1 129 500000 0 4
13
Derived 8/4: 01 00 00 00 02 03 04 00
1 5 3 4
Defaults 4/4: d9 00 00 00
Arrays 16/4: 01 01 00 00 00 00 00 00 00 00 80 3f ff 01 00 00
Flags 4/4: 01 01 00 00
16 1 8
global 4/4: 8d 56 34 12
table 16/8: 1f 9c fb ff ff ff ff 00 c2 7f 00 00 00 00 40 00
6 7 6000 6007
1 7 0 8
5 4 5 12 5
1 1 0
unsigned int long long
1 7
7 12 0
124547 1
seven
2 0 9 set
4
*/
