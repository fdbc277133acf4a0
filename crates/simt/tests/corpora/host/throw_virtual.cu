// Exceptions of the program's own with a `what` of their own, seen through what they derive from. The output is g++'s.
//@ exit 134
//@ ends nothing catches MyError: my own error
#include <cstdio>
#include <exception>
#include <stdexcept>
class MyError : public std::exception {
    int code;
public:
    explicit MyError(int c) : code(c) {}
    const char *what() const noexcept override { return "my own error"; }
    int get() const { return code; }
};
struct Later : MyError {
    Later() : MyError(9) {}
    virtual const char *what() const noexcept override { return "later"; }
};
void f(int k) { if (k) throw MyError(4); throw Later(); }
int main() {
    try { f(1); } catch (const std::exception &e) { printf("%s\n", e.what()); }
    try { f(0); } catch (const MyError &e) { printf("%s %d\n", e.what(), e.get()); }
    try { f(0); } catch (const std::exception &e) { printf("%s\n", e.what()); }
    fflush(stdout);
    f(1);
}
/* expect
my own error
later 9
later
*/
