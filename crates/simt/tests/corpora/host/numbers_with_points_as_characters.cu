// `to_chars` and `from_chars` of numbers with a point: the shortest text, a text of a kind, and back.
#include <charconv>
#include <cstdio>
#include <cstring>

template <class T, class... How> void show(T value, How... how) {
    char text[64];
    auto [end, error] = std::to_chars(text, text + sizeof text, value, how...);
    *end = 0;
    printf("%s%s ", text, error == std::errc() ? "" : " failed");
}
void read(const char *text) {
    double value = -1;
    auto [end, error] = std::from_chars(text, text + strlen(text), value);
    printf("%g,%d,%d ", value, (int)(end - text), error != std::errc());
}

int main() {
    for (double x : {0.0, -0.0, 1.0, 0.1, 100.0, 100000.0, 123456.0, 1e22, 1e23, 1.0 / 3, -2.5e-7, 0.0001, 0.00001, 5e-324, 1.7976931348623157e308}) show(x);
    printf("\n");
    for (float x : {0.1f, 1.0f / 3, 16777216.0f, 3.4028235e38f, 1e-45f}) show(x);
    printf("\n");
    show(1234.5, std::chars_format::scientific);
    show(1234.5, std::chars_format::fixed);
    show(1e21, std::chars_format::fixed);
    show(3.14159, std::chars_format::fixed, 2);
    show(3.14159f, std::chars_format::scientific, 3);
    show(1234567.0, std::chars_format::general, 6);
    show(1.0 / 0.0 * 1.0);
    printf("\n");
    read("2.5e3x");
    read("-7");
    read("+1");
    read(" 1");
    read("x");
    read("1e999");
    printf("\n");
    char small[3];
    printf("%d\n", std::to_chars(small, small + 3, 0.125).ec == std::errc::value_too_large);
}
/* expect
0 -0 1 0.1 100 1e+05 123456 1e+22 1e+23 0.3333333333333333 -2.5e-07 1e-04 1e-05 5e-324 1.7976931348623157e+308 
0.1 0.33333334 16777216 3.4028235e+38 1e-45 
1.2345e+03 1234.5 1000000000000000000000 3.14 3.142e+00 1.23457e+06 inf 
2500,5,0 -7,2,0 -1,0,1 -1,0,1 -1,0,1 -1,5,1 
1
*/
