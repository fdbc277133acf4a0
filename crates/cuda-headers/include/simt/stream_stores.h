// What a stream has itself, a text or a file, as a buffer that others can be given; alone it brings a stream of its own.
// The rule: the bytes and places stay the stream's; nothing is kept here twice, and the stream's state is not touched.
#pragma once
#include <simt/stream.h>
namespace std {
class __stored : public streambuf {
    ios *__kept;

protected:
    ios *__of;

    explicit __stored(ios *of) : __kept(nullptr), __of(of) {}
    // Of its own.
    explicit __stored(int file) : __kept(new ios(__channel(file))), __of(__kept) {}

    long seekoff(long by, int from, int which = 3) override { return __of->__own_seek(by, from, which); }
    long seekpos(long at, int which = 3) override { return __of->__own_seek(at, 0, which); }
    int sync() override {
        __of->__own_flush();
        return 0;
    }
    long showmanyc() override { return __of->__own_ahead(); }
    int underflow() override { return __of->__own_look(); }
    int uflow() override { return __of->__own_take(); }
    int pbackfail(int c = -1) override { return __of->__own_back() ? c < 0 ? 0 : c : -1; }
    long xsgetn(char *to, long n) override { return __of->__own_read(to, n); }
    long xsputn(const char *from, long n) override { return __of->__own_put(from, n) ? n : 0; }
    int overflow(int c = -1) override {
        char one = static_cast<char>(c);
        return c < 0 ? 0 : __of->__own_put(&one, 1) ? c : -1;
    }

    bool __is_alone() const { return __kept != nullptr; }

public:
    __stored(const __stored &) = delete;
    __stored &operator=(const __stored &) = delete;
    ~__stored() override { delete __kept; }
};
class stringbuf : public __stored {
public:
    explicit stringbuf(ios *of) : __stored(of) {}
    explicit stringbuf(int mode = 3) : __stored(-1) { __of->__own_text(string(), mode); }
    explicit stringbuf(const string &text, int mode = 3) : __stored(-1) { __of->__own_text(text, mode); }
    string str() const { return __of->__own_text(); }
    void str(const string &text) { __of->__own_text(text); }
};
class filebuf : public __stored {
public:
    explicit filebuf(ios *of) : __stored(of) {}
    filebuf() : __stored(-2) {}
    ~filebuf() override {
        if (__is_alone()) close();
    }
    filebuf *open(const char *name, int mode) { return __of->__own_open(name, mode) ? this : nullptr; }
    filebuf *open(const string &name, int mode) { return open(name.c_str(), mode); }
    bool is_open() const { return __of->__own_file() >= 0; }
    filebuf *close() { return __of->__own_close() ? this : nullptr; }
};
template <class C, class... Rest> using basic_stringbuf = stringbuf;
template <class C, class... Rest> using basic_filebuf = filebuf;

inline streambuf *ios::__own_buffer() const {
    ios *self = const_cast<ios *>(this);
    if (!self->__buffer.is) self->__buffer.is = __own_file() == -1 ? static_cast<streambuf *>(new stringbuf(self)) : new filebuf(self);
    return self->__buffer.is;
}
} // namespace std
