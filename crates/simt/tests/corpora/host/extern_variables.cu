// `extern` declares the variable that is defined further down, whatever the first values of others say of it before.
#include <cstdio>
extern const char *names[];
extern int sizes[];
extern int answer;
int *to = &answer;
const char *names[3] = {"a", "b", "c"};
int sizes[] = {1, 2};
int answer = 42;
extern int answer;
int main() {
    answer += 1;
    printf("%s %d %d\n", names[1], sizes[1], *to);
}
/* expect
b 2 43
*/
