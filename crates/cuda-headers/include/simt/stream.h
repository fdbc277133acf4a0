// Streams. One class does what is common to all: it writes to a file's number, a text or a buffer that it was given, and reads from one.
// The rule: an input stream is an output stream too, so that one that does both is a plain chain of classes.
#pragma once
#include <iterator>
#include <simt/file.h>
#include <simt/stream_buffer.h>
#include <stdexcept>
#include <string>
namespace std {

// What a manipulator does to a stream; `value` goes with some.
struct __manipulator {
    int what;
    int value;
    template <class S> S &operator()(S &stream) const;
};

class ios_base {
public:
    using fmtflags = int;
    using openmode = int;
    using iostate = int;
    using seekdir = int;
    static constexpr int dec = 1, hex = 2, oct = 4, basefield = 7;
    static constexpr int fixed = 8, scientific = 16, floatfield = 24;
    static constexpr int left = 32, right = 64, internal = 128, adjustfield = 224;
    static constexpr int boolalpha = 256, showpos = 512, showpoint = 1024, showbase = 2048, uppercase = 4096;
    static constexpr int skipws = 8192, unitbuf = 16384;
    static constexpr int in = 1, out = 2, app = 4, trunc = 8, binary = 16, ate = 32;
    static constexpr int goodbit = 0, badbit = 1, failbit = 2, eofbit = 4;
    static constexpr int beg = 0, cur = 1, end = 2;
    static bool sync_with_stdio(bool = true) { return true; }
    // Numbers and pointers that a program keeps with a stream, by a number of its own.
    static int xalloc() {
        static int made = 0;
        return made++;
    }
    long &iword(int at) { return __words[at & 7]; }
    void *&pword(int at) { return __pointers[at & 7]; }

private:
    long __words[8] = {};
    void *__pointers[8] = {};

public:
    class failure : public runtime_error {
    public:
        explicit failure(const char *what) : runtime_error(string(what) + ": iostream error") {}
        explicit failure(const string &what) : runtime_error(what + ": iostream error") {}
    };
};

class locale;

// The number of a file, -1 for a text, -2 for none.
enum class __channel : int {};

// A stream's own text or file as a buffer, made when it is asked for; a stream that is copied or moved gets another.
struct __kept_buffer {
    streambuf *is = nullptr;
    __kept_buffer() {}
    __kept_buffer(const __kept_buffer &) {}
    __kept_buffer &operator=(const __kept_buffer &) { return *this; }
    ~__kept_buffer() { delete is; }
};

class ios : public ios_base {
protected:
    // A buffer that this stream was given, if any, and what it has itself meanwhile.
    streambuf *__given = nullptr;
    bool __lent = false;
    int __own = -2;
    __kept_buffer __buffer;
    // The number of a file, -1 for a text, -2 for what was given or none.
    int __file;
    int __state = 0, __thrown = 0;
    int __flags = dec | skipws;
    int __precision = 6;
    int __width = 0;
    char __fill = ' ';
    // A text, the places in it where the next character is read and written, and whether a text that is set is added to.
    string __text;
    size_t __at = 0, __put_at = 0;
    bool __adds = false;

    void init(streambuf *given) {
        __given = given;
        __lent = true;
        __state = given ? 0 : badbit;
    }

public:
    explicit ios(__channel file) : __file(static_cast<int>(file)) {}
    // Without a buffer: what `copyfmt` keeps a stream's settings in.
    explicit ios(streambuf *given) : __file(-2) { init(given); }
    streambuf *rdbuf() const { return __lent ? __given : __own_buffer(); }
    // From here on what is given: none swallows what is written.
    streambuf *rdbuf(streambuf *given) {
        streambuf *before = rdbuf();
        if (!__lent) __own = __file;
        __lent = !given || given != __buffer.is;
        __given = __lent ? given : nullptr;
        __file = __lent ? -2 : __own;
        __state = given ? 0 : badbit;
        return before;
    }

