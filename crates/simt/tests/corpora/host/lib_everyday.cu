// Everyday C++ with every header at once.
#include <bits/stdc++.h>
using namespace std;
struct Config { string name = "x"; vector<int> sizes{1, 2, 3}; map<string, double> table; };
template <class T> double mean(const vector<T> &v) { return accumulate(v.begin(), v.end(), 0.0) / v.size(); }
int main(int argc, char **argv) {
    Config c;
    c.table["a"] = 1.5;
    c.table["b"] = 2.5;
    for (auto &[k, v] : c.table) cout << k << "=" << v << " ";
    cout << mean(c.sizes) << endl;
    vector<float> h(1000);
    mt19937 gen(1);
    uniform_real_distribution<float> d(0, 1);
    generate(h.begin(), h.end(), [&]() { return d(gen); });
    cout << fixed << setprecision(4) << *max_element(h.begin(), h.end()) << " " << accumulate(h.begin(), h.end(), 0.0f) << endl;
    unordered_map<int, vector<string>> groups;
    for (int i = 0; i < 5; ++i) groups[i % 2].push_back("n" + to_string(i));
    for (int i = 0; i < 2; ++i) { for (auto &s : groups[i]) cout << s << ","; cout << ";"; }
    cout << endl;
    sort(h.begin(), h.end(), greater<float>());
    cout << h[0] << " " << h.back() << endl;
    auto t0 = chrono::high_resolution_clock::now();
    auto ms = chrono::duration_cast<chrono::milliseconds>(chrono::high_resolution_clock::now() - t0).count();
    cout << (ms >= 0) << endl;
    stringstream ss;
    ss << "a" << 1 << "b";
    string s = ss.str();
    transform(s.begin(), s.end(), s.begin(), ::toupper);
    cout << s << " " << s.size() << endl;
    priority_queue<pair<int, int>> pq;
    pq.push({3, 1}); pq.push({5, 2}); pq.emplace(4, 0);
    cout << pq.top().first << endl;
    auto p = make_unique<int[]>(10);
    p[3] = 4;
    set<string> names = {"x", "y"};
    cout << p[3] << names.count("x") << endl;
    vector<vector<float>> m(3, vector<float>(3));
    for (int i = 0; i < 3; ++i) for (int j = 0; j < 3; ++j) m[i][j] = i * 3 + j;
    float tr = 0;
    for (size_t i = 0; i < m.size(); ++i) tr += m[i][i];
    cout << tr << endl;
    array<int, 3> a{{1, 2, 3}};
    tuple<int, string> tp{1, "z"};
    cout << a[2] << get<1>(tp) << endl;
    int x = 10, y = 20;
    swap(x, y);
    cout << min(x, y) << max(1.5, 2.5) << abs(-3) << " " << pow(2.0, 10.0) << " " << sqrt(2.0f) << endl;
    if (argc > 5) throw runtime_error("bad");
    return 0;
}

/* expect
a=1.5 b=2.5 2
0.9998 497.7750
n0,n2,n4,;n1,n3,;
0.9998 0.0001
1
A1B 3
5
41
12.0000
3z
102.50003 1024.0000 1.4142
*/
