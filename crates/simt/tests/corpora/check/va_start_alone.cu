#include <cstdarg>
int none(int n) {
    va_list list;
    va_start(list, n); //~ error: `va_start` belongs in a function that takes `...`
    return va_arg(list, int);
}
