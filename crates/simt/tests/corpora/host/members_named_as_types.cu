// Members that have the name of a type of another namespace or struct: in functions inside and outside of their struct, and in further structs.
#include <cstdio>
#include <string>

namespace other {
struct path {
    int v;
};
struct count {};
enum class kind { a, b };
} // namespace other
struct Holder {
    struct node {
        int x;
    };
};

struct File {
    std::string path;
    int slashes();
    int letters() {
        int found = 0;
        for (unsigned long i = 0; i < length; i++)
            if (path[i] != '/') found += node[i % 2];
        return found;
    }
    unsigned long length = 0;
    int node[2] = {1, 1};
    int kind() { return 7; }
    int twice();
};

int File::slashes() {
    int found = 0;
    for (unsigned long i = 0; i < path.length(); i++)
        if (path[i] == '/' || path[i] == '\\') ++found;
    path[0] = 'z';
    return found;
}
int File::twice() {
    kind();
    node[1] = 2;
    return kind() * 2;
}

struct Named : File {
    int ends() {
        if (path[0] == 'z') return node[1];
        return -1;
    }
    int more();
};
int Named::more() {
    path[1] = '-';
    return (node[0]) + 1;
}

int main() {
    Named f;
    f.path = "a/b/c";
    f.length = f.path.length();
    printf("%d\n", f.letters());
    printf("%d\n", f.slashes());
    printf("%d\n", f.twice());
    printf("%d\n", f.ends());
    printf("%d\n", f.more());
    printf("%s\n", f.path.c_str());
    other::path p{3};
    printf("%d\n", p.v);
}
/* expect
3
2
14
2
2
z-b/c
3
*/
