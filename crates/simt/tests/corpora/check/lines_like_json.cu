// A text that includes something is C++, however its lines begin after that.
#include <cstdio>
struct Option {
    const char *name;
    int letter;
};
Option options[] = {
    {"dimension", 'd'},
    {"depth", 'b'},
};
int main() {
    printf("%s\n", options[0].name);
    return missing; //~ error: nothing here is called `missing`
}
