// A null pointer for a file ends the program, as it does with glibc.
#include <cstdio>
int main() {
    FILE *file = fopen("no such file", "rb");
    int value = 7;
    printf("before\n");
    size_t read = fread(&value, sizeof(value), 1, file);
    printf("%zu %d\n", read, value);
    fclose(file);
}
//@ exit 139
//@ ends segmentation fault
//@ ends (line 7)
/* expect
before
*/
