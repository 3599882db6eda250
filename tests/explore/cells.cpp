// std::atomic, as members and as variables: a subject of test_explore_show.
#include <atomic>

namespace {
struct node {
    int value;
    std::atomic<node *> next;
};

struct list {
    std::atomic<node *> head;
    std::atomic<int> size;
    int plain;
    void push(node *n);
    int take();
};

list cells;
node one;
std::atomic<long> total;

void list::push(node *n)
{
    node *old = head.load(std::memory_order_relaxed);
    do {
        n->next.store(old);
    } while (!head.compare_exchange_weak(old, n));
    size++;
    total += 3;
    std::atomic_fetch_add(&total, 4L);
}

int list::take()
{
    plain = plain + 1;
    node *n = this->head.exchange(nullptr);
    n->next = n;
    node *k = n->next;
    if (cells.head)
        return k->value;
    return size;
}
} // namespace

extern "C" void play(int part);
void play(int part)
{
    if (part == 0)
        cells.push(&one);
    else
        cells.take();
}
