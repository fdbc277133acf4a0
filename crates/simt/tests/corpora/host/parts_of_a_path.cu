// Names and folders of paths, as POSIX cuts them.
#include <cstdio>
#include <cstring>
#include <libgen.h>
int main() {
    const char *paths[] = {"/usr/lib/data.bin", "data.bin", "/usr/", "/", "", "a//b///"};
    for (const char *path : paths) {
        char one[32], two[32];
        strcpy(one, path);
        strcpy(two, path);
        printf("%s %s\n", basename(one), dirname(two));
    }
}
/* expect
data.bin /usr/lib
data.bin .
usr /
/ /
. .
b a
*/
