// Static members of templates, specialised where they have a general value and where they have none.
#include <cstdio>
template<class T> struct H { static int n; };
template<class T> int H<T>::n = 10;
template<> int H<char>::n = 14;
template<class T> struct K { static const char* n; };
template<> const char* K<char>::n = "c";
template<> const char* K<int>::n = "i";
int main(){ printf("%d %d %s %s\n", H<int>::n, H<char>::n, K<char>::n, K<int>::n); }
/* expect
10 14 c i
*/
