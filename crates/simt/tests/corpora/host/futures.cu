// Results of tasks, conditions that have come about, exceptions that are kept; one that leaves a thread ends the program.
//@ exit 134
//@ ends nothing catches int
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <exception>
#include <future>
#include <mutex>
#include <queue>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>
int square(int n) { return n * n; }
struct Adder {
    int by;
    int operator()(int n) const { return n + by; }
};
std::exception_ptr kept;
int main() {
    auto f = std::async(std::launch::async, square, 7);
    std::future<int> g = std::async(std::launch::deferred, Adder{5}, 10);
    auto h = std::async(std::launch::async, [] { return std::string("text"); });
    printf("%d %d %s\n", f.get(), g.get(), h.get().c_str());
    auto bad = std::async(std::launch::async, [](int n) -> int { if (n) throw std::runtime_error("in a task"); return 1; }, 1);
    try {
        bad.get();
    } catch (const std::exception &e) {
        printf("caught %s\n", e.what());
    }
    std::promise<int> p;
    std::future<int> from = p.get_future();
    std::thread t([](std::promise<int> &p) { p.set_value(42); }, std::ref(p));
    t.join();
    printf("%d\n", from.get());
    std::promise<void> done;
    auto wait = done.get_future();
    std::thread([&] { done.set_value(); }).join();
    wait.get();
    std::packaged_task<int(int, int)> task([](int a, int b) { return a * b; });
    auto product = task.get_future();
    task(6, 7);
    printf("%d\n", product.get());
    std::queue<int> work;
    std::mutex m;
    std::condition_variable cv;
    bool finished = false;
    std::thread producer([&] {
        for (int i = 0; i < 3; i++) {
            std::lock_guard<std::mutex> lock(m);
            work.push(i);
            cv.notify_one();
        }
        std::unique_lock<std::mutex> lock(m);
        finished = true;
        cv.notify_all();
    });
    std::thread consumer([&] {
        int sum = 0;
        while (true) {
            std::unique_lock<std::mutex> lock(m);
            cv.wait(lock, [&] { return !work.empty() || finished; });
            if (work.empty()) break;
            sum += work.front() + 1;
            work.pop();
        }
        printf("sum %d\n", sum);
    });
    producer.join();
    consumer.join();
    try {
        throw std::logic_error("kept");
    } catch (...) {
        kept = std::current_exception();
    }
    try {
        if (kept) std::rethrow_exception(kept);
    } catch (const std::exception &e) {
        printf("again %s\n", e.what());
    }
    std::vector<std::future<int>> parts;
    for (int i = 0; i < 4; i++) parts.push_back(std::async(std::launch::async, square, i));
    int total = 0;
    for (auto &part : parts) total += part.get();
    printf("%d\n", total);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    fflush(stdout);
    std::thread last([] { throw 3; });
    last.join();
}
/* expect
49 15 text
caught in a task
42
42
sum 6
again kept
14
*/
