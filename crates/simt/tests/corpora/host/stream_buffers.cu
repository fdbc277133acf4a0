// Buffers of streams: derived ones for writing and for reading, those that streams have, one stream through another's.
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <streambuf>
#include <string>
#include <vector>

// Takes characters one by one.
class Loud : public std::streambuf {
public:
    explicit Loud(std::streambuf *to) : to(to) {}

protected:
    int_type overflow(int_type c) override {
        if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
        return to->sputc(static_cast<char>(toupper(c)));
    }
    int sync() override { return to->pubsync(); }

private:
    std::streambuf *to;
};

// Takes them in pieces, and gives each to two.
class Both : public std::basic_streambuf<char> {
    std::streambuf *a, *b;

public:
    Both(std::streambuf *a, std::streambuf *b) : a(a), b(b) {}

protected:
    std::streamsize xsputn(const char *from, std::streamsize n) override {
        a->sputn(from, n);
        return b->sputn(from, n);
    }
    int overflow(int c) override { return c == EOF ? 0 : a->sputc(c) == EOF ? EOF : b->sputc(c); }
};

// A stream that brings its buffer, which is made after it.
class BothStream : public std::ostream {
    Both both;

public:
    BothStream(std::ostream &a, std::ostream &b) : std::ostream(&both), both(a.rdbuf(), b.rdbuf()) {}
};

// Has rows of characters of its own.
class Row : public std::streambuf {
    char room[4];

public:
    std::vector<std::string> pieces;
    Row() { setp(room, room + sizeof room); }
    ~Row() override { sync(); }

protected:
    int sync() override {
        if (pptr() != pbase()) pieces.push_back(std::string(pbase(), pptr()));
        setp(room, room + sizeof room);
        return 0;
    }
    int overflow(int c) override {
        sync();
        return c == EOF ? 0 : sputc(static_cast<char>(c));
    }
};

// Reads from memory.
class Memory : public std::streambuf {
public:
    Memory(char *first, size_t n) { setg(first, first, first + n); }

protected:
    pos_type seekoff(off_type by, std::ios_base::seekdir from, std::ios_base::openmode) override {
        char *to = (from == std::ios_base::beg ? eback() : from == std::ios_base::cur ? gptr() : egptr()) + by;
        if (to < eback() || to > egptr()) return -1;
        setg(eback(), to, egptr());
        return to - eback();
    }
    pos_type seekpos(pos_type at, std::ios_base::openmode which) override { return seekoff(at, std::ios_base::beg, which); }
};

// Counts from 1, a number at a time.
class Counter : public std::streambuf {
    int n = 0;
    char text[16];

protected:
    int_type underflow() override {
        if (++n > 4) return traits_type::eof();
        int length = snprintf(text, sizeof text, "%d ", n * n);
        setg(text, text, text + length);
        return traits_type::to_int_type(*gptr());
    }
};

void derived() {
    Loud loud(std::cout.rdbuf());
    std::ostream out(&loud);
    out << "hello " << 42 << ' ' << 1.5 << std::endl;
    std::streambuf *old = std::cout.rdbuf(&loud);
    std::cout << "all of it\n";
    std::cout.rdbuf(old);

    std::ostringstream kept;
    BothStream both(std::cout, kept);
    both << "twice " << 7 << '\n';
    std::cout << kept.str();

    Row row;
    std::ostream rows(&row);
    rows << "abcdefghij" << std::flush << "k";
    rows.flush();
    for (const std::string &piece : row.pieces) std::cout << piece << '|';
    std::cout << '\n';
}

void reading() {
    char bytes[] = "10 20 thirty";
    Memory memory(bytes, sizeof bytes - 1);
    std::istream in(&memory);
    int a, b;
    std::string word, none;
    in >> a >> b >> word;
    std::cout << a + b << ' ' << word << ' ' << in.eof() << '\n';
    in.clear();
    in.seekg(3);
    std::cout << in.tellg() << ' ' << static_cast<char>(in.peek());
    in >> a;
    std::cout << ' ' << a << ' ' << bool(in >> word >> none) << '\n';

    Counter counter;
    std::istream squares(&counter);
    std::vector<int> all{std::istream_iterator<int>(squares), std::istream_iterator<int>()};
    for (int n : all) std::cout << n << ',';
    Counter again;
    std::cout << std::string(std::istreambuf_iterator<char>(&again), std::istreambuf_iterator<char>()) << '\n';
}

void own() {
    std::stringstream text;
    text << "abcdef";
    text.rdbuf()->pubseekpos(1, std::ios::in | std::ios::out);
    text << "x";
    std::cout << text.str() << ' ' << text.rdbuf()->in_avail() << ' ' << static_cast<char>(text.rdbuf()->sbumpc()) << '\n';
    text.seekp(0, std::ios::end);
    text << "!";
    std::cout << text.str() << ' ' << text.tellp() << ' ' << text.tellg() << '\n';
    std::ostringstream over("12345"), more("12345", std::ios::ate);
    over << "ab";
    more << "ab";
    std::cout << over.str() << ' ' << more.str() << '\n';

    std::stringbuf buffer("in and out");
    std::iostream through(&buffer);
    std::string word;
    through >> word;
    through << "IN";
    std::cout << word << ' ' << buffer.str() << '\n';
    std::ostream same(std::cout.rdbuf());
    same << std::hex << 255 << '\n';
    std::cout << 255 << '\n';
    std::ostream nowhere(nullptr);
    nowhere << "never";
    std::cout << nowhere.bad() << '\n';

    std::filebuf file;
    std::ofstream closed;
    std::cout << file.is_open() << closed.rdbuf()->is_open() << (file.close() == nullptr) << '\n';
}

int main() {
    derived();
    reading();
    own();
}
/* expect
HELLO 42 1.5
ALL OF IT
twice 7
twice 7
abcd|efgh|ij|k|
30 thirty 1
3 2 20 0
1,4,9,16,1 4 9 16 
axcdef 5 x
axcdef! 7 2
ab345 12345ab
in IN and out
ff
255
1
001
*/