    // What the stream has itself, whatever it was given; `stream_stores.h` shows it to others.
    streambuf *__own_buffer() const;
    int __own_file() const { return __lent ? __own : __file; }
    void __set_own_file(int file) { (__lent ? __own : __file) = file; }
    int __own_look() const {
        int file = __own_file();
        return file >= 0 ? __simt_peek(file) : file == -1 && __at < __text.size() ? static_cast<unsigned char>(__text[__at]) : -1;
    }
    int __own_take() {
        int c = __own_look(), file = __own_file();
        if (c >= 0 && file >= 0) __simt_get(file);
        else if (c >= 0) ++__at;
        return c;
    }
    bool __own_back() {
        int file = __own_file();
        if (file >= 0) __simt_unget(file);
        else if (__at > 0) --__at;
        else return false;
        return true;
    }
    long __own_read(char *to, long n) {
        int file = __own_file();
        if (file >= 0) return static_cast<long>(__simt_take(file, to, n));
        if (file != -1 || __at >= __text.size()) return 0;
        long got = static_cast<long>(__text.copy(to, n, __at));
        __at += got;
        return got;
    }
    long __own_ahead() const {
        if (__own_file() == -1) return __at < __text.size() ? static_cast<long>(__text.size() - __at) : -1;
        return 0;
    }
    bool __own_put(const char *from, size_t n) {
        int file = __own_file();
        if (file >= 0) __simt_write(file, from, n);
        else if (file == -1) __put_text(from, n);
        return file >= -1;
    }
    void __put_text(const char *from, size_t n) {
        size_t size = __text.size();
        if (__put_at >= size) __text.append(from, n);
        else __text.replace(__put_at, n < size - __put_at ? n : size - __put_at, from, n);
        __put_at += n;
    }
    void __own_flush() {
        if (__own_file() == 1) __simt_write(1, "", 0);
    }
    // The new place, or -1 for one outside.
    long __own_seek(long by, int from, int which) {
        int file = __own_file();
        if (file >= 0) {
            long ahead = __simt_forget(file);
            return __simt_seek(file, from == cur ? by - ahead : by, from);
        }
        long size = static_cast<long>(__text.size());
        long here = static_cast<long>(which & in ? __at : __put_at);
        long at = by + (from == beg ? 0 : from == cur ? here : size);
        if (file != -1 || at < 0 || at > size) return -1;
        if (which & in) __at = at;
        if (which & out) __put_at = at;
        return at;
    }
    const string &__own_text() const { return __text; }
    void __own_text(const string &text) {
        __text = text;
        __at = 0;
        __put_at = __adds ? text.size() : 0;
    }
    void __own_text(const string &text, int mode) {
        __adds = (mode & (app | ate)) != 0;
        __own_text(text);
    }
    bool __own_open(const char *name, int mode) {
        bool both = (mode & 3) == 3;
        const char *how = mode & app ? mode & in ? "a+b" : "ab" : both ? mode & trunc ? "w+b" : "r+b" : mode & out ? "wb" : "rb";
        int file = __own_file() >= 0 ? -2 : __simt_open(name, how);
        if (file < 0) return false;
        __simt_forget(file);
        __set_own_file(file);
        if (mode & ate) __own_seek(0, end, in);
        return true;
    }
    bool __own_close() {
        int file = __own_file();
        if (file < 0) return false;
        __simt_close(file);
        __set_own_file(-2);
        return true;
    }

