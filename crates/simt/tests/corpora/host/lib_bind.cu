// Functions with arguments kept, streams as rows of values, single bits.
#include <algorithm>
#include <bitset>
#include <functional>
#include <iostream>
#include <iterator>
#include <sstream>
#include <vector>
int minus_of(int a, int b) { return a - b; }
int main() {
    using namespace std::placeholders;
    auto turned = std::bind(minus_of, _2, _1);
    std::cout << turned(3, 10) << std::bind(minus_of, _1, 4)(9) << "\n";
    int n = 5;
    auto add = std::bind([](int &x, int y) { x += y; }, std::ref(n), _1);
    add(3);
    std::function<int(int)> kept = std::bind(minus_of, _1, n);
    std::cout << n << kept(10) << "\n";
    std::vector<int> v{1, 2, 3};
    std::copy(v.begin(), v.end(), std::ostream_iterator<int>(std::cout, ", "));
    std::transform(v.begin(), v.end(), std::ostream_iterator<double>(std::cout, " "), [](int x) { return x * 0.5; });
    std::istringstream in("4 5 6");
    std::vector<int> read((std::istream_iterator<int>(in)), std::istream_iterator<int>());
    std::cout << read.size() << read[2] << "\n";
    std::istringstream all("a b\nc");
    std::string text((std::istreambuf_iterator<char>(all)), std::istreambuf_iterator<char>());
    std::istringstream again("xyz");
    std::vector<char> bytes((std::istreambuf_iterator<char>(again)), std::istreambuf_iterator<char>());
    std::cout << text.size() << bytes.size() << bytes[2] << "\n";
    std::bitset<16> bits(5);
    for (size_t i = 0; i < bits.size(); i += 2) bits[i] = !bits[i];
    bits[3] = bits[4];
    std::cout << bits << " " << (bits << 1) << " " << (bits >> 4) << " " << ~bits << " " << (bits ^ bits).none() << "\n";
}
/* expect
75
82
1, 2, 3, 0.5 1 1.5 36
53z
0101010101011000 1010101010110000 0000010101010101 1010101010100111 1
*/
