// The examples of the C standard (6.10.3.5), in our own words, and the corners that learners' macros reach.
#define x 3
#define f(a) f(x * (a))
#undef x
#define x 2
#define g f
#define z z[0]
#define h g(~
#define m(a) a(w)
#define w 0,1
#define t(a) a
#define p() int
#define q(x) x
#define r(x,y) x ## y
#define str(x) # x
f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);
g(x+(3,4)-w) | h 5) & m
(f)^m(m);
p() i[q()] = { q(1), r(2,3), r(4,), r(,5), r(,) };
str("a\n" b) str( a  +  b )
#define CAT3(a, b, c) a##b##c
CAT3(, , tail) CAT3(1, , 3) CAT3(x, 1, y)
#define LOG(fmt, ...) printf(fmt, ##__VA_ARGS__)
LOG("a"); LOG("a", 1, 2);
#define OPT(a, ...) f2(a __VA_OPT__(,) __VA_ARGS__)
OPT(1) OPT(1, 2)
#define REST(first, rest...) rest
REST(1, 2, 3)
#define SELF SELF + 1
SELF
#define MULTI(a) do { \
    a; \
} while (0)
MULTI(b)
__LINE__
#define EMPTY
EMPTY()
#define FN() fn
FN FN()
/* expect
f(2 * (y+1)) + f(2 * (f(2 * (z[0])))) % f(2 * (0)) + t(1);
f(2 * (2+(3,4)-0,1)) | f(2 * (~ 5)) & f(2 * (0,1))^m(0,1);
int i[] = { 1, 23, 4, 5, };
"\"a\\n\" b" "a + b"
tail 13 x1y
printf("a"); printf("a", 1, 2);
f2(1) f2(1, 2)
2, 3
SELF + 1
do { b; } while (0)
35
()
FN fn
*/
