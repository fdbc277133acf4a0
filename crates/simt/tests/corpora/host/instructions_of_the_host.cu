// Instructions of the host's processor: those that say nothing to one thread, and a breakpoint that is reached or not.
#include <cstdio>
#define BREAK() __asm__("int $3\n" : :)
int main(int argc, char **) {
    if (argc > 100) BREAK();
    asm volatile("pause");
    asm volatile("nop" ::: "memory");
    asm volatile("mfence" ::: "memory");
    puts("so far");
    fflush(stdout);
    BREAK();
    puts("never");
}
//@ exit 134
//@ ends a breakpoint was reached
/* expect
so far
*/
