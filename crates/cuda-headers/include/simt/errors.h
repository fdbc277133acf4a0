// What the library throws, and the functions that throw it.
// The text is kept here for every kind of exception; a copied text is never given back.
// Next: exception, stdexcept and new, which are parts of this.
#pragma once
#include <simt/base.h>
extern "C" int snprintf(char *to, size_t room, const char *format, ...);
namespace std {
class string;
class exception {
protected:
    const char *__text;

public:
    exception() : __text("std::exception") {}
    explicit exception(const char *text) : __text(text) {}
    virtual ~exception() {}
    virtual const char *what() const noexcept { return __text; }
};
inline const char *__kept_text(const char *text) {
    size_t n = strlen(text) + 1;
    return static_cast<const char *>(memcpy(malloc(n), text, n));
}
#define __simt_exception(name, base)                                           \
    class name : public base {                                                 \
    public:                                                                    \
        explicit name(const string &text) : base(__kept_text(text.c_str())) {} \
        explicit name(const char *text) : base(__kept_text(text)) {}           \
    };
__simt_exception(runtime_error, exception)
__simt_exception(logic_error, exception)
__simt_exception(range_error, runtime_error)
__simt_exception(overflow_error, runtime_error)
__simt_exception(underflow_error, runtime_error)
__simt_exception(invalid_argument, logic_error)
__simt_exception(domain_error, logic_error)
__simt_exception(length_error, logic_error)
__simt_exception(out_of_range, logic_error)
#undef __simt_exception
#define __simt_exception(name, base, text)   \
    class name : public base {               \
    public:                                  \
        name() : base(text) {}               \
        explicit name(const char *why) : base(why) {} \
    };
__simt_exception(bad_alloc, exception, "std::bad_alloc")
__simt_exception(bad_array_new_length, bad_alloc, "std::bad_array_new_length")
__simt_exception(bad_cast, exception, "std::bad_cast")
__simt_exception(bad_exception, exception, "std::bad_exception")
__simt_exception(bad_function_call, exception, "bad_function_call")
__simt_exception(bad_optional_access, exception, "bad optional access")
__simt_exception(bad_variant_access, exception, "bad variant access")
__simt_exception(bad_weak_ptr, exception, "bad_weak_ptr")
#undef __simt_exception

// An element that is not there: `why` has places for the index and the size.
inline void __throw_out_of_range(const char *why, size_t index, size_t size) {
    char text[128];
    snprintf(text, sizeof text, why, index, size);
    throw out_of_range(text);
}
inline void *__new_bytes(size_t bytes) {
    if (bytes > 0x7fffffffffffffffull) throw bad_array_new_length();
    void *p = malloc(bytes);
    if (!p) throw bad_alloc();
    return p;
}
} // namespace std
