// What a stream writes to and reads from, for programs that derive their own.
// The rule: the two rows of characters are there for those who set them; nothing here does.
// Next: stream.h for streams, stream_stores.h for what a stream has itself.
#pragma once
#include <string>
namespace std {
typedef long streamsize;
typedef long streamoff;
typedef long streampos;

class streambuf {
    char *__get_first = nullptr, *__get_next = nullptr, *__get_last = nullptr;
    char *__put_first = nullptr, *__put_next = nullptr, *__put_last = nullptr;

public:
    using char_type = char;
    using traits_type = char_traits<char>;
    using int_type = int;
    using pos_type = streampos;
    using off_type = streamoff;
    virtual ~streambuf() {}

    streambuf *pubsetbuf(char *room, long n) { return setbuf(room, n); }
    long pubseekoff(long by, int from, int which = 3) { return seekoff(by, from, which); }
    long pubseekpos(long at, int which = 3) { return seekpos(at, which); }
    int pubsync() { return sync(); }
    long in_avail() { return __get_next < __get_last ? __get_last - __get_next : showmanyc(); }
    int sgetc() { return __get_next < __get_last ? static_cast<unsigned char>(*__get_next) : underflow(); }
    int sbumpc() { return __get_next < __get_last ? static_cast<unsigned char>(*__get_next++) : uflow(); }
    int snextc() { return sbumpc() < 0 ? -1 : sgetc(); }
    long sgetn(char *to, long n) { return xsgetn(to, n); }
    int sputbackc(char c) {
        if (__get_next > __get_first && __get_next[-1] == c) return static_cast<unsigned char>(*--__get_next);
        return pbackfail(static_cast<unsigned char>(c));
    }
    int sungetc() { return __get_next > __get_first ? static_cast<unsigned char>(*--__get_next) : pbackfail(-1); }
    int sputc(char c) {
        if (__put_next >= __put_last) return overflow(static_cast<unsigned char>(c));
        *__put_next++ = c;
        return static_cast<unsigned char>(c);
    }
    long sputn(const char *from, long n) { return xsputn(from, n); }

protected:
    streambuf() {}
    char *eback() const { return __get_first; }
    char *gptr() const { return __get_next; }
    char *egptr() const { return __get_last; }
    void gbump(int n) { __get_next += n; }
    void setg(char *first, char *next, char *last) {
        __get_first = first;
        __get_next = next;
        __get_last = last;
    }
    char *pbase() const { return __put_first; }
    char *pptr() const { return __put_next; }
    char *epptr() const { return __put_last; }
    void pbump(int n) { __put_next += n; }
    void setp(char *first, char *last) {
        __put_first = __put_next = first;
        __put_last = last;
    }

    virtual streambuf *setbuf(char *, long) { return this; }
    virtual long seekoff(long, int, int = 3) { return -1; }
    virtual long seekpos(long, int = 3) { return -1; }
    virtual int sync() { return 0; }
    virtual long showmanyc() { return 0; }
    virtual int underflow() { return -1; }
    virtual int uflow() { return underflow() < 0 ? -1 : static_cast<unsigned char>(*__get_next++); }
    virtual int pbackfail(int = -1) { return -1; }
    virtual int overflow(int = -1) { return -1; }
    virtual long xsgetn(char *to, long n) {
        long done = 0;
        for (; done < n; ++done) {
            int c = sbumpc();
            if (c < 0) break;
            to[done] = static_cast<char>(c);
        }
        return done;
    }
    virtual long xsputn(const char *from, long n) {
        long done = 0;
        while (done < n && sputc(from[done]) >= 0) ++done;
        return done;
    }
};
template <class C = char, class T = char_traits<char>> using basic_streambuf = streambuf;
} // namespace std
