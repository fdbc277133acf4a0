// What nothing catches ends the program with its text.
//@ exit 134
//@ ends nothing catches std::invalid_argument: negative: -1
#include <iostream>
#include <stdexcept>
#include <string>
int check(int x) { if (x < 0) throw std::invalid_argument("negative: " + std::to_string(x)); return x; }
int main() { std::cout << check(3) << std::endl; check(-1); return 0; }

/* expect
3
*/
