// The number of the last thing that went wrong in the C library.
#pragma once
inline int errno = 0;
#define EPERM 1
#define ENOENT 2
#define EINTR 4
#define EIO 5
#define EBADF 9
#define EAGAIN 11
#define ENOMEM 12
#define EACCES 13
#define EBUSY 16
#define EEXIST 17
#define ENOTDIR 20
#define EISDIR 21
#define EINVAL 22
#define ERANGE 34
#define ENOSYS 38
#define ETIMEDOUT 110
