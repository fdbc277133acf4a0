// An exception ends the program, and says that nothing catches it here.
#include <cstdio>
struct TooLarge {
    const char *text;
    const char *what() const { return text; }
};
static int find(int n) {
    if (n > 2) throw TooLarge{"n is too large"};
    return n;
}
int main() {
    try {
        printf("%d\n", find(1));
        printf("%d\n", find(3));
    } catch (const TooLarge &e) {
        printf("caught %s\n", e.what());
        return 3;
    }
}
//@ exit 134
/* expect
1
*/
