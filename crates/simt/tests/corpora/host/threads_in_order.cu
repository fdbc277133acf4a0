// Threads, tasks and locks where there is one thread: each runs to its end where it is made.
#include <condition_variable>
#include <cstdio>
#include <functional>
#include <future>
#include <mutex>
#include <pthread.h>
#include <shared_mutex>
#include <thread>
#include <vector>
void *work(void *p) {
    ++*(int *)p;
    return p;
}
int add(int a, int b) { return a + b; }
std::mutex lock;
std::once_flag once;
int main() {
    int n = 4;
    pthread_t id;
    void *back = nullptr;
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&mutex);
    pthread_create(&id, NULL, work, &n);
    pthread_mutex_unlock(&mutex);
    pthread_join(id, &back);
    printf("%d %d\n", n, back == &n);
    int total = 0;
    std::vector<std::thread> all;
    for (int i = 0; i < 4; ++i)
        all.emplace_back([&total, i] {
            std::lock_guard<std::mutex> held(lock);
            total += i;
        });
    for (auto &one : all) one.join();
    std::thread([](int &k) { k = 9; }, std::ref(n)).join();
    auto later = std::async(std::launch::async, add, 2, 3);
    auto soon = std::async([] { return 1.5f; });
    auto nothing = std::async([&total] { total += 100; });
    nothing.get();
    printf("%d %d %d %.1f\n", total, n, later.get(), soon.get());
    std::promise<int> given;
    std::future<int> got = given.get_future();
    given.set_value(5);
    std::unique_lock<std::mutex> held(lock);
    bool ready = true;
    std::condition_variable changed;
    changed.notify_all();
    changed.wait(held, [&] { return ready; });
    printf("%d %d\n", got.get(), held.owns_lock());
    held.unlock();
    for (int i = 0; i < 3; ++i) std::call_once(once, [] { printf("once\n"); });
}
/* expect
5 1
106 9 5 1.5
5 1
once
*/
