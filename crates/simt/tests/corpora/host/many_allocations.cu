// More than a million allocations at a time, again and again.
#include <cstdio>
#include <string.h>
#include <vector>

int main() {
    for (int round = 0; round < 2; round++) {
        std::vector<int *> all;
        all.reserve(1200000);
        for (int i = 0; i < 1200000; i++) all.push_back(new int(i));
        long long sum = 0;
        for (int *p : all) sum += *p;
        printf("%lld\n", sum);
        for (int *p : all) delete p;
    }
    printf("%d %d %d\n", ffs(8), ffsl(0), ffsll(1LL << 40));
}
/* expect
719999400000
719999400000
4 0 41
*/
