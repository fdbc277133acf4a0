// `for (x : {"a", "bcd"})` walks pointers, however long the texts are.
#include <cstdio>
#include <cstring>

int main() {
    for (const auto &text : {"relu", "relu_vector4", ""}) printf("%s %zu\n", text, strlen(text));
    for (const char *text : {"one"}) puts(text);
}
/* expect
relu 4
relu_vector4 12
 0
one
*/
