// A name that is null opens nothing: programs pass on what `getenv` or an argument gave.
#include <cstdio>
#include <cstdlib>
int main() {
    const char *name = getenv("A_VARIABLE_THAT_NOBODY_SETS");
    printf("%s\n", fopen(name, "rb") ? "opened" : "null");
}
/* expect
null
*/
