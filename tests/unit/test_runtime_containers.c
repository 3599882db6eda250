/* The runtime's version of the trees and lists of libstdc++, against a sorted array: whatever is put in and taken out. */
#include "explore/runtime/cxx_containers.c"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

bool rt_range(const void *address, size_t size, bool writes, uintptr_t pc)
{
    (void)address, (void)size, (void)writes, (void)pc;
    return false;
}

enum { KEYS_MOST = 40, TURNS = 20000 };

struct keyed {
    struct node node;
    int key;
};

static int key_of(const struct node *node)
{
    return ((const struct keyed *)(const void *)node)->key;
}

static void add(struct node *header, struct keyed *new)
{
    struct node *at = header->parent, *parent = header;
    bool left = true;
    while (at) {
        parent = at;
        left = new->key < key_of(at);
        at = left ? at->left : at->right;
    }
    insert(left, &new->node, parent, header, 0);
}

/* The number of black ones on every way down, -1 when ways differ or a red one has a red child. */
static int black_height(const struct node *node)
{
    int left, right;
    if (!node)
        return 0;
    left = black_height(node->left);
    right = black_height(node->right);
    if (left < 0 || left != right)
        return -1;
    if (node->colour == RED &&
        ((node->left && node->left->colour == RED) || (node->right && node->right->colour == RED)))
        return -1;
    return left + (node->colour == BLACK);
}

static void check_tree(struct node *header, const bool *has)
{
    struct node *at = header->left;
    for (int key = 0; key < KEYS_MOST; key++) {
        if (!has[key])
            continue;
        assert_ptr_not_equal(at, header);
        assert_int_equal(key_of(at), key);
        at = next(at, 0);
    }
    assert_ptr_equal(at, header);
    for (int key = KEYS_MOST; key--;) {
        if (!has[key])
            continue;
        at = previous(at, 0);
        assert_int_equal(key_of(at), key);
    }
    assert_true(black_height(header->parent) >= 0);
}

static void trees(void **nothing)
{
    static struct keyed nodes[KEYS_MOST];
    struct node header = { .colour = RED, .left = &header, .right = &header };
    bool has[KEYS_MOST] = { false };
    uint64_t random = 1;
    (void)nothing;
    for (int i = 0; i < TURNS; i++) {
        int key;
        random = random * 6364136223846793005u + 1442695040888963407u;
        key = (int)(random >> 33) % KEYS_MOST;
        nodes[key].key = key;
        if (has[key])
            assert_ptr_equal(take_out(&nodes[key].node, &header, 0), &nodes[key].node);
        else
            add(&header, &nodes[key]);
        has[key] = !has[key];
        check_tree(&header, has);
    }
}

static void lists(void **nothing)
{
    struct link head = { &head, &head }, other = { &other, &other }, one, two;
    (void)nothing;
    _ZNSt8__detail15_List_node_base7_M_hookEPS0_(&one, &head);
    _ZNSt8__detail15_List_node_base7_M_hookEPS0_(&two, &head);
    assert_ptr_equal(head.next, &one);
    assert_ptr_equal(one.next, &two);
    _ZNSt8__detail15_List_node_base10_M_reverseEv(&head);
    assert_ptr_equal(head.next, &two);
    _ZNSt8__detail15_List_node_base4swapERS0_S1_(&head, &other);
    assert_ptr_equal(head.next, &head);
    assert_ptr_equal(other.next, &two);
    assert_ptr_equal(one.next, &other);
    _ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_(&head, &two, &other);
    assert_ptr_equal(other.next, &other);
    assert_ptr_equal(head.previous, &one);
    _ZNSt8__detail15_List_node_base9_M_unhookEv(&one);
    assert_ptr_equal(two.next, &head);
}

static void tables(void **nothing)
{
    struct policy policy = { 1.0f, 0 };
    struct rehash rehash = _ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm(&policy, 1, 0, 1);
    size_t buckets = rehash.buckets;
    (void)nothing;
    assert_true(rehash.wanted);
    assert_true(buckets >= 11);
    for (size_t count = 1; count < 5000; count++) {
        rehash = _ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm(&policy, buckets, count, 1);
        if (rehash.wanted)
            buckets = rehash.buckets;
        assert_true(buckets >= count);
        assert_true(buckets < 4 * count + 20);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(trees), cmocka_unit_test(lists), cmocka_unit_test(tables) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
