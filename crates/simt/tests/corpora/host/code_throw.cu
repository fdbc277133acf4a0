// A program without a `try`: what is thrown ends it at once, and nothing is ended on the way.
//@ exit 134
//@ ends nothing catches TooLarge
#include <cstdio>
struct TooLarge {
    int by;
};
struct Noisy {
    ~Noisy() { printf("ended\n"); }
};
static int find(int n) {
    Noisy here;
    if (n > 2) throw TooLarge{n - 2};
    return n;
}
int main() {
    printf("%d\n", find(1));
    printf("%d\n", find(3));
}
/* expect
ended
1
*/
