// The name of the system.
#pragma once
struct utsname {
    char sysname[65], nodename[65], release[65], version[65], machine[65];
};
inline int uname(struct utsname *to) {
    *to = {"Linux", "course", "6.0.0", "#1", "x86_64"};
    return 0;
}
