// What goes wrong on the heap is found, and the program goes on.
#include <cstdio>
#include <cstdlib>
#include <cstring>

int table[4] = {1, 2, 3, 4};

int sum(const int *p, int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s += p[i];
    return s;
}

int main() {
    int *p = (int *)malloc(4 * sizeof(int));
    for (int i = 0; i < 4; i++) p[i] = i;
    printf("%d\n", sum(p, 5));
    printf("%d\n", sum(table, 4));
    char text[8];
    strcpy(text, "1234567");
    printf("%s %zu\n", text, strlen(text));
    p = (int *)realloc(p, 8 * sizeof(int));
    p[7] = 9;
    printf("%d\n", sum(p, 4) + p[7]);
    free(p);
    free(p);
    int *z = (int *)calloc(3, 4);
    printf("%d %d\n", z[0], z[2]);
    free(z);
    for (int i = 0; i < 200000; i++) free(malloc(16));
    return 0;
}
//@ finding has 16 bytes; this is 0 bytes past its end
//@ finding freed a second time
/* expect
6
10
1234567 7
15
0 0
*/
