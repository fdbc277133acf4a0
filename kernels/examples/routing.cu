// A router in front of eight replicas: requests that share long prefixes, under three policies.
// No kernel: the times are a model. A token of a prompt takes 43.2 us, what 7 billion weights cost an A100 at its peak.
//   course run kernels/examples/routing.cu -- 100         a hundred requests a second
//   course run kernels/examples/routing.cu -- 100 16      and each replica's cache holds 16 prefixes
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

const int REPLICAS = 8, PREFIXES = 64, REQUESTS = 20000;
const int PREFIX_TOKENS = 2000, OWN_TOKENS = 200;
const double TOKEN_MS = 0.0432;
const double PATIENCE_MS = 200.0;  // how much longer a queue may be before the third policy gives up the cache

//@anchor replica
struct Replica {
    std::vector<int> cached;  // prefixes, the one used last at the end
    double free_at = 0.0;     // when its queue will be empty
    int requests = 0;

    // Whether the prefix is there. It is afterwards; what was used longest ago makes room.
    bool use(int prefix, size_t slots) {
        auto at = std::find(cached.begin(), cached.end(), prefix);
        bool hit = at != cached.end();
        if (hit) cached.erase(at);
        else if (cached.size() == slots) cached.erase(cached.begin());
        cached.push_back(prefix);
        return hit;
    }
};
//@endanchor replica

enum Policy { ROUND_ROBIN, AFFINITY, BOUNDED };
const char* NAMES[] = {"round robin", "by prefix", "by prefix, bounded"};

//@anchor choose
int shortest(const std::vector<Replica>& all) {
    int best = 0;
    for (int r = 1; r < REPLICAS; r++)
        if (all[r].free_at < all[best].free_at) best = r;
    return best;
}

int choose(Policy policy, int request, int prefix, double now, const std::vector<Replica>& all) {
    if (policy == ROUND_ROBIN) return request % REPLICAS;
    int home = prefix % REPLICAS;  // every prefix has one home
    int other = shortest(all);
    double longer = std::max(all[home].free_at - now, 0.0) - std::max(all[other].free_at - now, 0.0);
    return policy == BOUNDED && longer > PATIENCE_MS ? other : home;
}
//@endanchor choose

// The place ceil(p % of n) of the sorted list.
double percentile(std::vector<double>& list, int p) {
    std::sort(list.begin(), list.end());
    return list[(list.size() * p + 99) / 100 - 1];
}

int main(int argc, char** argv) {
    int a_second = argc > 1 ? atoi(argv[1]) : 100;
    int slots = argc > 2 ? atoi(argv[2]) : 16;
    if (a_second < 1 || a_second > 1000 || slots < 1 || slots > PREFIXES) {
        printf("requests a second: 1 to 1000; prefixes in a cache: 1 to %d\n", PREFIXES);
        return 1;
    }
    // Prefix k is asked for in proportion to 1 / (k + 1).
    double sums[PREFIXES], sum = 0.0;
    for (int k = 0; k < PREFIXES; k++) sums[k] = sum += 1.0 / (k + 1);

    printf("%d requests a second, 8 replicas, room for %d of %d prefixes in each\n", a_second, slots, PREFIXES);
    printf("policy                hits  busiest   wait p50    wait p95   computed\n");
    for (int policy = ROUND_ROBIN; policy <= BOUNDED; policy++) {
        std::vector<Replica> all(REPLICAS);
        std::vector<double> waits;
        unsigned noise = 1;
        double now = 0.0, tokens = 0.0;
        int hits = 0, busiest = 0;
        for (int request = 0; request < REQUESTS; request++) {
            noise = noise * 1664525u + 1013904223u;
            now += 2000.0 / a_second * (noise >> 8) / (1 << 24);  // gaps from 0 to twice the mean
            noise = noise * 1664525u + 1013904223u;
            double draw = sum * (noise >> 8) / (1 << 24);
            int prefix = 0;
            while (sums[prefix] <= draw && prefix < PREFIXES - 1) prefix++;

            Replica& replica = all[choose((Policy)policy, request, prefix, now, all)];
            bool hit = replica.use(prefix, slots);
            int computed = OWN_TOKENS + (hit ? 0 : PREFIX_TOKENS);
            double begins = std::max(now, replica.free_at);
            replica.free_at = begins + computed * TOKEN_MS;
            replica.requests++;
            busiest = std::max(busiest, replica.requests);
            waits.push_back(begins - now);
            tokens += computed;
            hits += hit;
        }
        double p50 = percentile(waits, 50), p95 = percentile(waits, 95);
        printf("%-19s %4.1f %%   %.2f x %7.0f ms  %7.0f ms  %5.1f M tokens\n", NAMES[policy], 100.0 * hits / REQUESTS,
               busiest * (double)REPLICAS / REQUESTS, p50, p95, tokens / 1e6);
    }
    return 0;
}

//$ run -- 100
//> 100 requests a second, 8 replicas, room for 16 of 64 prefixes in each
//> policy                hits  busiest   wait p50    wait p95   computed
//> round robin         58.1 %   1.00 x       0 ms       64 ms   20.8 M tokens
//> by prefix           99.7 %   2.20 x       0 ms        4 ms    4.1 M tokens
//> by prefix, bounded  99.7 %   2.20 x       0 ms        4 ms    4.1 M tokens

//$ run -- 200
//> 200 requests a second, 8 replicas, room for 16 of 64 prefixes in each
//> policy                hits  busiest   wait p50    wait p95   computed
//> round robin         58.1 %   1.00 x    6632 ms    13700 ms   20.8 M tokens
//> by prefix           99.7 %   2.20 x       0 ms        8 ms    4.1 M tokens
//> by prefix, bounded  99.7 %   2.20 x       0 ms        8 ms    4.1 M tokens

//$ run -- 450
//> 450 requests a second, 8 replicas, room for 16 of 64 prefixes in each
//> policy                hits  busiest   wait p50    wait p95   computed
//> round robin         58.1 %   1.00 x   34529 ms    65146 ms   20.8 M tokens
//> by prefix           99.7 %   2.20 x       4 ms     3519 ms    4.1 M tokens
//> by prefix, bounded  99.3 %   2.01 x       4 ms      197 ms    4.3 M tokens

//$ run -- 100 4
//> 100 requests a second, 8 replicas, room for 4 of 64 prefixes in each
//> policy                hits  busiest   wait p50    wait p95   computed
//> round robin         24.3 %   1.00 x     116 ms      582 ms   34.3 M tokens
//> by prefix           78.5 %   2.20 x       0 ms      105 ms   12.6 M tokens
//> by prefix, bounded  77.9 %   2.19 x       0 ms      101 ms   12.8 M tokens
