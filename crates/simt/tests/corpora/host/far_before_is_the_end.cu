// A number that wrapped, as an index: nothing is two gigabytes before a small allocation.
#include <cstdlib>
int main() {
    char *text = (char *)malloc(100);
    int at = 1 << 30;
    text[-at * 2ll] = 1;
}
//@ exit 139
//@ ends segmentation fault: out-of-bounds host write of 1 byte: the memory allocated on line 4
//@ ends before its start (line 6)
