// A sorted tree of nodes for maps and sets: an AA tree by links up and down, so that iterators stay good.
#pragma once
#include <iterator>
#include <simt/base.h>
#include <simt/compare.h>
#include <simt/place.h>
#include <utility>
namespace std {
template <class V> struct __node {
    __node *left, *right, *up;
    int level;
    V value;
    template <class... A> explicit __node(A &&...args) : left(nullptr), right(nullptr), up(nullptr), level(1), value(std::forward<A>(args)...) {}
};
template <class V> __node<V> *__leftmost(__node<V> *n) {
    while (n && n->left) n = n->left;
    return n;
}
template <class V> __node<V> *__rightmost(__node<V> *n) {
    while (n && n->right) n = n->right;
    return n;
}
template <class V> __node<V> *__after(__node<V> *n) {
    if (n->right) return __leftmost(n->right);
    while (n->up && n == n->up->right) n = n->up;
    return n->up;
}
template <class V> __node<V> *__before(__node<V> *n) {
    if (n->left) return __rightmost(n->left);
    while (n->up && n == n->up->left) n = n->up;
    return n->up;
}

// `R` is `V` or `const V`.
template <class V, class R> class __tree_iterator {
public:
    using value_type = V;
    using difference_type = ptrdiff_t;
    using reference = R &;
    using pointer = R *;
    using iterator_category = bidirectional_iterator_tag;
    __node<V> *__at;
    __node<V> *const *__root;
    __tree_iterator() : __at(nullptr), __root(nullptr) {}
    __tree_iterator(__node<V> *at, __node<V> *const *root) : __at(at), __root(root) {}
    template <class S> __tree_iterator(const __tree_iterator<V, S> &from) : __at(from.__at), __root(from.__root) {}
    R &operator*() const { return __at->value; }
    R *operator->() const { return &__at->value; }
    __tree_iterator &operator++() {
        __at = __after(__at);
        return *this;
    }
    __tree_iterator operator++(int) {
        __tree_iterator before = *this;
        __at = __after(__at);
        return before;
    }
    __tree_iterator &operator--() {
        __at = __at ? __before(__at) : __rightmost(*__root);
        return *this;
    }
    __tree_iterator operator--(int) {
        __tree_iterator before = *this;
        --*this;
        return before;
    }
    template <class S> bool operator==(const __tree_iterator<V, S> &other) const { return __at == other.__at; }
    template <class S> bool operator!=(const __tree_iterator<V, S> &other) const { return __at != other.__at; }
};

// A node that has been taken out of a tree, to be put into another or dropped.
template <class K, class V, bool map> class __node_handle {
public:
    __node<V> *__kept = nullptr;
    using value_type = V;
    using key_type = K;
    __node_handle() {}
    explicit __node_handle(__node<V> *node) : __kept(node) {}
    __node_handle(__node_handle &&from) : __kept(from.__kept) { from.__kept = nullptr; }
    __node_handle &operator=(__node_handle &&from) {
        std::swap(__kept, from.__kept);
        return *this;
    }
    ~__node_handle() { delete __kept; }
    bool empty() const { return !__kept; }
    explicit operator bool() const { return __kept != nullptr; }
    K &key() const { return const_cast<K &>(__kept->value.first); }
    auto &mapped() const { return __kept->value.second; }
    K &value() const { return __kept->value; }
};
// What became of a node that was to be put in.
template <class I, class N> struct __node_inserted {
    I position;
    bool inserted;
    N node;
};

// `K` is the key, `V` what is kept (a pair for maps), `many` whether keys may be equal.
template <class K, class V, class C, bool map, bool many> class __tree {
    using __link = __node<V> *;
    __link __root = nullptr;
    size_t __count = 0;
    C __less_than;

    static const K &__key(const V &value) {
        if constexpr (map) return value.first;
        else return value;
    }
    static int __level(__link n) { return n ? n->level : 0; }
    void __replace(__link before, __link after) {
        __link up = before->up;
        if (!up) __root = after;
        else if (up->left == before) up->left = after;
        else up->right = after;
        if (after) after->up = up;
    }
    __link __skew(__link n) {
        __link left = n->left;
        if (!left || left->level != n->level) return n;
        __replace(n, left);
        n->left = left->right;
        if (n->left) n->left->up = n;
        left->right = n;
        n->up = left;
        return left;
    }
    __link __split(__link n) {
        __link right = n->right;
        if (!right || !right->right || right->right->level != n->level) return n;
        __replace(n, right);
        n->right = right->left;
        if (n->right) n->right->up = n;
        right->left = n;
        n->up = right;
        ++right->level;
        return right;
    }
    void __put(__link made, __link up, bool left) {
        made->up = up;
        if (!up) __root = made;
        else if (left) up->left = made;
        else up->right = made;
        ++__count;
        for (__link n = up; n; n = n->up) {
            n = __skew(n);
            n = __split(n);
        }
    }
    void __unlink(__link n) {
        if (n->left && n->right) {
            // The next takes its place.
            __link next = __leftmost(n->right);
            __link from = next->up == n ? next : next->up;
            if (next->up != n) {
                __replace(next, next->right);
                next->right = n->right;
                next->right->up = next;
            }
            __replace(n, next);
            next->left = n->left;
            next->left->up = next;
            next->level = n->level;
            __lower(from);
        } else {
            __link up = n->up;
            __replace(n, n->left ? n->left : n->right);
            __lower(up);
        }
        --__count;
    }
    void __take(__link n) {
        __unlink(n);
        delete n;
    }
    void __lower(__link n) {
        for (; n; n = n->up) {
            int least = (__level(n->left) < __level(n->right) ? __level(n->left) : __level(n->right)) + 1;
            if (least < n->level) {
                n->level = least;
                if (n->right && n->right->level > least) n->right->level = least;
            }
            n = __skew(n);
            if (n->right) {
                __skew(n->right);
                if (n->right->right) __skew(n->right->right);
            }
            n = __split(n);
            if (n->right) __split(n->right);
        }
    }
    static __link __copy_of(__link from, __link up) {
        if (!from) return nullptr;
        __link made = new __node<V>(from->value);
        made->level = from->level;
        made->up = up;
        made->left = __copy_of(from->left, made);
        made->right = __copy_of(from->right, made);
        return made;
    }
    static void __drop(__link n) {
        if (!n) return;
        __drop(n->left);
        __drop(n->right);
        delete n;
    }

protected:
    // Where the key is, or nothing; and where it would go.
    __link __find(const K &key) const {
        __link n = __root;
        while (n) {
            if (__less_than(key, __key(n->value))) n = n->left;
            else if (__less_than(__key(n->value), key)) n = n->right;
            else return n;
        }
        return nullptr;
    }
    template <class... A> pair<__link, bool> __add(const K &key, A &&...args) {
        __link up = nullptr, n = __root;
        bool left = false;
        while (n) {
            up = n;
            left = __less_than(key, __key(n->value));
            if (!many && !left && !__less_than(__key(n->value), key)) return pair<__link, bool>(n, false);
            n = left ? n->left : n->right;
        }
        __link made = new __node<V>(std::forward<A>(args)...);
        __put(made, up, left);
        return pair<__link, bool>(made, true);
    }
    template <class... A> pair<__link, bool> __add_made(A &&...args) {
        __link made = new __node<V>(std::forward<A>(args)...);
        pair<__link, bool> there = __put_in(made);
        if (!there.second) delete made;
        return there;
    }
    // Puts a node in that is already made, if it may be there.
    pair<__link, bool> __put_in(__link made) {
        __link up = nullptr, n = __root;
        bool left = false;
        while (n) {
            up = n;
            left = __less_than(__key(made->value), __key(n->value));
            if (!many && !left && !__less_than(__key(n->value), __key(made->value))) return pair<__link, bool>(n, false);
            n = left ? n->left : n->right;
        }
        __put(made, up, left);
        return pair<__link, bool>(made, true);
    }

public:
    using key_type = K;
    using value_type = V;
    using size_type = size_t;
    using key_compare = C;
    using iterator = __tree_iterator<V, V>;
    using const_iterator = __tree_iterator<V, const V>;
    using reverse_iterator = std::reverse_iterator<iterator>;
    using const_reverse_iterator = std::reverse_iterator<const_iterator>;

    __tree() : __less_than() {}
    explicit __tree(C less) : __less_than(less) {}
    __tree(const __tree &from) : __root(__copy_of(from.__root, nullptr)), __count(from.__count), __less_than(from.__less_than) {}
    __tree(__tree &&from) : __less_than(from.__less_than) { swap(from); }
    ~__tree() { __drop(__root); }
    __tree &operator=(__tree from) {
        swap(from);
        return *this;
    }
    void swap(__tree &other) {
        std::swap(__root, other.__root);
        std::swap(__count, other.__count);
    }
    iterator begin() { return iterator(__leftmost(__root), &__root); }
    iterator end() { return iterator(nullptr, &__root); }
    const_iterator begin() const { return const_iterator(__leftmost(__root), &__root); }
    const_iterator end() const { return const_iterator(nullptr, &__root); }
    const_iterator cbegin() const { return begin(); }
    const_iterator cend() const { return end(); }
    reverse_iterator rbegin() { return reverse_iterator(end()); }
    reverse_iterator rend() { return reverse_iterator(begin()); }
    const_reverse_iterator rbegin() const { return const_reverse_iterator(end()); }
    const_reverse_iterator rend() const { return const_reverse_iterator(begin()); }
    const_reverse_iterator crbegin() const { return rbegin(); }
    const_reverse_iterator crend() const { return rend(); }
    using node_type = __node_handle<K, V, map>;
    using insert_return_type = __node_inserted<iterator, node_type>;
    node_type extract(const_iterator at) {
        __link n = at.__at;
        __unlink(n);
        n->left = n->right = n->up = nullptr;
        n->level = 1;
        return node_type(n);
    }
    node_type extract(const K &key) {
        __link n = __first_of(key);
        return n ? extract(const_iterator(n, &__root)) : node_type();
    }
    auto __insert_node(node_type &&node) {
        pair<__link, bool> there(nullptr, false);
        if (node) there = __put_in(node.__kept);
        if (there.second) node.__kept = nullptr;
        if constexpr (many) return iterator(there.first, &__root);
        else return insert_return_type{iterator(there.first, &__root), there.second, std::move(node)};
    }
    C key_comp() const { return __less_than; }
    // Takes over the nodes of another, but for keys that are here.
    void merge(__tree &from) {
        for (__link n = __leftmost(from.__root); n && this != &from;) {
            __link next = __after(n);
            if (many || !__find(__key(n->value))) {
                from.__unlink(n);
                n->left = n->right = n->up = nullptr;
                n->level = 1;
                __put_in(n);
            }
            n = next;
        }
    }
    void merge(__tree &&from) { merge(from); }
    size_t size() const { return __count; }
    bool empty() const { return __count == 0; }
    void clear() {
        __drop(__root);
        __root = nullptr;
        __count = 0;
    }
    iterator find(const K &key) { return iterator(__first_of(key), &__root); }
    const_iterator find(const K &key) const { return const_iterator(__first_of(key), &__root); }
    __link __first_of(const K &key) const {
        if constexpr (!many) return __find(key);
        __link n = __bound(key, false);
        return n && !__less_than(key, __key(n->value)) ? n : nullptr;
    }
    bool contains(const K &key) const { return __find(key) != nullptr; }
    size_t count(const K &key) const {
        if (!many) return __find(key) ? 1 : 0;
        size_t found = 0;
        for (__link n = __bound(key, false), end = __bound(key, true); n != end; n = __after(n)) ++found;
        return found;
    }
    __link __bound(const K &key, bool after) const {
        __link n = __root, found = nullptr;
        while (n) {
            bool left = after ? __less_than(key, __key(n->value)) : !__less_than(__key(n->value), key);
            if (left) found = n;
            n = left ? n->left : n->right;
        }
        return found;
    }
    iterator lower_bound(const K &key) { return iterator(__bound(key, false), &__root); }
    iterator upper_bound(const K &key) { return iterator(__bound(key, true), &__root); }
    const_iterator lower_bound(const K &key) const { return const_iterator(__bound(key, false), &__root); }
    const_iterator upper_bound(const K &key) const { return const_iterator(__bound(key, true), &__root); }
    pair<iterator, iterator> equal_range(const K &key) { return pair<iterator, iterator>(lower_bound(key), upper_bound(key)); }
    pair<const_iterator, const_iterator> equal_range(const K &key) const { return pair<const_iterator, const_iterator>(lower_bound(key), upper_bound(key)); }
    size_t max_size() const { return 0x7fffffffffffffff / sizeof(__node<V>); }
    iterator erase(const_iterator at) {
        __link next = __after(at.__at);
        __take(at.__at);
        return iterator(next, &__root);
    }
    iterator erase(iterator at) { return erase(const_iterator(at)); }
    iterator erase(const_iterator from, const_iterator to) {
        while (from != to) from = erase(from);
        return iterator(to.__at, &__root);
    }
    size_t erase(const K &key) {
        size_t before = __count;
        for (__link n = __first_of(key); n; n = __first_of(key)) __take(n);
        return before - __count;
    }
    bool operator==(const __tree &other) const {
        if (__count != other.__count) return false;
        for (__link a = __leftmost(__root), b = __leftmost(other.__root); a; a = __after(a), b = __after(b))
            if (!(a->value == b->value)) return false;
        return true;
    }
    bool operator!=(const __tree &other) const { return !(*this == other); }
    bool operator<(const __tree &other) const { return __items_before(*this, other); }
    bool operator>(const __tree &other) const { return __items_before(other, *this); }
    bool operator<=(const __tree &other) const { return !__items_before(other, *this); }
    bool operator>=(const __tree &other) const { return !__items_before(*this, other); }
};
} // namespace std
