// Streams of wide characters: wide literals are narrow here, and so are their streams. A variable of type `wchar_t` is a number to them.
#pragma once
#include <iostream>
namespace std {
using wostream = ostream;
inline wostream wcout(__channel(1));
inline wostream wcerr(__channel(2));
inline wostream wclog(__channel(2));
} // namespace std
