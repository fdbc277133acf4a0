// Thrust's engines and distributions on both sides, elements of device vectors in streams, other element types.
#include <iostream>
#include <iterator>
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/random.h>
#include <thrust/transform.h>
struct Draw {
    float low, high;
    __host__ __device__ float operator()(unsigned int n) const {
        thrust::default_random_engine engine;
        thrust::uniform_real_distribution<float> uniform(low, high);
        engine.discard(n);
        return uniform(engine);
    }
};
int main() {
    thrust::device_vector<float> drawn(1000);
    thrust::counting_iterator<unsigned int> count(0);
    thrust::transform(count, count + 1000, drawn.begin(), Draw{1.0f, 2.0f});
    thrust::host_vector<float> there = drawn;
    thrust::default_random_engine engine;
    thrust::uniform_real_distribution<float> uniform(1.0f, 2.0f);
    double sum = 0;
    int same = 0;
    for (int i = 0; i < 1000; ++i) {
        sum += there[i];
        same += there[i] == uniform(engine);
    }
    std::cout << same << " " << (sum > 1480 && sum < 1520) << "\n";
    thrust::minstd_rand first(1);
    std::cout << first() << " " << first() << "\n";
    thrust::uniform_int_distribution<int> die(1, 6);
    thrust::random::normal_distribution<float> normal(10.0f, 2.0f);
    int least = 6, most = 1;
    double middle = 0;
    for (int i = 0; i < 2000; ++i) {
        int thrown = die(engine);
        least = thrown < least ? thrown : least;
        most = thrown > most ? thrown : most;
        middle += normal(engine);
    }
    std::cout << least << most << " " << (middle / 2000 > 9.8 && middle / 2000 < 10.2) << "\n";
    thrust::host_vector<int> whole(3, 7);
    thrust::device_vector<float> real = whole;
    thrust::device_vector<double> wide = real;
    real[1] = 2.5f;
    std::cout << "real[1] = " << real[1] << ", wide[2] = " << wide[2] << "\n";
    thrust::copy(real.begin(), real.end(), std::ostream_iterator<float>(std::cout, " "));
    std::cout << std::stoul("12") << "\n";
}
/* expect
1000 1
48271 182605794
16 1
real[1] = 2.5, wide[2] = 7
7 2.5 7 12
*/
