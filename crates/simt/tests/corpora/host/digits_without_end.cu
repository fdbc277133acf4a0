// Digits beyond those that a double has are zeros, however many are asked for: by printf, streams, std::format and to_chars.
#include <charconv>
#include <cstdio>
#include <cstring>
#include <format>
#include <iomanip>
#include <sstream>
#include <string>

// The length, and the text with each run of more than twenty zeros or blanks as its count.
void show(const char *what, const std::string &text) {
    printf("%s %d:", what, (int)text.size());
    for (size_t i = 0; i < text.size();) {
        size_t j = i;
        while (j < text.size() && text[j] == text[i] && (text[i] == '0' || text[i] == ' ')) ++j;
        if (j > i + 20) printf("[%d x '%c']", (int)(j - i), text[i]), i = j;
        else putchar(text[i]), ++i;
    }
    putchar('\n');
}

std::string made(const char *format, int n, double x) {
    int length = snprintf(nullptr, 0, format, n, x);
    std::string text(length + 1, '?');
    snprintf(&text[0], length + 1, format, n, x);
    text.resize(length);
    return text;
}

int main() {
    show("f", made("%.*f", 65536, 1.0));
    show("e", made("%.*e", 70000, -0.5));
    show("g", made("%.*g", 100000, 0.5));
    show("#g", made("%#.*g", 100000, 0.5));
    show("a", made("%.*a", 65536, 1.0));
    show("width", made("%*.1f", 100000, 2.5));
    std::ostringstream out;
    out << std::fixed << std::setprecision(65536) << -2.5;
    show("stream", out.str());
    out.str("");
    out << std::setprecision(1) << std::setw(70000) << 2.5;
    show("setw", out.str());
    show("format", std::format("{:.65536f}", 0.25));
    show("filled", std::format("{:>70000}", 7));
    static char room[70000];
    auto end = std::to_chars(room, room + sizeof room, 1.5, std::chars_format::fixed, 65536);
    show("to_chars", std::string(room, end.ptr));
    auto full = std::to_chars(room, room + 100, 1.5, std::chars_format::scientific, 65536);
    printf("%d\n", full.ec == std::errc::value_too_large);
}
/* expect
f 65538:1.[65536 x '0']
e 70007:-5.[70000 x '0']e-01
g 3:0.5
#g 100002:0.5[99999 x '0']
a 65543:0x1.[65536 x '0']p+0
width 100000:[99997 x ' ']2.5
stream 65539:-2.5[65535 x '0']
setw 70000:[69997 x ' ']2.5
format 65538:0.25[65534 x '0']
filled 70000:[69999 x ' ']7
to_chars 65538:1.5[65535 x '0']
1
*/
