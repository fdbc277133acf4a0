// The end of a map is no element, and the message calls the iterator by its own name.
//@ ends segmentation fault: read of 4 bytes through `it`, which is null
//@ exit 139
#include <cstdio>
#include <map>

int main() {
    std::map<int, int> squares;
    squares[3] = 9;
    auto it = squares.find(4);
    printf("%d\n", it->second);
}
