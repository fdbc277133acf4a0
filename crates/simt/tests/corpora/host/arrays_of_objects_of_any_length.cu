// Arrays of objects with destructors whose length is known only as they are made: they end with their scope, latest first.
#include <cstdio>
#include <stdexcept>
#include <string>
struct Named {
    std::string name;
    int number = 0;
};
struct Told {
    static int made;
    int number;
    Told() : number(made++) {}
    Told(int n) : number(n) {}
    ~Told() { printf("%d ends\n", number); }
};
int Told::made = 0;
static int first(int n) {
    Told list[n];
    if (n == 1) return list[0].number;
    Told rows[n][2];
    printf("%d of %zu\n", rows[n - 1][1].number, sizeof(rows) / sizeof(Told));
    return 0;
}
static void fails(int n) {
    Told list[n];
    list[0].number = 100;
    throw std::runtime_error("no more");
}
int main(int argc, char **) {
    Named names[argc + 2];
    for (int i = 0; i < argc + 2; i++) names[i].name = std::to_string(i) + ".png";
    for (const Named &one : names) printf("%s %d\n", one.name.c_str(), one.number);
    for (int i = 0; i < 2; i++) {
        Told inner[argc];
        if (i == 0) continue;
        printf("inner %d\n", inner[0].number);
    }
    first(argc);
    first(argc + 1);
    try {
        fails(argc + 1);
    } catch (const std::exception &e) {
        printf("%s\n", e.what());
    }
}
/* expect
0.png 0
1.png 0
2.png 0
0 ends
inner 1
1 ends
2 ends
8 of 4
8 ends
7 ends
6 ends
5 ends
4 ends
3 ends
10 ends
100 ends
no more
*/
