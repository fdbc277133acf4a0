// `scanf`: what is read and not stored, widths, sets, text between numbers and behind them.
//@ stdin P5
//@ stdin 800 600
//@ stdin 255
//@ stdin 2020-11-05 1,2.5,3e2, x=0x1F 017 -12abc
//@ stdin name: a b c; 123456 50% [k]
//@ stdin #comment here
//@ stdin 7 8
//@ stdin 1.5,2.5
//@ stdin -3.5,x
#include <cstdio>

int main() {
    int a = 0, b = 0, c = 0, n = 0;
    float f = 0, g = 0;
    char word[32] = "", one = '?';
    printf("%d", fscanf(stdin, "%*s %i %i %i", &a, &b, &c));
    printf(" %d %d %d\n", a, b, c);

    printf("%d", scanf("%d-%d-%d", &a, &b, &c));
    printf(" %d %d %d\n", a, b, c);
    printf("%d", scanf("%d,%f,%f,", &a, &f, &g));
    printf(" %d %g %g\n", a, f, g);
    printf("%d", scanf(" x=%x %i", &a, &b));
    printf(" %d %d\n", a, b);
    printf("%d", scanf("%d%c%n", &a, &one, &n));
    printf(" %d %c %d\n", a, one, n);
    printf("%d", scanf("%31s", word));
    printf(" %s\n", word);
    printf("%d\n", scanf("%d", &a));

    printf("%d", scanf(" %[^:]: %15[^;];", word, word + 16));
    printf(" %s|%s\n", word, word + 16);
    printf("%d", scanf("%3d%3d", &a, &b));
    printf(" %d %d\n", a, b);
    printf("%d", scanf("%d%% [%c]", &a, &one));
    printf(" %d %c\n", a, one);
    printf("%d", scanf(" %1[#]%*[^\n]", word));
    printf(" %s\n", word);
    double d = 0;
    long l = 0;
    printf("%d", scanf("%lf %ld\n", &d, &l));
    printf(" %g %ld\n", d, l);

    int rows = 0;
    while (scanf("%f,", &f) == 1) ++rows;
    printf("%d %g\n", rows, f);
    printf("%d\n", scanf("%f", &g));
    printf("%d", scanf("%c", &one));
    printf(" %c\n", one);
    printf("%d\n", scanf("%d", &a));
}
/* expect
3 800 600 255
3 2020 11 5
3 1 2.5 300
2 31 15
2 -12 a 5
1 bc
0
2 name|a b c
2 123 456
2 50 k
1 #
2 7 8
3 -3.5
0
1 x
-1
*/
