// std::seed_seq, and the engines that take it; a manipulator that is called.
#include <cstdio>
#include <iostream>
#include <random>
#include <vector>
int main() {
    std::seed_seq seeds{1, 20, 3200, 403, 5, 1200, 7};
    std::vector<unsigned int> words(10);
    seeds.generate(words.begin(), words.end());
    for (unsigned int word : words) printf("%u ", word);
    std::mt19937 small(seeds);
    std::mt19937_64 large(seeds);
    printf("\n%lu %lu\n", (unsigned long)small(), (unsigned long)large());
    std::vector<int> given = {4, 5};
    std::seed_seq other(given.begin(), given.end());
    small.seed(other);
    printf("%lu %zu\n", (unsigned long)small(), other.size());
    std::hex(std::cout);
    std::cout << 255 << " ";
    std::dec(std::cout);
    std::cout << 255;
    std::endl(std::cout);
}
/* expect
3611730905 1727859908 2098038713 2364377689 3287925038 3433421161 137387130 1479101880 3317253480 3344466636 
3253073077 7662860735961017847
2854839254 2
ff 255
*/
