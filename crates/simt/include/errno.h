#pragma once
inline int errno = 0;
#define ENOENT 2
#define EINTR 4
#define ENOMEM 12
#define EINVAL 22
#define ERANGE 34
