// Reading what is typed.
#include <cstdio>
int main() {
    int a, b;
    char word[8];
    if (scanf("%d %d", &a, &b) != 2) return 1;
    scanf("%7s", word);
    printf("%d %s\n", a * b, word);
    return getchar() == '\n' && getchar() == EOF ? 0 : 2;
}
//@ stdin 6 7
//@ stdin answer
/* expect
42 answer
*/