    locale imbue(const locale &);
    locale getloc() const;
    bool good() const { return __state == 0; }
    bool eof() const { return (__state & eofbit) != 0; }
    bool fail() const { return (__state & (failbit | badbit)) != 0; }
    bool bad() const { return (__state & badbit) != 0; }
    int rdstate() const { return __state; }
    void clear(int state = 0) {
        __state = state;
        if (__state & __thrown) throw failure("basic_ios::clear");
    }
    void setstate(int state) { clear(__state | state); }
    // For which states something is thrown.
    int exceptions() const { return __thrown; }
    void exceptions(int states) {
        __thrown = states;
        clear(__state);
    }
    explicit operator bool() const { return !fail(); }
    bool operator!() const { return fail(); }
    int flags() const { return __flags; }
    int flags(int flags) {
        int before = __flags;
        __flags = flags;
        return before;
    }
    int setf(int flags) {
        int before = __flags;
        __flags |= flags;
        return before;
    }
    int setf(int flags, int mask) {
        int before = __flags;
        __flags = (__flags & ~mask) | flags;
        return before;
    }
    void unsetf(int flags) { __flags &= ~flags; }
    long precision() const { return __precision; }
    long precision(long n) {
        long before = __precision;
        __precision = static_cast<int>(n);
        return before;
    }
    long width() const { return __width; }
    long width(long n) {
        long before = __width;
        __width = static_cast<int>(n);
        return before;
    }
    char fill() const { return __fill; }
    char fill(char c) {
        char before = __fill;
        __fill = c;
        return before;
    }
    void copyfmt(const ios &from) {
        __flags = from.__flags;
        __precision = from.__precision;
        __width = from.__width;
        __fill = from.__fill;
    }
    void *tie(void *) { return nullptr; }
    void __apply(__manipulator m) {
        if (m.what == 1) __flags = (__flags & ~floatfield) | m.value;
        else if (m.what == 2) __flags = (__flags & ~basefield) | m.value;
        else if (m.what == 3) __flags = (__flags & ~adjustfield) | m.value;
        else if (m.what == 4) __flags |= m.value;
        else if (m.what == 5) __flags &= ~m.value;
        else if (m.what == 6) __width = m.value;
        else if (m.what == 7) __precision = m.value;
        else if (m.what == 8) __fill = static_cast<char>(m.value);
    }
};

class ostream : public ios {
public:
    explicit ostream(__channel file) : ios(file) {}
    explicit ostream(streambuf *given) : ios(given) {}

    void __put(const char *from, size_t n) {
        if (__file >= 0) {
            __simt_write(__file, from, n);
        } else if (__file == -1 && __put_at == __text.size()) {
            __text.append(from, n);
            __put_at += n;
        } else if (__file == -1) {
            __put_text(from, n);
        } else if (!__given || __given->sputn(from, static_cast<long>(n)) != static_cast<long>(n)) {
            setstate(badbit);
        }
    }
    void __pad(long n) {
        for (; n > 0; --n) __put(&__fill, 1);
    }
    // Writes a text of the width asked for; of `head` characters (a sign, `0x`) the filling goes behind.
    ostream &__write(const char *from, size_t n, size_t head = 0) {
        long filling = __width - static_cast<long>(n);
        __width = 0;
        if (filling <= 0) {
            __put(from, n);
        } else if (__flags & left) {
            __put(from, n);
            __pad(filling);
        } else if (__flags & internal) {
            __put(from, head);
            __pad(filling);
            __put(from + head, n - head);
        } else {
            __pad(filling);
            __put(from, n);
        }
        return *this;
    }
    // The sign of a number that has none is 0, that of another 1 or -1.
    ostream &__put_integer(unsigned long value, int signed_ = 0) {
        char text[40];
        bool upper = (__flags & uppercase) != 0, base = (__flags & showbase) != 0;
        const char *sign = signed_ < 0 ? "-" : signed_ && (__flags & showpos) && (__flags & dec) ? "+" : "";
        int n;
        if (__flags & hex) n = snprintf(text, 40, upper ? base ? "%#lX" : "%lX" : base ? "%#lx" : "%lx", value);
        else if (__flags & oct) n = snprintf(text, 40, base ? "%#lo" : "%lo", value);
        else n = snprintf(text, 40, "%s%lu", sign, value);
        size_t head = (__flags & hex) && base && value ? 2 : (__flags & dec) && *sign ? 1 : 0;
        return __write(text, n, head);
    }
    ostream &__put_signed(long value, unsigned long same) {
        if (value < 0 && (__flags & dec)) return __put_integer(0ul - static_cast<unsigned long>(value), -1);
        return __put_integer(same, 1);
    }
    ostream &__put_real(double value) {
        char format[12] = "%";
        int n = 1;
        if (__flags & showpos) format[n++] = '+';
        if (__flags & showpoint) format[n++] = '#';
        bool upper = (__flags & uppercase) != 0;
        int kind = __flags & floatfield;
        char text[400];
        int length;
        if (kind == floatfield) {
            format[n++] = upper ? 'A' : 'a';
            length = snprintf(text, 400, format, value);
        } else {
            format[n++] = '.';
            format[n++] = '*';
            format[n++] = kind == fixed ? 'f' : kind == scientific ? upper ? 'E' : 'e' : upper ? 'G' : 'g';
            length = snprintf(text, 400, format, __precision, value);
            if (length >= 400) {
                char *all = static_cast<char *>(malloc(length + 1));
                snprintf(all, length + 1, format, __precision, value);
                __write(all, length, all[0] == '-' || all[0] == '+' ? 1 : 0);
                free(all);
                return *this;
            }
        }
        return __write(text, length, text[0] == '-' || text[0] == '+' ? 1 : 0);
    }

