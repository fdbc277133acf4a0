// Streams of wide characters: wide literals are narrow here, and so are their streams. A variable of type `wchar_t` is a number to them.
#pragma once
#include <iostream>
namespace std {
using wostream = ostream;
inline wostream wcout(1);
inline wostream wcerr(2);
inline wostream wclog(2);
} // namespace std
