// A loop on the host that never stops reading: near its allocation it is a finding, and far from all memory the end, as on any machine.
#include <cstdio>
int main() {
    double *row = new double[4]();
    printf("before\n");
    int zeros = 0;
    for (int i = 0; row[i] == 0; i++) zeros++;
    printf("never %d\n", zeros);
}
//@ exit 139
//@ finding out-of-bounds host read of 8 bytes: the memory allocated on line 4 has 32 bytes; this is 0 bytes past its end
//@ ends segmentation fault: out-of-bounds host read of 8 bytes: the memory allocated on line 4
//@ ends past its end (line 7)
/* expect
before
*/
