// A variable that a function declares with `extern` is the file's, wherever that is defined.
#include <cstdio>

int before = 1;

namespace deep {
int read() {
    extern int inside;
    return inside;
}
int inside = 7;
}  // namespace deep

int read() {
    int before = 50;
    {
        extern int before;
        before += 1;
    }
    extern int later;
    extern int table[3];
    later += 10;
    return before + later + table[2];
}

int later = 4;
int table[3] = {100, 200, 300};

int main() {
    int read_here = read();
    printf("%d %d %d %d\n", read_here, later, before, deep::read());
}
/* expect
364 14 2 7
*/
