// scanf's kin on files: what the format says, one conversion after the other; each looks one character ahead and takes what fits it.
// Rule: where a value goes is told by C++ overloads of what its argument points at; numbers are read as `sscanf` reads their text.
// Next: stdio.h.
#pragma once
#include <simt/file.h>
extern "C" int sscanf(const char *text, const char *format, ...);
struct __simt_scanner {
    int file;
    const char *format;
    int stored;
    int taken;
    bool failed;
    bool over;
    // The conversion at hand: whether it is stored, its width (0 for none), its letter, and how it is written without `*` and width.
    bool kept;
    int width;
    char letter;
    char plain[8];
    // What is between `[` and `]`.
    const char *set;
    int in_set;
};
inline bool __simt_is_blank(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
inline int __simt_scan_take(__simt_scanner &s) {
    ++s.taken;
    return __simt_get(s.file);
}
inline void __simt_scan_blanks(__simt_scanner &s) {
    while (__simt_is_blank(__simt_peek(s.file))) __simt_scan_take(s);
}
inline void __simt_scan_fails(__simt_scanner &s) {
    s.failed = true;
    s.over = __simt_peek(s.file) < 0;
}
// Reads `%*12[^,]` from the format.
inline void __simt_scan_conversion(__simt_scanner &s) {
    const char *p = s.format + 1;
    s.kept = *p != '*';
    if (!s.kept) ++p;
    s.width = 0;
    while (*p >= '0' && *p <= '9') s.width = s.width * 10 + (*p++ - '0');
    int n = 0;
    s.plain[n++] = '%';
    while (*p == 'l' || *p == 'h' || *p == 'z' || *p == 'j' || *p == 't' || *p == 'L' || *p == 'q') {
        if (n < 4) s.plain[n++] = *p;
        ++p;
    }
    s.letter = *p;
    s.plain[n++] = *p;
    s.plain[n] = 0;
    if (*p == '[') {
        s.set = ++p;
        if (*p == '^') ++p;
        if (*p == ']') ++p;
        while (*p && *p != ']') ++p;
        s.in_set = (int)(p - s.set);
    }
    s.format = *p ? p + 1 : p;
}
inline bool __simt_scan_in_set(const __simt_scanner &s, int c) {
    int i = s.in_set > 0 && s.set[0] == '^';
    bool others = i == 1;
    for (; i < s.in_set; i++) {
        int low = (unsigned char)s.set[i], high = low;
        if (i + 2 < s.in_set && s.set[i + 1] == '-') {
            high = (unsigned char)s.set[i + 2];
            i += 2;
        }
        if (c >= low && c <= high) return !others;
    }
    return others;
}
// `%c`, `%s` and `%[…]`: the characters, to memory if there is some.
inline void __simt_scan_chars(__simt_scanner &s, char *to) {
    int most = s.width > 0 ? s.width : s.letter == 'c' ? 1 : 0x7fffffff, n = 0;
    if (s.letter == 's') __simt_scan_blanks(s);
    for (; n < most; n++) {
        int c = __simt_peek(s.file);
        if (c < 0 || (s.letter == 's' && __simt_is_blank(c)) || (s.letter == '[' && !__simt_scan_in_set(s, c))) break;
        __simt_scan_take(s);
        if (to) to[n] = (char)c;
    }
    if (n == 0) __simt_scan_fails(s);
    else if (to && s.letter != 'c') to[n] = 0;
}
// A number's text, character by character.
struct __simt_scan_number {
    __simt_scanner &s;
    char text[400];
    int n;
    int most;
    int look() const { return n < most ? __simt_peek(s.file) : -1; }
    void take() { text[n++] = (char)__simt_scan_take(s); }
    bool take_if(int a, int b) {
        int c = look();
        if (c != a && c != b) return false;
        take();
        return true;
    }
    int digits(int base) {
        int before = n;
        for (int c = look();; c = look()) {
            int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : 99;
            if (digit >= base) return n - before;
            take();
        }
    }
    bool integer(int base) {
        if (base != 10 && look() == '0') {
            take();
            if (base != 8 && take_if('x', 'X')) return digits(16) > 0;
            digits(base == 0 ? 8 : base);
            return true;
        }
        return digits(base == 0 ? 10 : base) > 0;
    }
    bool word(const char *lower) {
        for (; *lower; ++lower)
            if (!take_if(*lower, *lower - 'a' + 'A')) return false;
        return true;
    }
    bool real() {
        int c = look();
        if (c == 'n' || c == 'N') return word("nan");
        if (c == 'i' || c == 'I') return word("inf") && ((look() != 'i' && look() != 'I') || word("inity"));
        int base = 10, found = 0;
        if (c == '0') {
            take();
            found = 1;
            if (take_if('x', 'X')) base = 16, found = 0;
        }
        found += digits(base);
        if (take_if('.', '.')) found += digits(base);
        if (found == 0) return false;
        bool powers = base == 16 ? take_if('p', 'P') : take_if('e', 'E');
        if (!powers) return true;
        take_if('+', '-');
        return digits(10) > 0;
    }
};
// The text of a number, by the conversion at hand; whether there is one.
inline bool __simt_scan_digits(__simt_scanner &s, __simt_scan_number &number) {
    __simt_scan_blanks(s);
    number.take_if('+', '-');
    bool fits = false;
    switch (s.letter) {
    case 'd':
    case 'u': fits = number.integer(10); break;
    case 'i': fits = number.integer(0); break;
    case 'o': fits = number.integer(8); break;
    case 'x':
    case 'X':
    case 'p': fits = number.integer(16); break;
    default: fits = number.real();
    }
    number.text[number.n] = 0;
    if (!fits) __simt_scan_fails(s);
    return fits;
}
inline bool __simt_scan_is_text(const __simt_scanner &s) { return s.letter == 'c' || s.letter == 's' || s.letter == '['; }
inline __simt_scan_number __simt_scan_number_of(__simt_scanner &s) { return __simt_scan_number{s, {}, 0, s.width > 0 && s.width < 399 ? s.width : 399}; }
// Goes to the next conversion that is stored; false where the format ends or the text is another.
inline bool __simt_scan_next(__simt_scanner &s) {
    while (!s.failed && *s.format) {
        if (__simt_is_blank(*s.format)) {
            __simt_scan_blanks(s);
            ++s.format;
            continue;
        }
        int wanted = (unsigned char)*s.format;
        if (wanted == '%') __simt_scan_conversion(s);
        else ++s.format;
        if (wanted != '%' || s.letter == '%') {
            if (wanted == '%') __simt_scan_blanks(s);
            if (__simt_peek(s.file) == wanted) __simt_scan_take(s);
            else __simt_scan_fails(s);
            continue;
        }
        if (s.kept) return true;
        if (__simt_scan_is_text(s)) {
            __simt_scan_chars(s, nullptr);
        } else {
            __simt_scan_number number = __simt_scan_number_of(s);
            __simt_scan_digits(s, number);
        }
    }
    return false;
}
template <class T> void __simt_scan_one(__simt_scanner &s, T to) {
    if (!__simt_scan_next(s)) return;
    if (s.letter == 'n') {
        *(int *)to = s.taken;
        return;
    }
    if (__simt_scan_is_text(s)) {
        __simt_scan_chars(s, (char *)to);
    } else {
        __simt_scan_number number = __simt_scan_number_of(s);
        if (__simt_scan_digits(s, number) && sscanf(number.text, s.plain, to) != 1) s.failed = true;
    }
    if (!s.failed) ++s.stored;
}
template <class... T> int __simt_scan(int file, const char *format, T... to) {
    __simt_scanner s{file, format};
    (__simt_scan_one(s, to), ...);
    __simt_scan_next(s);
    return s.stored == 0 && s.over ? -1 : s.stored;
}
