// Any value, characters to numbers and back, fractions, rounded durations, futures that many ask.
#include <any>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <future>
#include <iostream>
#include <optional>
#include <ratio>
#include <string>
#include <vector>

static void anything() {
    std::any a = 5, b = std::string("text"), c;
    std::cout << std::any_cast<int>(a) << std::any_cast<std::string>(b) << c.has_value() << (a.type() == typeid(int)) << "\n";
    try {
        std::any_cast<float>(a);
    } catch (const std::bad_any_cast &e) {
        std::cout << e.what() << "\n";
    }
    c = b;
    *std::any_cast<std::string>(&c) += "!";
    std::cout << std::any_cast<std::string &>(c) << std::any_cast<const std::string &>(b) << (std::any_cast<int>(&b) == nullptr) << "\n";
    a = 2.5;
    std::vector<std::any> many = {1, 'x', std::string("s"), 2.0};
    int numbers = 0;
    for (auto &x : many) numbers += x.type() == typeid(double) || x.type() == typeid(int);
    std::cout << std::any_cast<double>(a) << numbers;
    c.reset();
    a.emplace<std::vector<int>>(3, 7);
    std::cout << c.has_value() << std::any_cast<std::vector<int> &>(a)[2] << std::any_cast<int>(std::make_any<int>(8)) << "\n";
}
static void characters() {
    char text[20];
    auto made = std::to_chars(text, text + 20, -1234);
    std::cout << std::string(text, made.ptr) << (made.ec == std::errc());
    made = std::to_chars(text, text + 20, 255u, 16);
    std::cout << ' ' << std::string(text, made.ptr);
    made = std::to_chars(text, text + 2, 255);
    std::cout << ' ' << (made.ec == std::errc::value_too_large) << "\n";
    std::string from = "42abc";
    int value = 0;
    auto read = std::from_chars(from.data(), from.data() + from.size(), value);
    std::cout << value << (read.ptr - from.data());
    signed char small = 1;
    std::string large = "300";
    auto failed = std::from_chars(large.data(), large.data() + 3, small);
    std::cout << (failed.ec == std::errc::result_out_of_range) << (int)small << (failed.ptr - large.data());
    failed = std::from_chars(from.data() + 2, from.data() + 5, value);
    std::cout << (failed.ec == std::errc::invalid_argument) << value;
    std::from_chars(from.data() + 2, from.data() + 5, value, 16);
    std::string least = "-2147483648";
    int low = 0;
    std::from_chars(least.data(), least.data() + 11, low);
    std::cout << ' ' << value << ' ' << low << "\n";
}
static void fractions() {
    using r = std::ratio_add<std::ratio<1, 6>, std::ratio<1, 3>>;
    using p = std::ratio_multiply<std::ratio<2, 3>, std::ratio<9, 4>>;
    std::cout << r::num << '/' << r::den << ' ' << p::num << '/' << p::den << ' ' << std::ratio<6, -8>::num << std::ratio<6, -8>::den << ' ' << std::ratio_less<r, p>::value << std::centi::den << "\n";
    using namespace std::chrono;
    milliseconds ms(2500), less(-2500);
    std::cout << floor<seconds>(ms).count() << ceil<seconds>(ms).count() << round<seconds>(ms).count() << round<seconds>(milliseconds(3500)).count() << ' ' << floor<seconds>(less).count() << ceil<seconds>(less).count() << std::chrono::abs(less).count() << "\n";
}
struct Point {
    int x, y;
    Point(int a, int b) : x(a), y(b) {}
};
int main() {
    anything();
    characters();
    fractions();
    std::promise<int> promise;
    std::shared_future<int> first = promise.get_future().share(), second = first;
    promise.set_value(12);
    std::cout << first.get() + second.get() + first.get() << first.valid() << "\n";
    std::shared_future<std::string> text = std::async(std::launch::async, [] { return std::string("late"); });
    std::cout << text.get() << text.get() << "\n";
    std::optional<Point> here(std::in_place, 3, 4);
    std::cout << here->x << here->y << "\n";
    std::initializer_list<int> list{3, 1, 2};
    int sum = 0;
    for (int x : list) sum += x;
    std::cout << sum << list.size() << "\n";
}
/* expect
5text01
bad any_cast
text!text1
2.52078
-12341 ff 1
422113142 2748 -2147483648
1/2 3/2 -34 1100
2324 -3-22500
361
latelate
34
63
*/
