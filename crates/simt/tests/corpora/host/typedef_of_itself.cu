// `typedef struct T { … } T;`, C's way: one name for the type with and without its keyword.
#include <cstdio>
typedef union Value {
    int whole;
    float real;
} Value;
typedef struct Node {
    int key;
    struct Node *next;
    Value value;
} Node, *List;
typedef enum Kind { FIRST, SECOND } Kind;
typedef struct {
    int x;
} Unnamed;
typedef struct Hidden *Handle; // declared nowhere else, and only pointed at
int look(int **p, Handle handle) {
    *p = nullptr;
    return handle == nullptr ? 6 : 7;
}
int main() {
    Node b = {2, NULL, {5}};
    Node a = {1, &b, {3}};
    List all = &a;
    Kind kind = SECOND;
    struct Node *p = all->next;
    enum Kind other = FIRST;
    Unnamed u = {9};
    Handle handle = 0;
    int *q;
    int seen = look(&q, handle);
    printf("%d\n", seen);
    printf("%d %d %d %d %d\n", all->key, p->value.whole, kind, other, u.x);
}
/* expect
6
1 5 1 0 9
*/
