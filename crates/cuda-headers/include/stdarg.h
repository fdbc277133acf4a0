// The arguments of functions that take `...`: each stands in eight bytes of its own.
#pragma once
typedef char *va_list;
typedef va_list __gnuc_va_list;
#define va_start(list, last) ((void)((list) = __simt_va_start()))
#define va_arg(list, type) \
    (*(type *)(((list) += (sizeof(type) + 7) / 8 * 8) - (sizeof(type) + 7) / 8 * 8))
#define va_copy(to, from) ((void)((to) = (from)))
#define va_end(list) ((void)0)
