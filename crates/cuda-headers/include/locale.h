// Locales: the classic one alone, as every program begins in it.
#pragma once
enum { LC_CTYPE, LC_NUMERIC, LC_TIME, LC_COLLATE, LC_MONETARY, LC_MESSAGES, LC_ALL };
// Any other than the classic one is not there, as on a machine where none is installed.
inline char *setlocale(int, const char *name) {
    static char classic[] = "C";
    bool known = !name || !name[0] || (name[0] == 'C' && (!name[1] || name[1] == '.')) || (name[0] == 'P' && name[1] == 'O');
    return known ? classic : nullptr;
}
struct lconv {
    char *decimal_point, *thousands_sep, *grouping, *int_curr_symbol, *currency_symbol, *mon_decimal_point, *mon_thousands_sep, *mon_grouping, *positive_sign, *negative_sign;
    char int_frac_digits, frac_digits, p_cs_precedes, p_sep_by_space, n_cs_precedes, n_sep_by_space, p_sign_posn, n_sign_posn;
};
// What the classic one has: a point, and nothing else.
inline struct lconv *localeconv() {
    static char point[] = ".", none[] = "";
    static struct lconv classic = {point, none, none, none, none, none, none, none, none, none, 127, 127, 127, 127, 127, 127, 127, 127};
    return &classic;
}
