// Exceptions that carry the one that was being handled.
// Next: exception.
#pragma once
#include <exception>
#include <type_traits>
namespace std {
class nested_exception {
    exception_ptr __kept;

public:
    nested_exception() : __kept(current_exception()) {}
    nested_exception(const nested_exception &other) : __kept(other.__kept) {}
    virtual ~nested_exception() {}
    exception_ptr nested_ptr() const { return __kept; }
    void rethrow_nested() const {
        if (!__kept) terminate();
        rethrow_exception(__kept);
    }
};
template <class E> struct __with_nested : public E, public nested_exception {
    explicit __with_nested(const E &e) : E(e) {}
};
template <class E> void throw_with_nested(E &&e) {
    using T = decay_t<E>;
    if constexpr (is_class_v<T> && !is_base_of_v<nested_exception, T>) throw __with_nested<T>(e);
    else throw T(e);
}
template <class E> void rethrow_if_nested(const E &e) {
    if constexpr (is_polymorphic_v<E>) {
        auto *nested = dynamic_cast<const nested_exception *>(&e);
        if (nested) nested->rethrow_nested();
    }
}
} // namespace std
