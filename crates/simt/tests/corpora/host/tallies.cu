// Host loops that count and add up wherever their iterations come to, in long loops.
#include <cstdio>
#include <cstdlib>
#include <vector>
int main() {
    const int n = 5000;
    static int x[n], y[n];
    static unsigned char c[n];
    static float f[n];
    for (int i = 0; i < n; i++) {
        x[i] = i * 7919 % 101;
        y[i] = i * 31 % 97;
        c[i] = 'a' + i * i % 26;
        f[i] = (i % 17) * 0.37f;
    }
    int letters[26] = {}, both[101] = {};
    for (int i = 0; i < n; i++)
        if (c[i] != 'e') letters[c[i] - 'a']++;
    for (int i = 0; i < n; i++) { // the same array twice: whole numbers
        both[x[i]]++;
        both[y[i]]++;
    }
    static float sums[101];
    static double wide[101];
    static unsigned long long many[101];
    static unsigned char small[101];
    for (int i = 0; i < n; i++) sums[x[i]] += f[i] * 0.1f; // in order: sums of floats are told apart by it
    for (int i = 0; i < n; i++) wide[x[i]] -= f[i];
    for (int i = 0; i < n; i++) many[y[i]] += 1ull << (i % 40);
    for (int i = 0; i < n; i++) small[x[i]] += y[i];
    int *places = (int *)calloc(102, sizeof(int)), *sorted = (int *)malloc(n * sizeof(int));
    for (int i = 0; i < n; i++) places[x[i] + 1]++; // a counting sort: what was there is asked for as well
    for (int i = 0; i < 101; i++) places[i + 1] += places[i];
    for (int i = 0; i < n; i++) sorted[places[x[i]]++] = i;
    long far = 0;
    for (int i = 0; i < n; i++) far += (long)sorted[i] * (i % 13);
    int last[3] = {}; // one reads what the others leave
    for (int i = 0; i < n; i++) last[i % 3] += last[(i + 1) % 3] % 5 + 1;
    printf("%d %d %d %d; %.9g %.17g %llu %d; %ld; %d %d\n", letters[4], letters[9], both[5], both[99], sums[7], wide[8], many[9], small[10], far, last[0], last[2]);
    free(places);
    free(sorted);
}
/* expect
0 385 101 49; 14.1710014 -145.78000271320343 1307919794443 98; 74975139; 4168 5206
*/
