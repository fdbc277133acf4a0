// C's compound literals, lists written out, prototypes of the language's own functions.
#include <cstdio>
#include <initializer_list>
#include <vector>
struct Named {
    const char *name;
    float value;
};
int min(int a, int b);
int total(std::initializer_list<int> list) {
    int sum = 0;
    for (int x : list) sum += x;
    return sum;
}
struct Row {
    std::vector<unsigned> all;
    Row(std::initializer_list<unsigned> list, bool twice = false) : all(list) {
        if (twice)
            for (unsigned &x : all) x *= 2;
    }
};
int main() {
    Named two[2];
    two[0] = (Named){"a", 1.5f};
    Named one = (Named){"b"};
    dim3 shape = (dim3){1, 2, 3};
    printf("%s %.1f %s %u %d\n", two[0].name, two[0].value, one.name, shape.z, (unsigned char){7});
    Row row(std::initializer_list<unsigned>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14}, true);
    auto list = std::initializer_list<int>{1, 2};
    printf("%d %d %u %zu %d\n", total(std::initializer_list<int>{1, 2, 3, 4}), total(list), row.all[14], row.all.size(), min(4, 3));
}
/* expect
a 1.5 b 3 7
10 3 28 15 3
*/
