// An exception that reaches a `noexcept` function ends the program there, after what is on the way.
//@ exit 134
//@ ends nothing catches std::runtime_error: leaves
#include <cstdio>
#include <stdexcept>
struct D { ~D() noexcept(false) { printf("D\n"); } };
void inner() { D d; throw std::runtime_error("leaves"); }
void shut() noexcept { inner(); }
int main() {
    try { shut(); } catch (...) { printf("never\n"); }
}
/* expect
D
*/
