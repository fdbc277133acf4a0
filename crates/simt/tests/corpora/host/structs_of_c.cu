// What C programs do with structs: a variable of the struct's name, rows without a length at the end, packed fields, `main` and
// options as they were.
#include <cstdio>
#include <cstdlib>
#include <byteswap.h>
#include <endian.h>
#include <arpa/inet.h>
#include <getopt.h>
#include <pthread.h>
#include <sys/prctl.h>
struct hd {
    int a;
};
struct hd *hd;
struct node {
    int v;
    struct node *next;
};
struct row {
    int n;
    float rest[];
};
struct old {
    char n;
    float rest[0];
};
#pragma pack(push, 1)
typedef struct {
    unsigned short type;
    unsigned int size;
    unsigned short r1, r2;
    unsigned int offset;
    double scale;
    short signs;
    float row[2];
} head;
#pragma pack(pop)
struct spread {
    char c;
    int i;
};
struct __attribute__((packed)) tight {
    char c;
    int i;
    unsigned bits : 3, more : 9;
};
struct late {
    char c;
    long l;
} __attribute__((packed, aligned(4)));
#pragma pack(2)
struct by_two {
    char c;
    int i;
};
#pragma pack()
typedef struct {
    float x, y;
} __attribute__((aligned(16))) pair;
__device__ head kept[2];
__global__ void fields(head h, head *all, long long *o) {
    int i = threadIdx.x;
    all[i].size = h.size + i;
    all[i].scale = h.scale * i;
    all[i].signs = -i;
    all[i].row[1] = 0.5f * i;
    head copy = all[i];
    copy.offset = 7;
    all[i + 2] = copy;
    kept[i] = h;
    o[i] = all[i].size + all[i].signs + (long long)all[i + 2].scale + all[i + 2].offset + (int)kept[i].offset + (int)(8 * all[i + 2].row[1]);
}
void take(struct hd *hd) {
    struct hd other = *hd;
    printf("%d\n", other.a);
}
void *run(void *p) {
    *(int *)p = 5;
    pthread_exit((void *)7);
    return 0;
}
float &__host__ __device__ at(float *p, int i) { return p[i]; }
#define REP(i, n) for (int(i) = 0; (i) < (n); (i)++)
main(void) {
    struct hd x;
    x.a = 3;
    hd = &x;
    take(hd);
    struct node *node = new struct node;
    node->v = 4;
    struct node second = {5, node};
    printf("%d %d %zu\n", hd->a, second.next->v, sizeof(struct node));
    delete node;
    struct row *row = (struct row *)malloc(sizeof(struct row) + 4 * sizeof(float));
    REP(i, 4) at(row->rest, i) = 1.5f * i;
    printf("%zu %zu %g\n", sizeof(struct row), sizeof(struct old), row->rest[3]);
    free(row);
    printf("%zu %zu %zu %zu %zu %zu\n", sizeof(head), sizeof(spread), sizeof(tight), sizeof(late), sizeof(by_two), sizeof(pair));
    head h = {1, 2, 3, 4, 5, 2.5, -1, {1, 2}}, *all;
    long long *o;
    cudaMallocManaged(&all, 4 * sizeof(head));
    cudaMallocManaged(&o, 2 * sizeof(long long));
    fields<<<1, 2>>>(h, all, o);
    cudaDeviceSynchronize();
    printf("%lld %lld %u %d\n", o[0], o[1], all[1].size, all[3].signs);
    cudaFree(all);
    cudaFree(o);
    tight t = {'a', -6, 5, 300};
    printf("%d %u %u\n", t.i, t.bits, t.more);
    pthread_t thread;
    int v = 0;
    void *r;
    pthread_create(&thread, 0, run, &v);
    pthread_join(thread, &r);
    printf("%d %ld\n", v, (long)r);
    printf("%x %d %x %llx\n", htobe32(0x01020304u), le16toh(5), ntohs(0x1234), (unsigned long long)bswap_64(1));
    prctl(PR_SET_NAME, "worker");
    char words[8][16] = {"x", "in", "--size=3", "-ab", "-n", "5", "--ver", "out"};
    char *args[9] = {words[0], words[1], words[2], words[3], words[4], words[5], words[6], words[7], 0};
    struct option longs[] = {{"size", required_argument, 0, 's'}, {"verbose", no_argument, &v, 9}, {0, 0, 0, 0}};
    int c;
    while ((c = getopt_long(8, args, "abn:", longs, 0)) != -1) printf("%d%s ", c, optarg ? optarg : "");
    printf("%d %d %s %s\n", v, optind, args[optind], args[optind + 1]);
}
/* expect
3
3 4 16
4 4 4.5
32 8 7 12 6 16
14 20 3 -1
-6 5 300
5 7
4030201 5 3412 100000000000000
1153 97 98 1105 0 9 6 in out
*/
