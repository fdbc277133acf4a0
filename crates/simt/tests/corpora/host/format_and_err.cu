// `std::format` of C++20, and BSD's messages.
#include <err.h>
#include <format>
#include <iostream>
#include <iterator>
#include <string>

int main() {
    std::string text = "naive";
    std::cout << std::format("{} is right, {:.2f} {:>5} {}\n", text, 3.14159, 42, 7);
    std::cout << std::format("[{:<6}][{:^7}][{:*>8}][{:+d}][{:#x}][{:08.3f}][{:#b}][{:05}]\n", "ab", 'c', 1.5, 3, 255, -2.5, 5u, -42);
    std::cout << std::format("{1} {0} {{}} {2:e} {2:g} {2}\n", 1, 2, 0.1);
    std::cout << std::format("{} {} {} {} {:X} {:o}\n", true, 1e30, 100.0, 3.0f, 0xbeef, 8);
    std::cout << std::format("{:{}} {:.{}f} {:.3} {:.2s}|{:c}{:d}\n", 5, 4, 2.71828, 3, 1234.5, "xyz", 65, 'A');
    std::cout << std::format("{} {}\n", -9223372036854775807LL - 1, 18446744073709551615ULL);
    std::string out;
    std::format_to(std::back_inserter(out), "{}-{}", 1, "x");
    std::cout << out << " " << std::formatted_size("{}", 12345) << "\n";
    try {
        std::cout << std::format("{:d}", "text");
    } catch (const std::format_error &) {
        std::cout << "no number\n";
    }
    warnx("%d left", 1);
    if (out.empty()) err(1, "no %s", "text");
}
/* expect
naive is right, 3.14    42 7
[ab    ][   c   ][*****1.5][+3][0xff][-002.500][0b101][-0042]
2 1 {} 1.000000e-01 0.1 0.1
true 1e+30 100 3 BEEF 10
   5 2.718 1.23e+03 xy|A65
-9223372036854775808 18446744073709551615
1-x 5
no number
*/
