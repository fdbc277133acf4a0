// A text of billions of characters is refused by its length, not made.
//@ exit 124
//@ ends this text is longer than 16777216 bytes, the most that one call writes here
#include <cstdio>
int main() {
    printf("%d\n", 1);
    printf("%2000000000d\n", 1);
}
/* expect
1
*/
