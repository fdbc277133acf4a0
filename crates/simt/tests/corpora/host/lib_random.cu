// <random>: the sequences of libstdc++.
#include <algorithm>
#include <cstdio>
#include <numeric>
#include <random>
#include <vector>

int main() {
    std::mt19937 gen(42);
    for (int i = 0; i < 3; ++i) printf("%lu ", (unsigned long)gen());
    std::mt19937_64 wide(7);
    printf("%lu ", (unsigned long)wide());
    printf("%lu\n", (unsigned long)wide());
    std::default_random_engine engine;
    std::minstd_rand other(99);
    printf("%lu %lu\n", (unsigned long)engine(), (unsigned long)other());
    std::uniform_int_distribution<int> die(1, 6);
    for (int i = 0; i < 10; ++i) printf("%d ", die(gen));
    for (int i = 0; i < 5; ++i) printf("%d ", die(engine));
    for (int i = 0; i < 5; ++i) printf("%d ", die(wide));
    printf("\n");
    std::uniform_real_distribution<float> real(-1.0f, 1.0f);
    std::uniform_real_distribution<double> dreal(0.0, 10.0);
    for (int i = 0; i < 3; ++i) {
        printf("%.9g ", real(gen));
        printf("%.17g ", dreal(gen));
        printf("%.9g ", real(engine));
        printf("%.17g ", dreal(engine));
    }
    printf("%.17g\n", dreal(wide));
    std::normal_distribution<double> normal(5.0, 2.0);
    for (int i = 0; i < 4; ++i) printf("%.12g ", normal(gen));
    std::normal_distribution<float> fnormal;
    for (int i = 0; i < 3; ++i) printf("%.5g ", fnormal(gen));
    printf("\n");
    std::bernoulli_distribution coin(0.3);
    int heads = 0;
    for (int i = 0; i < 100; ++i) heads += coin(gen);
    printf("%d\n", heads);
    std::uniform_int_distribution<long> far(-1000000000000L, 1000000000000L);
    printf("%ld %ld\n", far(gen), far(wide));
    std::vector<int> v(10);
    std::iota(v.begin(), v.end(), 0);
    std::shuffle(v.begin(), v.end(), gen);
    for (int x : v) printf("%d ", x);
    std::shuffle(v.begin(), v.end(), std::default_random_engine(3));
    for (int x : v) printf("%d ", x);
    v.push_back(10);
    std::shuffle(v.begin(), v.end(), wide);
    for (int x : v) printf("%d ", x);
    printf("\n");
    return 0;
}

/* expect
1608637542 3421126067 4083286876 13915952638675311015 17511516338625233250
16807 4778829
2 5 5 4 4 1 3 1 1 1 1 5 3 4 2 1 6 1 1 5 
-0.0815021992 3.337086115186513 -0.90591079 6.79296406003394 0.202229977 7.0807257833491697 0.869385839 5.1941637202274746 0.301777005 0.56411576462114343 0.66193068 0.53461634619857823 9.0071047645970843
5.46619035435 5.23598915849 7.92475629904 8.07742988374 -0.22752 0.011427 -0.38159 
30
79429842559 -485683862472
2 3 8 7 4 0 5 1 9 6 7 4 5 6 8 9 0 2 1 3 10 1 4 3 0 6 7 9 5 2 8 
*/
