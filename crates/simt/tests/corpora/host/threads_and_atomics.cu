// Threads, each run to its end where it is made; atomics and locks where there is one thread. The output is g++'s.
#include <atomic>
#include <cstdio>
#include <thread>
#include <mutex>
#include <vector>
#include <functional>
std::atomic<int> counter{0};
std::atomic<long> big(5);
std::atomic<bool> flag{false};
std::mutex m;
int shared_sum = 0;
void work(int id, int n) {
    for (int i = 0; i < n; i++) counter++;
    std::lock_guard<std::mutex> lock(m);
    shared_sum += id;
}
void by_ref(int &x, const std::vector<int> &v) { for (int i : v) x += i; }
int main() {
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; i++) threads.emplace_back(work, i, 100);
    for (auto &t : threads) t.join();
    printf("%d %d\n", counter.load(), shared_sum);
    int total = 0;
    std::vector<int> v{1, 2, 3};
    std::thread t(by_ref, std::ref(total), std::cref(v));
    t.join();
    printf("%d\n", total);
    std::thread u([&] { total *= 2; });
    u.join();
    printf("%d %d\n", total, u.joinable());
    big.fetch_add(3);
    long e = 8;
    bool ok = big.compare_exchange_strong(e, 20);
    printf("%ld %d\n", big.load(std::memory_order_acquire), ok);
    printf("%ld\n", big.exchange(1));
    flag.store(true, std::memory_order_release);
    if (flag) printf("set\n");
    int x = 4;
    printf("%d ", __sync_fetch_and_add(&x, 3));
    printf("%d ", __sync_add_and_fetch(&x, 3));
    printf("%d ", __sync_bool_compare_and_swap(&x, 10, 50));
    printf("%d ", __sync_val_compare_and_swap(&x, 50, 60));
    printf("%d ", __atomic_fetch_add(&x, 2, __ATOMIC_SEQ_CST));
    printf("%d ", __atomic_add_fetch(&x, 2, __ATOMIC_RELAXED));
    printf("%d ", __atomic_load_n(&x, __ATOMIC_ACQUIRE));
    __atomic_store_n(&x, 7, __ATOMIC_RELEASE);
    printf("%d\n", __atomic_exchange_n(&x, 9, __ATOMIC_SEQ_CST));
    __sync_synchronize();
    counter += 5; counter -= 2; ++counter; counter--; counter |= 256;
    printf("%d\n", (int)counter);
    std::atomic_flag af = ATOMIC_FLAG_INIT;
    printf("%d ", af.test_and_set());
    printf("%d\n", af.test_and_set());
    std::atomic<double> d{1.5};
    double old = d.load();
    while (!d.compare_exchange_weak(old, old + 1)) {}
    printf("%g\n", d.load());
    std::unique_lock<std::mutex> ul(m);
    ul.unlock();
    std::once_flag once;
    for (int i = 0; i < 3; i++) std::call_once(once, [] { printf("once\n"); });
    std::atomic<int*> ptr{&x};
    printf("%d\n", *ptr.load());
    std::atomic_thread_fence(std::memory_order_seq_cst);
}
/* expect
400 6
6
12 0
20 1
20
set
4 10 1 50 60 64 64 7
403
0 1
2.5
once
9
*/
