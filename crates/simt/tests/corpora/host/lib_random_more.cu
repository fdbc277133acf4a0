// The distributions beyond the common ones, with the sequences of libstdc++ where the header says so.
#include <cstdio>
#include <random>
#include <vector>
template <class D> void draw(const char *name, D d) {
    std::mt19937 engine(42);
    printf("%s:", name);
    for (int i = 0; i < 8; ++i) printf(" %.6g", (double)d(engine));
    printf("\n");
}
template <class D> void mean(const char *name, D d, double low, double high) {
    std::mt19937 engine(7);
    double sum = 0;
    for (int i = 0; i < 2000; ++i) sum += d(engine);
    printf("%s %d\n", name, sum / 2000 > low && sum / 2000 < high);
}
int main() {
    draw("poisson", std::poisson_distribution<int>(4.5));
    draw("poisson", std::poisson_distribution<>());
    draw("geometric", std::geometric_distribution<int>(0.3));
    draw("binomial", std::binomial_distribution<int>(10, 0.3));
    draw("binomial", std::binomial_distribution<int>(9, 0.8));
    draw("discrete", std::discrete_distribution<int>({1, 2, 3, 4}));
    std::vector<double> weights = {40, 10, 10, 40};
    std::discrete_distribution<> d(weights.begin(), weights.end());
    draw("discrete", d);
    printf("%g %g %d %zu\n", d.probabilities()[0], d.probabilities()[1], d.max(), d.probabilities().size());
    draw("gamma", std::gamma_distribution<double>(2.0, 1.5));
    draw("gamma", std::gamma_distribution<double>(0.5, 2.0));
    draw("lognormal", std::lognormal_distribution<double>(0.0, 0.5));
    draw("exponential", std::exponential_distribution<double>(2.0));
    draw("weibull", std::weibull_distribution<double>(2.0, 3.0));
    draw("cauchy", std::cauchy_distribution<double>(0.0, 1.0));
    mean("poisson", std::poisson_distribution<int>(50.0), 49, 51);
    mean("binomial", std::binomial_distribution<int>(100, 0.4), 39, 41);
    mean("binomial", std::binomial_distribution<int>(100, 0.75), 74, 76);
}
/* expect
poisson: 5 4 2 3 2 2 4 3
poisson: 1 2 0 1 0 1 2 3
geometric: 4 0 4 2 1 0 1 1
binomial: 2 6 2 1 5 1 4 2
binomial: 7 6 6 8 8 8 4 6
discrete: 3 1 3 2 2 0 2 2
discrete: 3 0 3 2 1 0 1 0
0.4 0.1 3 4
gamma: 1.57869 3.63686 1.11169 2.26721 3.33989 1.09781 2.54328 1.75972
gamma: 0.475605 0.0363148 0.0539875 0.741499 0.00518652 0.0826733 2.75204 0.766448
lognormal: 0.759483 1.29397 1.26735 1.98224 0.632286 0.939814 0.365868 0.781608
exponential: 0.79615 0.101324 0.756362 0.454223 0.295144 0.0526663 0.307398 0.203014
weibull: 3.78559 1.35049 3.68979 2.85937 2.30491 0.97365 2.35227 1.91161
cauchy: -0.743269 0.649861 -0.828908 -3.18457 5.81959 0.324833 7.76835 1.73678
poisson 1
binomial 1
binomial 1
*/
