// A struct cannot hold itself; that is said though the struct is only looked at where an overload is tried.
struct Node {
    float value;
    Node next; //~ error: the field `next` has no size yet
};
__global__ void k(Node *n) { n->value = 1; }
static int size(const Node *n) { return 1; }
int main() {
    void *p = nullptr;
    k<<<1, 1>>>((Node *)p);
    return size((Node *)p);
}
