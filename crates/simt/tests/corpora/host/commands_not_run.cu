// There is no shell: `system` fails, and the learner is told once for each place.
#include <cstdio>
#include <cstdlib>
#include <string>
static int make(const std::string &name) { return std::system(("mkdir -p " + name).c_str()); }
int main() {
    printf("%d\n", system(nullptr));
    for (int i = 0; i < 3; i++) printf("%d\n", system("clear"));
    printf("%d\n", make("out/model"));
}
//@ says command not run: `system` runs no commands here: it gave -1 for `clear` each of 3 times
//@ says it gave -1 for `mkdir -p out/model`
/* expect
0
-1
-1
-1
-1
*/
