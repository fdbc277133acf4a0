// `va_list` in the program's own functions, and what ends at exit. The output is g++'s.
//@ exit 3
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
void say(const char *format, ...) {
    va_list args;
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
}
std::string format(const char *fmt, ...) {
    char room[64];
    va_list args, again;
    va_start(args, fmt);
    va_copy(again, args);
    int n = vsnprintf(nullptr, 0, fmt, args);
    va_end(args);
    vsnprintf(room, sizeof room, fmt, again);
    va_end(again);
    return std::string(room) + " of " + std::to_string(n);
}
int sum(int n, ...) {
    va_list list;
    va_start(list, n);
    int total = 0;
    for (int i = 0; i < n; i++) total += va_arg(list, int);
    va_end(list);
    return total;
}
double mixed(const char *kinds, ...) {
    va_list list;
    va_start(list, kinds);
    double total = 0;
    for (const char *k = kinds; *k; k++) switch (*k) {
            case 'i': total += va_arg(list, int); break;
            case 'l': total += va_arg(list, long); break;
            case 'd': total += va_arg(list, double); break;
            case 's': total += strlen(va_arg(list, const char *)); break;
        }
    va_end(list);
    return total;
}
void log(FILE *f, const char *fmt, va_list args) { vfprintf(f, fmt, args); }
void error(const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    log(stdout, fmt, args);
    va_end(args);
}
struct Global {
    const char *name;
    Global(const char *n) : name(n) { printf("begin %s\n", name); }
    ~Global() { printf("end %s\n", name); }
};
Global first("first");
static Global second{"second"};
std::string text = "some text";
Global &lazy() {
    static Global g("static");
    return g;
}
void bye() { printf("bye\n"); }
void bye2() { printf("bye2 %s\n", text.c_str()); }
int main(int argc, char **) {
    say("%d %s %.2f %c\n", 5, "five", 5.5f, 'x');
    printf("%s\n", format("[%5d|%-4s]", 42, "ab").c_str());
    printf("%d\n", sum(4, 1, 2, 3, 4));
    printf("%g\n", mixed("idls", 1, 2.5, 3L, "four"));
    error("%s %lu %p\n", "error", 7ul, (void *)0);
    char b[20];
    printf("%d\n", snprintf(b, 20, "%03d", 7));
    atexit(bye);
    lazy();
    atexit(bye2);
    lazy();
    if (argc > 5) return 1;
    printf("main done\n");
    return 3;
}
/* expect
begin first
begin second
5 five 5.50 x
[   42|ab  ] of 12
10
10.5
error 7 (nil)
3
begin static
main done
bye2 some text
end static
bye
end second
end first
*/
