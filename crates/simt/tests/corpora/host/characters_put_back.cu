// `ungetc` puts any character back, also bytes that are negative as a `char`, others than the one read, and one before the first.
#include <cctype>
#include <cstdio>
int main() {
    int c = ungetc('Z', stdin);
    printf("%c", c);
    printf("%c", getchar());
    printf("%c", getchar());
    char byte;
    while (isspace(byte = static_cast<char>(getchar()))) {}
    byte = static_cast<char>(0xb2);
    printf(" %d ", ungetc(byte, stdin));
    printf("%d", getchar());
    printf(" %c", getchar());
    printf(" %d\n", ungetc(EOF, stdin));
    while ((c = getchar()) != EOF) putchar(c);
    printf("%d", feof(stdin) != 0);
    printf(" %c", ungetc('!', stdin));
    printf(" %d\n", feof(stdin) != 0);
    printf("%c", getchar());
    printf(" %d\n", getchar() == EOF);
}
//@ stdin a  bcd
/* expect
ZZa 178 178 c -1
d
1 ! 0
! 1
*/
