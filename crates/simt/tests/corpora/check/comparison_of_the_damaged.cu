// A comparison that is asked for on trial, with values that have names of their own, while the class it takes apart is damaged.
#include <string>
struct Entry { std::string name; int value; std::strong_ordering operator<=>(const Entry &) const = default; };
struct Key sizeof int k; friend auto operator<=>(const Key &, const Key &) = default; }; //~ error: expected a name to declare | this `}` closes nothing
int main() { //~ error: this `{` is never closed
    printf("%d %d %d\n", Entry{"a", 1} < Entry{"a", 2}, Entry{"b", 1} < Entry{"a", 2}, Entry{"a", 1} == Entry{"a", 1});
