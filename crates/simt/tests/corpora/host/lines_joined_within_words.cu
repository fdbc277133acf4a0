// A backslash before a line end joins two lines before there are words: within names, numbers, operators, literals' prefixes and comments.
#inc\
lude <cst\
dio>
#define TW\
O 2
int add\
ed(int a, int b) { ret\
urn a +\
= b, a; }
/\
/ a comment that goes on \
here: int broken(
/\
* and one of the other kind *\
/
template <class T> T sum(T a) { return a; }
template <class T, class\
... Rest> T sum(T a, Rest.\
.\
. rest) { return a + sum(rest...); }
int main() {
    int x = 1\
23, y = 0x\
ff;
    float f = 1.5e\
+1f;
    x <\
<\
= 1;
    x = x -\
- + TW\
O;
    printf("%d %d %g %d %d %s %d\n", x, y, f, added(1, 2), sum(1, 2, 3), u\
8"te\
xt", x =\
= 248);
    const char *raw = R"(a\
b)";
    printf("%s\n", raw);
}
/* expect
248 255 15 3 6 text 1
a\
b
*/
