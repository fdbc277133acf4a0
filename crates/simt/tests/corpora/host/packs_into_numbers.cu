// A pack as the first value of a number or a pointer: none of it, or its one member; braces after `+=`.
#include <cstdio>
#include <string>
#include <utility>
template <class T> struct Box {
    T value;
    template <class... A> Box(A &&...args) : value(std::forward<A>(args)...) {}
};
struct Rows {
    int cells[3];
    template <class... A> Rows(A... args) : cells(args...) {}
};
int main() {
    Box<int> none, five(5);
    Box<const char *> null, text("text");
    Box<std::string> empty, three(3, 'x');
    printf("%d %d %d %s\n", none.value, five.value, null.value == nullptr, text.value);
    printf("[%s] [%s]\n", empty.value.c_str(), three.value.c_str());
    printf("%d\n", Rows().cells[2]);
    std::string s = "a";
    s += {'b', 'c'};
    s += {"de"};
    puts(s.c_str());
}
/* expect
0 5 1 text
[] [xxx]
0
abcde
*/
