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
    printf("%lu %lu\n", (unsigned long)wide(), (unsigned long)wide());
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
    for (int i = 0; i < 3; ++i) printf("%.9g %.17g %.9g %.17g ", real(gen), dreal(gen), real(engine), dreal(engine));
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
