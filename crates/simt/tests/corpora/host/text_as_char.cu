// A text as written becomes `char *`, as C++ had it once; where `const char *` fits too, that is meant.
#include <cstdio>
void show(char *text) { printf("%s\n", text); }
int which(char *) { return 1; }
int which(const char *) { return 2; }
struct Named {
    char *name;
    int n;
};
char *kept = "kept";
int main() {
    char *a = "a";
    a = "b";
    char *names[] = {"c", "d"};
    Named one = {"e", 5};
    show("f");
    show(a);
    show(names[1]);
    show(one.name);
    show(kept);
    printf("%d %d\n", which("x"), which(a));
}
/* expect
f
b
d
e
kept
2 1
*/
