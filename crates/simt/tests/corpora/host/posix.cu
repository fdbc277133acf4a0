// POSIX in a world without files: what is asked gets an answer, and sleeping passes time.
#include <chrono>
#include <cstdio>
#include <fcntl.h>
#include <getopt.h>
#include <inttypes.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/utsname.h>
#include <thread>
#include <unistd.h>
int main(int argc, char **argv) {
    struct stat about;
    int there = stat("nothing", &about);
    printf("%d %d %d\n", there, errno == ENOENT, open("nothing", O_RDONLY));
    char *page = (char *)mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    page[4095] = 7;
    printf("%d\n", page[4095]);
    printf("%d\n", munmap(page, 4096));
    struct utsname system;
    uname(&system);
    printf("%s %s\n", system.sysname, system.machine);
    auto start = std::chrono::steady_clock::now();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    usleep(5000);
    auto took = std::chrono::steady_clock::now() - start;
    printf("%d\n", took >= std::chrono::milliseconds(25));
    struct timeval a, b;
    gettimeofday(&a, NULL);
    sleep(2);
    gettimeofday(&b, NULL);
    printf("%ld\n", b.tv_sec - a.tv_sec);
    static struct option longs[] = {{"size", required_argument, 0, 's'}, {"fast", no_argument, 0, 'f'}, {0, 0, 0, 0}};
    int c;
    while ((c = getopt_long(argc, argv, "s:fn:", longs, NULL)) != -1) printf("%c %s\n", c, optarg ? optarg : "-");
    printf("%s %" PRIu64 "\n", argv[optind], (uint64_t)1 << 40);
}
//@ args --size=12 -n 3 --fast rest
/* expect
-1 1 -1
7
0
Linux x86_64
1
2
s 12
n 3
f -
rest 1099511627776
*/
