// `<bits/stdc++.h>` brings all of the library.
#include <bits/stdc++.h>

using namespace std;

int main() {
    vector<int> v{3, 1};
    sort(v.begin(), v.end());
    atomic<int> n{2};
    variant<int, string> either = string("text");
    thread worker([&] { n += 5; });
    worker.join();
    cout << v[0] << ' ' << (FLT_MAX > 1e38f) << ' ' << DBL_EPSILON << ' ' << (int)UINT8_MAX << ' ' << INT_MAX << ' ' << n << ' '
         << get<string>(either) << endl;
}
/* expect
1 1 2.22045e-16 255 2147483647 7 text
*/