    ostream &operator<<(bool value) {
        if (!(__flags & boolalpha)) return __put_integer(value, 1);
        return value ? __write("true", 4) : __write("false", 5);
    }
    ostream &operator<<(short value) { return __put_signed(value, static_cast<unsigned short>(value)); }
    ostream &operator<<(unsigned short value) { return __put_integer(value); }
    ostream &operator<<(int value) { return __put_signed(value, static_cast<unsigned int>(value)); }
    ostream &operator<<(unsigned int value) { return __put_integer(value); }
    ostream &operator<<(long value) { return __put_signed(value, static_cast<unsigned long>(value)); }
    ostream &operator<<(unsigned long value) { return __put_integer(value); }
    ostream &operator<<(long long value) { return __put_signed(value, static_cast<unsigned long>(value)); }
    ostream &operator<<(unsigned long long value) { return __put_integer(value); }
    ostream &operator<<(float value) { return __put_real(value); }
    ostream &operator<<(double value) { return __put_real(value); }
    ostream &operator<<(long double value) { return __put_real(static_cast<double>(value)); }
    ostream &operator<<(char c) { return __write(&c, 1); }
    ostream &operator<<(signed char c) { return *this << static_cast<char>(c); }
    ostream &operator<<(unsigned char c) { return *this << static_cast<char>(c); }
    ostream &operator<<(const char *text) { return __write(text, strlen(text)); }
    ostream &operator<<(const string &text) { return __write(text.data(), text.size()); }
    ostream &operator<<(const void *p) {
        char text[40];
        return __write(text, p ? snprintf(text, 40, "%p", p) : snprintf(text, 40, "0"));
    }
    ostream &operator<<(nullptr_t) { return __write("nullptr", 7); }
    ostream &operator<<(streambuf *from);
    ostream &operator<<(__manipulator m) {
        if (m.what == 0) __put("\n", 1);
        if (m.what == 0 || m.what == -1) flush();
        else if (m.what == 10) put(0);
        else __apply(m);
        return *this;
    }
    ostream &operator<<(ostream &(*f)(ostream &)) { return f(*this); }
    ostream &put(char c) {
        __put(&c, 1);
        return *this;
    }
    ostream &write(const char *from, long n) {
        __put(from, n);
        return *this;
    }
    ostream &flush() {
        if (__file == 1) __simt_write(1, "", 0);
        else if (__given && __given->pubsync() < 0) setstate(badbit);
        return *this;
    }
    long tellp() {
        if (fail()) return -1;
        if (__file >= 0) return __simt_seek(__file, 0, 1);
        return __given ? __given->pubseekoff(0, cur, out) : static_cast<long>(__put_at);
    }
    ostream &seekp(long at) {
        if ((__given ? __given->pubseekpos(at, out) : __own_seek(at, beg, out)) < 0) setstate(failbit);
        return *this;
    }
    ostream &seekp(long by, int from) {
        if ((__given ? __given->pubseekoff(by, from, out) : __own_seek(by, from, out)) < 0) setstate(failbit);
        return *this;
    }
};

class istream : public ostream {
    long __got = 0;

