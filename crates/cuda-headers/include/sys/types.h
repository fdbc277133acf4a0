// POSIX's names for numbers.
#pragma once
typedef int pid_t;
typedef unsigned int mode_t;
typedef unsigned int uid_t;
typedef unsigned int gid_t;
typedef long off_t;
typedef unsigned int useconds_t;
typedef long suseconds_t;
