// The processor's counter in `asm`, and how fast it is as `/proc/cpuinfo` says: how timers of courses measure.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <driver_functions.h>
#include <sys/time.h>

static unsigned long long ticks() {
    unsigned a, d;
    asm volatile("rdtsc" : "=a"(a), "=d"(d));
    return (unsigned long long)a | (unsigned long long)d << 32;
}

static double seconds_of_a_tick() {
    FILE *file = fopen("/proc/cpuinfo", "r");
    if (!file) return 0;
    char line[1024];
    double mhz = 0;
    while (fgets(line, sizeof line, file))
        if (strstr(line, "cpu MHz")) sscanf(line, "cpu MHz : %lf", &mhz);
    fclose(file);
    return 1e-6 / mhz;
}

int main() {
    unsigned long long before = ticks(), last = before;
    for (int i = 0; i < 1000; i++) {
        unsigned long long now = ticks();
        if (now < last) return 1;
        last = now;
    }
    double one = seconds_of_a_tick(), took = (last - before) * one;
    printf("%d %d\n", one > 1e-11 && one < 1e-8, took >= 0 && took < 10);

    cudaExtent extent = make_cudaExtent(4, 2, 1);
    timeval a{1, 500000}, b{3, 200000}, apart, sum;
    timersub(&b, &a, &apart);
    timeradd(&a, &apart, &sum);
    printf("%d %ld %ld %d %d\n", (int)extent.width, (long)apart.tv_sec, (long)apart.tv_usec, timercmp(&sum, &b, ==),
           timercmp(&a, &b, <));
}
/* expect
1 1
4 1 700000 1 1
*/
