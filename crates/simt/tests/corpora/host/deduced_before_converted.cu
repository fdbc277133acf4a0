// What is no instance of a class template says nothing of its arguments, though it could be converted to one.
#include <optional>
#include <cstdio>
#include <future>
template <class T> struct Box {
    T v;
    Box(const T &x) : v(x) {}
};
struct Big : Box<int> {
    Big() : Box<int>(9) {}
};
template <class T> bool operator==(const Box<T> &a, const T &b) { return true; }
template <class T> int which(const Box<T> &a, const T &b) { return 1; }
template <class T, class U> int which(const T &a, const U &b) { return 2; }
template <class T> T inside(const Box<T> &a) { return a.v; }
enum class How { now = 1, later = 2 };
int main() {
    How how = How::now;
    Big big;
    printf("%d %d\n", how == How::later, Box<How>(how) == How::later);
    printf("%d %d %d\n", which(3, 4), which(Box<int>(3), 4), which<int>(Box<int>(3), 4));
    printf("%d %d\n", inside(big), inside<int>(5));
    auto f = std::async(std::launch::async, [] { return 8; });
    printf("%d\n", f.get());
}
/* expect
0 1
2 1 1
9 5
8
*/
