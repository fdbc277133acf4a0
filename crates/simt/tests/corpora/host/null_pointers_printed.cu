// A null pointer is `0` where it is streamed and `(nil)` where it is printed.
#include <cstdio>
#include <iomanip>
#include <iostream>

int main() {
    void *none = nullptr;
    const int *number = nullptr;
    std::cout << none << '|' << std::setw(4) << number << '|' << nullptr << std::endl;
    printf("%p\n", none);
}
/* expect
0|   0|nullptr
(nil)
*/
