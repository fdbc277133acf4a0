// Attributes after the names of an enumeration's values.
#include <cstdio>
enum Mode { fast [[maybe_unused]] = 1, slow [[deprecated("use fast")]], none [[maybe_unused]] [[gnu::unused]] = 7, last };
enum class Level : unsigned char { low [[maybe_unused]], high };
int main() {
    printf("%d %d %d %d %d\n", fast, fast + 1, none, last, static_cast<int>(Level::high));
}
/* expect
1 2 7 8 1
*/
