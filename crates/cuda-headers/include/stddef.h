#pragma once
#include <simt/base.h>
typedef std::nullptr_t nullptr_t;
#define offsetof(type, member) __builtin_offsetof(type, member)
