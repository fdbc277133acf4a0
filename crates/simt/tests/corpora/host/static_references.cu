// `static T &x = …;` in a function refers to what it was given when it was first passed.
#include <cstdio>
#include <string>

struct Log {
    int lines = 0;
    static Log &get() {
        static Log log;
        return log;
    }
};

int asked = 0;

int &counter() {
    static int one = 10;
    asked++;
    return one;
}

int next() {
    static int &n = counter();
    static const Log &log = Log::get();
    static auto &same = Log::get();
    same.lines++;
    return ++n + 100 * log.lines;
}

int main() {
    static Log &log = Log::get();
    log.lines = 4;
    int first = next(), second = next();
    printf("%d %d %d %d\n", first, second, asked, Log::get().lines);
    static const std::string &name = *new std::string("kept");
    printf("%s\n", name.c_str());
}
/* expect
511 612 1 6
kept
*/