    void __skip() {
        if (__flags & skipws) ws();
    }

public:
    explicit istream(__channel file) : ostream(file) {}
    explicit istream(streambuf *given) : ostream(given) {}
    int peek() {
        int c;
        if (__file >= 0) c = __simt_peek(__file);
        else if (__file == -1) c = __at < __text.size() ? static_cast<unsigned char>(__text[__at]) : -1;
        else c = __given ? __given->sgetc() : -1;
        if (c < 0) setstate(eofbit);
        return c;
    }
    int get() {
        int c = peek();
        __got = c >= 0;
        if (c < 0) setstate(failbit);
        else if (__file >= 0) __simt_get(__file);
        else if (__given) __given->sbumpc();
        else ++__at;
        return c;
    }
    istream &get(char &to) {
        int c = get();
        if (c >= 0) to = static_cast<char>(c);
        return *this;
    }
    istream &unget() {
        if (__given) __given->sungetc();
        else __own_back();
        return *this;
    }
    istream &putback(char) { return unget(); }
    istream &ws() {
        int c = peek();
        while (c == ' ' || (c >= '\t' && c <= '\r')) {
            get();
            c = peek();
        }
        return *this;
    }
    istream &ignore(long n = 1, int until = -1) {
        for (; n > 0; --n) {
            if (peek() < 0) break;
            if (get() == until) break;
        }
        return *this;
    }
    istream &read(char *to, long n) {
        __got = __given ? __given->sgetn(to, n) : __own_read(to, n);
        if (__got < n) setstate(eofbit | failbit);
        return *this;
    }
    long gcount() const { return __got; }
    long tellg() {
        if (__state != 0) return -1;
        if (__given) return __given->pubseekoff(0, cur, in);
        __simt_input *in = __simt_input_of(__file);
        return __file >= 0 ? __simt_seek(__file, 0, 1) - (in->end - in->at) : static_cast<long>(__at);
    }
    istream &seekg(long at) {
        __state &= ~eofbit;
        if ((__given ? __given->pubseekpos(at, in) : __own_seek(at, beg, in)) < 0) setstate(failbit);
        return *this;
    }
    istream &seekg(long by, int from) {
        __state &= ~eofbit;
        if ((__given ? __given->pubseekoff(by, from, in) : __own_seek(by, from, in)) < 0) setstate(failbit);
        return *this;
    }
    istream &getline(char *to, long room, char end = '\n') {
        string line;
        __line(line, end);
        __got = static_cast<long>(line.copy(to, room - 1));
        to[__got] = 0;
        return *this;
    }
    void __line(string &to, char end) {
        to.clear();
        int c = fail() ? -1 : get();
        if (c < 0) return;
        while (c >= 0 && c != end) {
            to.push_back(static_cast<char>(c));
            c = peek();
            if (c >= 0) get();
        }
    }
    // Reads the characters of a number.
    bool __number(char *to, int room, bool real) {
        __skip();
        int n = 0;
        if (fail()) return false;
        bool hexadecimal = (__flags & hex) != 0;
        for (int c = peek(); n < room - 1; c = peek()) {
            bool digit = c >= '0' && c <= '9';
            bool sign = (c == '-' || c == '+') && (n == 0 || (real && (to[n - 1] == 'e' || to[n - 1] == 'E')));
            bool more = real && (c == '.' || c == 'e' || c == 'E') && (n > 0 || c == '.');
            bool letter = hexadecimal && ((c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F') || c == 'x');
            if (!digit && !sign && !more && !letter) break;
            to[n++] = static_cast<char>(get());
        }
        to[n] = 0;
        if (n == 0) setstate(failbit);
        return n > 0;
    }
    template <class T> istream &__integer_to(T &to) {
        char text[64];
        if (!__number(text, 64, false)) {
            if (__state & eofbit) return *this;
            to = 0;
            return *this;
        }
        int n = text[0] == '-' || text[0] == '+' ? 1 : 0;
        bool hexadecimal = (__flags & hex) != 0;
        if (hexadecimal && text[n] == '0' && text[n + 1] == 'x') n += 2;
        constexpr bool has_sign = static_cast<T>(-1) < static_cast<T>(0);
        constexpr unsigned long all = sizeof(T) == 8 ? ~0ul : (1ul << sizeof(T) % 8 * 8) - 1;
        const bool negative = text[0] == '-';
        // The largest number that there is, as far from zero.
        const unsigned long most = has_sign ? (all >> 1) + (negative ? 1 : 0) : all, base = hexadecimal ? 16 : 10;
        unsigned long value = 0;
        bool beyond = false;
        int first = n;
        for (; text[n]; ++n) {
            int digit = text[n] <= '9' ? text[n] - '0' : (text[n] | 32) - 'a' + 10;
            beyond = beyond || value > (most - digit) / base;
            value = value * base + digit;
        }
        if (beyond) {
            to = static_cast<T>(negative && has_sign ? 0ul - most : most);
            setstate(failbit);
            return *this;
        }
        to = static_cast<T>(negative ? 0ul - value : value);
        if (n == first) setstate(failbit);
        return *this;
    }
    istream &operator>>(bool &to) {
        if (__flags & boolalpha) {
            __skip();
            const char *word = peek() == 't' ? "true" : "false";
            to = word[0] == 't';
            for (; *word; ++word) {
                if (peek() != *word) {
                    to = false;
                    setstate(failbit);
                    break;
                }
                get();
            }
            return *this;
        }
        int value = 0;
        __integer_to(value);
        to = value != 0;
        if (value != 0 && value != 1) setstate(failbit);
        return *this;
    }
    istream &operator>>(short &to) { return __integer_to(to); }
    istream &operator>>(unsigned short &to) { return __integer_to(to); }
    istream &operator>>(int &to) { return __integer_to(to); }
    istream &operator>>(unsigned int &to) { return __integer_to(to); }
    istream &operator>>(long &to) { return __integer_to(to); }
    istream &operator>>(unsigned long &to) { return __integer_to(to); }
    istream &operator>>(long long &to) { return __integer_to(to); }
    istream &operator>>(unsigned long long &to) { return __integer_to(to); }
    istream &operator>>(double &to) {
        char text[128];
        if (__number(text, 128, true)) to = __simt_strtod(text, nullptr);
        else if (!(__state & eofbit)) to = 0;
        return *this;
    }
    istream &operator>>(long double &to) {
        double value = static_cast<double>(to);
        *this >> value;
        to = value;
        return *this;
    }
    istream &operator>>(float &to) {
        double value = to;
        *this >> value;
        to = static_cast<float>(value);
        return *this;
    }
    istream &operator>>(char &to) {
        __skip();
        return get(to);
    }
    istream &operator>>(unsigned char &to) {
        char c = static_cast<char>(to);
        *this >> c;
        to = static_cast<unsigned char>(c);
        return *this;
    }
    istream &operator>>(string &to) {
        __skip();
        to.clear();
        if (peek() < 0) setstate(failbit);
        for (int c = peek(); c >= 0 && c > ' '; c = peek()) to.push_back(static_cast<char>(get()));
        return *this;
    }
    istream &operator>>(char *to) {
        string word;
        *this >> word;
        memcpy(to, word.c_str(), word.size() + 1);
        return *this;
    }
    // Hands on all that is left.
    istream &operator>>(streambuf *to) {
        bool any = false;
        for (int c = peek(); c >= 0 && to && to->sputc(static_cast<char>(c)) >= 0; c = peek()) {
            get();
            any = true;
        }
        if (!any) setstate(failbit);
        return *this;
    }
    istream &operator>>(__manipulator m) {
        if (m.what == 9) return ws();
        __apply(m);
        return *this;
    }
};
template <class C = char, class T = char_traits<char>> using basic_ios = ios;
template <class C = char, class T = char_traits<char>> using basic_ostream = ostream;
template <class C = char, class T = char_traits<char>> using basic_istream = istream;
using iostream = istream;
// Writes all that is left to read.
inline ostream &ostream::operator<<(streambuf *from) {
    bool any = false;
    char block[4096];
    for (long n = from ? from->sgetn(block, sizeof block) : 0; n > 0; n = from->sgetn(block, sizeof block)) {
        __put(block, n);
        any = true;
    }
    if (!any) setstate(from ? failbit : badbit);
    return *this;
}

inline istream &getline(istream &from, string &to, char end = '\n') {
    from.__line(to, end);
    return from;
}

// `std::endl(std::cout)`: a manipulator is a function as well.
// The classic conventions are those of every name.
class locale {
    string __name;

public:
    using category = int;
    static constexpr int none = 0, numeric = 1, time = 2, ctype = 4, collate = 8, monetary = 16, messages = 32, all = 63;
    locale() : __name("C") {}
    explicit locale(const char *name) : __name(*name ? name : "C") {}
    explicit locale(const string &name) : __name(name) {}
    locale(const locale &from, const char *, int) : __name(from.__name) {}
    template <class Facet> locale(const locale &from, Facet *) : __name(from.__name) {}
    static const locale &classic() {
        static const locale plain;
        return plain;
    }
    static locale global(const locale &) { return locale(); }
    string name() const { return __name; }
    bool operator==(const locale &other) const { return __name == other.__name; }
    bool operator!=(const locale &other) const { return __name != other.__name; }
};
inline locale ios::imbue(const locale &) { return locale(); }
inline locale ios::getloc() const { return locale(); }

template <class S> S &__manipulator::operator()(S &stream) const {
    stream << *this;
    return stream;
}
inline constexpr __manipulator endl{0, 0}, flush{-1, 0}, ends{10, 0}, ws{9, 0};
inline constexpr __manipulator fixed{1, 8}, scientific{1, 16}, hexfloat{1, 24}, defaultfloat{1, 0};
inline constexpr __manipulator dec{2, 1}, hex{2, 2}, oct{2, 4};
inline constexpr __manipulator left{3, 32}, right{3, 64}, internal{3, 128};
inline constexpr __manipulator boolalpha{4, 256}, showpos{4, 512}, showpoint{4, 1024}, showbase{4, 2048}, uppercase{4, 4096}, skipws{4, 8192}, unitbuf{4, 16384};
inline constexpr __manipulator noboolalpha{5, 256}, noshowpos{5, 512}, noshowpoint{5, 1024}, noshowbase{5, 2048}, nouppercase{5, 4096}, noskipws{5, 8192}, nounitbuf{5, 16384};

// A place to write values to, one after another, each with a text after it.
template <class T, class C = char> class ostream_iterator {
    ostream *__to;
    const char *__after;

public:
    using value_type = void;
    using difference_type = ptrdiff_t;
    using reference = void;
    using pointer = void;
    using iterator_category = output_iterator_tag;
    ostream_iterator(ostream &to, const char *after = nullptr) : __to(&to), __after(after) {}
    ostream_iterator &operator=(const T &value) {
        *__to << value;
        if (__after) *__to << __after;
        return *this;
    }
    ostream_iterator &operator*() { return *this; }
    ostream_iterator &operator++() { return *this; }
    ostream_iterator &operator++(int) { return *this; }
};
// Values read from a stream until one cannot be read.
template <class T> class istream_iterator {
    istream *__from = nullptr;
    T __value{};

    void __next() {
        if (!(*__from >> __value)) __from = nullptr;
    }

public:
    using value_type = T;
    using difference_type = ptrdiff_t;
    using reference = const T &;
    using pointer = const T *;
    using iterator_category = input_iterator_tag;
    istream_iterator() {}
    istream_iterator(istream &from) : __from(&from) { __next(); }
    const T &operator*() const { return __value; }
    const T *operator->() const { return &__value; }
    istream_iterator &operator++() {
        __next();
        return *this;
    }
    istream_iterator operator++(int) {
        istream_iterator before = *this;
        __next();
        return before;
    }
    bool operator==(const istream_iterator &other) const { return __from == other.__from; }
    bool operator!=(const istream_iterator &other) const { return __from != other.__from; }
};
// The characters of a stream.
template <class C> class istreambuf_iterator {
    istream *__from = nullptr;
    streambuf *__buffer = nullptr;

    int __look() const { return __from ? __from->peek() : __buffer ? __buffer->sgetc() : -1; }
    bool __at_end() const { return __look() < 0; }

public:
    using value_type = C;
    using difference_type = ptrdiff_t;
    using reference = C;
    using pointer = const C *;
    using iterator_category = input_iterator_tag;
    istreambuf_iterator() {}
    istreambuf_iterator(istream &from) : __from(&from) {}
    istreambuf_iterator(streambuf *from) : __buffer(from) {}
    C operator*() const { return static_cast<C>(__look()); }
    istreambuf_iterator &operator++() {
        if (__from) __from->get();
        else __buffer->sbumpc();
        return *this;
    }
    bool operator==(const istreambuf_iterator &other) const { return __at_end() == other.__at_end(); }
    bool operator!=(const istreambuf_iterator &other) const { return __at_end() != other.__at_end(); }
};
// A stream that is made for one expression: what is written for streams with names serves it too.
template <class T> istream &operator>>(istream &&from, T &&to) { return from >> std::forward<T>(to); }
template <class T> ostream &operator<<(ostream &&to, const T &value) { return to << value; }
} // namespace std
#include <simt/stream_stores.h>
