// std::vector: everything that programs do with one.
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

struct Traced {
    int id;
    static int alive;
    Traced(int id = 0) : id(id) { ++alive; }
    Traced(const Traced &from) : id(from.id) { ++alive; }
    Traced &operator=(const Traced &from) {
        id = from.id;
        return *this;
    }
    ~Traced() { --alive; }
    bool operator==(const Traced &other) const { return id == other.id; }
};
int Traced::alive = 0;

template <class T> void show(const char *name, const std::vector<T> &v) {
    printf("%s (%zu):", name, v.size());
    for (const T &x : v) printf(" %g", (double)x);
    printf("\n");
}

int main() {
    std::vector<int> v;
    for (int i = 0; i < 5; ++i) {
        v.push_back(i * i);
        printf("%zu/%zu ", v.size(), v.capacity());
    }
    printf("\n");
    show("squares", v);
    std::vector<float> filled(4, 1.5f), empty(3);
    show("filled", filled);
    show("empty", empty);
    std::vector<double> listed = {1, 2.5, -3};
    show("listed", listed);
    std::vector<int> ten(10, 7);
    show("ten", ten);
    std::vector<int> part(v.begin() + 1, v.end() - 1);
    show("part", part);
    int raw[] = {4, 5, 6};
    std::vector<int> from_raw(raw, raw + 3);
    show("raw", from_raw);
    from_raw.insert(from_raw.begin() + 1, 99);
    from_raw.insert(from_raw.end(), v.begin(), v.end());
    from_raw.insert(from_raw.begin(), 2, -1);
    from_raw.insert(from_raw.begin(), {7, 8});
    show("inserted", from_raw);
    from_raw.erase(from_raw.begin());
    from_raw.erase(from_raw.begin() + 2, from_raw.begin() + 5);
    show("erased", from_raw);
    from_raw.resize(3);
    from_raw.resize(5, 42);
    show("resized", from_raw);
    from_raw.emplace_back(11);
    printf("front %d back %d at %d data %d\n", from_raw.front(), from_raw.back(), from_raw.at(1), from_raw.data()[2]);
    from_raw.pop_back();
    v = from_raw;
    printf("equal %d, less %d\n", v == from_raw, v < ten);
    v.swap(ten);
    show("swapped", v);
    std::vector<int> moved = std::move(v);
    printf("moved %zu, left %zu, empty %d\n", moved.size(), v.size(), (int)v.empty());
    moved.assign(3, 8);
    show("assigned", moved);
    moved.clear();
    printf("cleared %zu\n", moved.size());
    std::vector<std::vector<int>> grid(3, std::vector<int>(2, 1));
    grid[1][1] = 5;
    grid.push_back({9, 9, 9});
    int sum = 0;
    for (auto &row : grid)
        for (int x : row) sum += x;
    printf("grid %d\n", sum);
    std::vector<bool> flags(6, false);
    flags[2] = true;
    flags[5] = flags[2];
    int on = 0;
    for (size_t i = 0; i < flags.size(); ++i) on += flags[i];
    printf("flags %d\n", on);
    {
        std::vector<Traced> many(3);
        many.push_back(Traced(7));
        many.emplace_back(8);
        many.insert(many.begin(), Traced(9));
        many.erase(many.begin() + 1);
        printf("traced:");
        for (auto &t : many) printf(" %d", t.id);
        printf(", alive %d\n", Traced::alive);
    }
    printf("alive %d\n", Traced::alive);
    std::vector<std::string> words = {"one", "two"};
    words.push_back("three");
    words.emplace_back("four");
    words.insert(words.begin(), "zero");
    for (auto it = words.begin(); it != words.end(); ++it) printf("%s ", it->c_str());
    for (auto it = words.rbegin(); it != words.rend(); ++it) printf("%s ", it->c_str());
    printf("\n");
    std::vector<std::pair<int, float>> pairs;
    pairs.push_back({1, 2.5f});
    pairs.push_back(std::make_pair(2, 3.5f));
    pairs.emplace_back(3, 4.5f);
    for (auto &[a, b] : pairs) printf("%d:%g ", a, b);
    printf("\n");
    return 0;
}

/* expect
1/1 2/2 3/4 4/4 5/8 
squares (5): 0 1 4 9 16
filled (4): 1.5 1.5 1.5 1.5
empty (3): 0 0 0
listed (3): 1 2.5 -3
ten (10): 7 7 7 7 7 7 7 7 7 7
part (3): 1 4 9
raw (3): 4 5 6
inserted (13): 7 8 -1 -1 4 99 5 6 0 1 4 9 16
erased (9): 8 -1 5 6 0 1 4 9 16
resized (5): 8 -1 5 42 42
front 8 back 11 at -1 data 5
equal 1, less 0
swapped (10): 7 7 7 7 7 7 7 7 7 7
moved 10, left 0, empty 1
assigned (3): 8 8 8
cleared 0
grid 37
flags 2
traced: 9 0 0 7 8, alive 5
alive 0
zero one two three four four three two one zero 
1:2.5 2:3.5 3:4.5 
*/
