// One text in braces is an array of characters only where characters are wanted.
#include <cstdio>
#include <string>

const char *names[] = {"one"};
const char letters[] = {"abc"};
std::string whole[] = {"text"};

int main() {
    const char *more[] = {"two"}, *wider[2] = {"three"};
    char text[] = {"xy"};
    printf("%s %d %s %d\n", names[0], (int)(sizeof(names) / sizeof(names[0])), letters, (int)sizeof(letters));
    printf("%s %d %s\n", whole[0].c_str(), (int)(sizeof(whole) / sizeof(whole[0])), more[0]);
    printf("%s %d %s %d\n", wider[0], wider[1] == nullptr, text, (int)sizeof(text));
}
/* expect
one 1 abc 4
text 1 two
three 1 xy 3
*/
