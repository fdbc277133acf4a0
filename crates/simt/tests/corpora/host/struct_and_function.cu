// A function, or a variable beside it, may have a struct's name; `struct name` means the struct all the same.
#include <cstdio>

struct list { int size; };
typedef struct list List;
List *list();
typedef struct list Again;
List *list()
{
    static struct list one = {7};
    return &one;
}

int main()
{
    Again *all = list();
    struct list copy = *all;
    struct in { int a; };
    struct in in = {1};
    struct in more = {2};
    enum mode { slow, fast };
    enum mode mode = fast;
    enum mode other = slow;
    printf("%d %d %d %d %d %d\n", all->size, copy.size, in.a, more.a, mode, other);
}
/* expect
7 7 1 2 1 0
*/
