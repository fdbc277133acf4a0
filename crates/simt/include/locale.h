// Locales: the classic one alone, as every program begins in it.
#pragma once
enum { LC_CTYPE, LC_NUMERIC, LC_TIME, LC_COLLATE, LC_MONETARY, LC_MESSAGES, LC_ALL };
// Any other than the classic one is not there, as on a machine where none is installed.
inline char *setlocale(int, const char *name) {
    static char classic[] = "C";
    bool known = !name || !name[0] || (name[0] == 'C' && (!name[1] || name[1] == '.')) || (name[0] == 'P' && name[1] == 'O');
    return known ? classic : nullptr;
}
