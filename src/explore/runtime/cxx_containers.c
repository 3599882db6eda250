/* The parts of the C++ library's containers that are in its shared object, not in headers: what they do to the nodes
 * and tables of the user is seen here. Layouts are those of libstdc++ on x86-64. */
#include "explore/runtime/library.h"

#define READ(place) (rt_range(&(place), sizeof(place), false, pc), (place))
#define WRITE(place, value) (rt_range(&(place), sizeof(place), true, pc), (void)((place) = (value)))

/* ---- trees: std::map, std::set ---- */

enum colour { RED, BLACK };

struct node {
    int colour;
    struct node *parent, *left, *right;
};

static struct node *least(struct node *node, uintptr_t pc)
{
    for (struct node *left = READ(node->left); left; left = READ(node->left))
        node = left;
    return node;
}

static struct node *greatest(struct node *node, uintptr_t pc)
{
    for (struct node *right = READ(node->right); right; right = READ(node->right))
        node = right;
    return node;
}

static struct node *next(struct node *node, uintptr_t pc)
{
    struct node *right = READ(node->right), *parent;
    if (right)
        return least(right, pc);
    parent = READ(node->parent);
    while (node == READ(parent->right)) {
        node = parent;
        parent = READ(parent->parent);
    }
    return READ(node->right) != parent ? parent : node;
}

static struct node *previous(struct node *node, uintptr_t pc)
{
    struct node *left, *parent = READ(node->parent);
    if (READ(node->colour) == RED && READ(parent->parent) == node) /* the header */
        return READ(node->right);
    left = READ(node->left);
    if (left)
        return greatest(left, pc);
    while (node == READ(parent->left)) {
        node = parent;
        parent = READ(parent->parent);
    }
    return parent;
}

/* `node` takes the place of `old` below its parent. */
static void hang(struct node *old, struct node *node, struct node *header, uintptr_t pc)
{
    struct node *parent = READ(old->parent);
    if (READ(header->parent) == old)
        WRITE(header->parent, node);
    else if (READ(parent->left) == old)
        WRITE(parent->left, node);
    else
        WRITE(parent->right, node);
    if (node)
        WRITE(node->parent, parent);
}

static void rotate_left(struct node *node, struct node *header, uintptr_t pc)
{
    struct node *up = READ(node->right), *inner = READ(up->left);
    WRITE(node->right, inner);
    if (inner)
        WRITE(inner->parent, node);
    hang(node, up, header, pc);
    WRITE(up->left, node);
    WRITE(node->parent, up);
}

static void rotate_right(struct node *node, struct node *header, uintptr_t pc)
{
    struct node *up = READ(node->left), *inner = READ(up->right);
    WRITE(node->left, inner);
    if (inner)
        WRITE(inner->parent, node);
    hang(node, up, header, pc);
    WRITE(up->right, node);
    WRITE(node->parent, up);
}

/* One step up, or the last one; `is_left`: the parent is its own parent's left child. */
static struct node *mend_red(struct node *node, struct node *header, bool is_left, uintptr_t pc)
{
    struct node *parent = READ(node->parent), *grand = READ(parent->parent);
    struct node *uncle = is_left ? READ(grand->right) : READ(grand->left);
    if (uncle && READ(uncle->colour) == RED) {
        WRITE(parent->colour, BLACK);
        WRITE(uncle->colour, BLACK);
        WRITE(grand->colour, RED);
        return grand;
    }
    if (node == (is_left ? READ(parent->right) : READ(parent->left))) {
        node = parent;
        (is_left ? rotate_left : rotate_right)(node, header, pc);
        parent = READ(node->parent);
    }
    WRITE(parent->colour, BLACK);
    WRITE(grand->colour, RED);
    (is_left ? rotate_right : rotate_left)(grand, header, pc);
    return node;
}

static void insert(bool left, struct node *node, struct node *parent, struct node *header, uintptr_t pc)
{
    struct node *root;
    WRITE(node->parent, parent);
    WRITE(node->left, NULL);
    WRITE(node->right, NULL);
    WRITE(node->colour, RED);
    if (left) {
        WRITE(parent->left, node); /* also makes it the least when the parent is the header */
        if (parent == header) {
            WRITE(header->parent, node);
            WRITE(header->right, node);
        } else if (parent == READ(header->left)) {
            WRITE(header->left, node);
        }
    } else {
        WRITE(parent->right, node);
        if (parent == READ(header->right))
            WRITE(header->right, node);
    }
    while (node != READ(header->parent) && READ(node->parent->colour) == RED) {
        struct node *above = READ(node->parent);
        node = mend_red(node, header, above == READ(READ(above->parent)->left), pc);
    }
    root = READ(header->parent);
    WRITE(root->colour, BLACK);
}

/* The side of `parent` where `node` hangs (it may be NULL) is one black short. True: it is mended. */
static bool mend_black(struct node **at, struct node **above, struct node *header, uintptr_t pc)
{
    struct node *parent = *above, *sibling, *near, *far;
    bool is_left = *at == READ(parent->left);
    sibling = is_left ? READ(parent->right) : READ(parent->left);
    if (READ(sibling->colour) == RED) {
        WRITE(sibling->colour, BLACK);
        WRITE(parent->colour, RED);
        (is_left ? rotate_left : rotate_right)(parent, header, pc);
        sibling = is_left ? READ(parent->right) : READ(parent->left);
    }
    near = is_left ? READ(sibling->left) : READ(sibling->right);
    far = is_left ? READ(sibling->right) : READ(sibling->left);
    if ((!near || READ(near->colour) == BLACK) && (!far || READ(far->colour) == BLACK)) {
        WRITE(sibling->colour, RED);
        *at = parent;
        *above = READ(parent->parent);
        return false;
    }
    if (!far || READ(far->colour) == BLACK) {
        WRITE(near->colour, BLACK);
        WRITE(sibling->colour, RED);
        (is_left ? rotate_right : rotate_left)(sibling, header, pc);
        sibling = is_left ? READ(parent->right) : READ(parent->left);
        far = is_left ? READ(sibling->right) : READ(sibling->left);
    }
    WRITE(sibling->colour, READ(parent->colour));
    WRITE(parent->colour, BLACK);
    if (far)
        WRITE(far->colour, BLACK);
    (is_left ? rotate_left : rotate_right)(parent, header, pc);
    return true;
}

/* `heir`, the next one, which has no left child, takes the place of `gone`. What it leaves is *at below *above. */
static void replace(struct node *gone, struct node *heir, struct node **at, struct node **above, struct node *header,
                    uintptr_t pc)
{
    int colour = READ(heir->colour);
    *at = READ(heir->right);
    *above = heir;
    WRITE(READ(gone->left)->parent, heir);
    WRITE(heir->left, READ(gone->left));
    if (heir != READ(gone->right)) {
        *above = READ(heir->parent);
        if (*at)
            WRITE((*at)->parent, *above);
        WRITE((*above)->left, *at);
        WRITE(heir->right, READ(gone->right));
        WRITE(READ(gone->right)->parent, heir);
    }
    hang(gone, heir, header, pc);
    WRITE(heir->colour, READ(gone->colour));
    WRITE(gone->colour, colour);
}

static void remove_end(struct node *gone, struct node *at, struct node *header, uintptr_t pc)
{
    struct node *parent = READ(gone->parent);
    if (READ(header->left) == gone)
        WRITE(header->left, READ(gone->right) ? least(at, pc) : parent);
    if (READ(header->right) == gone)
        WRITE(header->right, READ(gone->left) ? greatest(at, pc) : parent);
}

static struct node *take_out(struct node *gone, struct node *header, uintptr_t pc)
{
    struct node *left = READ(gone->left), *right = READ(gone->right), *at, *above;
    if (left && right) {
        replace(gone, least(right, pc), &at, &above, header, pc);
    } else {
        at = left ? left : right;
        above = READ(gone->parent);
        hang(gone, at, header, pc);
        remove_end(gone, at, header, pc);
    }
    if (READ(gone->colour) == BLACK) {
        while (at != READ(header->parent) && (!at || READ(at->colour) == BLACK))
            if (mend_black(&at, &above, header, pc))
                break;
        if (at)
            WRITE(at->colour, BLACK);
    }
    return gone;
}

struct node *_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base(struct node *node);
struct node *_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base(struct node *node)
{
    return next(node, CALLER);
}
struct node *_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base(struct node *node)
    __attribute__((alias("_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base")));

struct node *_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base(struct node *node);
struct node *_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base(struct node *node)
{
    return previous(node, CALLER);
}
struct node *_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base(struct node *node)
    __attribute__((alias("_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base")));

void _ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_(bool left, struct node *node,
                                                                       struct node *parent, struct node *header);
void _ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_(bool left, struct node *node,
                                                                       struct node *parent, struct node *header)
{
    insert(left, node, parent, header, CALLER);
}

struct node *_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_(struct node *node, struct node *header);
struct node *_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_(struct node *node, struct node *header)
{
    return take_out(node, header, CALLER);
}

/* ---- lists: std::list ---- */

struct link {
    struct link *next, *previous;
};

void _ZNSt8__detail15_List_node_base7_M_hookEPS0_(struct link *self, struct link *before);
void _ZNSt8__detail15_List_node_base7_M_hookEPS0_(struct link *self, struct link *before)
{
    uintptr_t pc = CALLER;
    struct link *last = READ(before->previous);
    WRITE(self->next, before);
    WRITE(self->previous, last);
    WRITE(last->next, self);
    WRITE(before->previous, self);
}

void _ZNSt8__detail15_List_node_base9_M_unhookEv(struct link *self);
void _ZNSt8__detail15_List_node_base9_M_unhookEv(struct link *self)
{
    uintptr_t pc = CALLER;
    struct link *after = READ(self->next), *before = READ(self->previous);
    WRITE(before->next, after);
    WRITE(after->previous, before);
}

/* The links from `first` up to `last` move in front of `self`. */
void _ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_(struct link *self, struct link *first, struct link *last);
void _ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_(struct link *self, struct link *first, struct link *last)
{
    uintptr_t pc = CALLER;
    struct link *end, *before, *front;
    if (self == last)
        return;
    end = READ(last->previous);
    before = READ(first->previous);
    front = READ(self->previous);
    WRITE(end->next, self);
    WRITE(before->next, last);
    WRITE(front->next, first);
    WRITE(self->previous, end);
    WRITE(last->previous, before);
    WRITE(first->previous, front);
}

void _ZNSt8__detail15_List_node_base10_M_reverseEv(struct link *self);
void _ZNSt8__detail15_List_node_base10_M_reverseEv(struct link *self)
{
    uintptr_t pc = CALLER;
    struct link *at = self;
    do {
        struct link *after = READ(at->next);
        WRITE(at->next, READ(at->previous));
        WRITE(at->previous, after);
        at = after;
    } while (at != self);
}

/* One whose links are its own has none. */
static void adopt(struct link *self, const struct link *old, uintptr_t pc)
{
    if (READ(self->next) == old) {
        WRITE(self->next, self);
        WRITE(self->previous, self);
    } else {
        WRITE(self->next->previous, self);
        WRITE(self->previous->next, self);
    }
}

void _ZNSt8__detail15_List_node_base4swapERS0_S1_(struct link *one, struct link *other);
void _ZNSt8__detail15_List_node_base4swapERS0_S1_(struct link *one, struct link *other)
{
    uintptr_t pc = CALLER;
    struct link kept = { READ(one->next), READ(one->previous) };
    WRITE(one->next, READ(other->next));
    WRITE(one->previous, READ(other->previous));
    WRITE(other->next, kept.next);
    WRITE(other->previous, kept.previous);
    adopt(one, other, pc);
    adopt(other, one, pc);
}

/* ---- tables: std::unordered_map, std::unordered_set ---- */

struct policy {
    float most_load;
    size_t next_resize;
};

struct rehash {
    bool wanted;
    size_t buckets;
};

static size_t prime_from(size_t number)
{
    for (number |= 1;; number += 2) {
        size_t divisor = 3;
        while (divisor * divisor <= number && number % divisor)
            divisor += 2;
        if (divisor * divisor > number)
            return number < 3 ? 3 : number;
    }
}

static size_t buckets_for(struct policy *policy, size_t number, uintptr_t pc)
{
    size_t buckets = prime_from(number < 3 ? 3 : number);
    float room = (float)buckets * READ(policy->most_load);
    WRITE(policy->next_resize, (size_t)room);
    return buckets;
}

size_t _ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm(struct policy *policy, size_t number);
size_t _ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm(struct policy *policy, size_t number)
{
    return buckets_for(policy, number, CALLER);
}

struct rehash _ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm(struct policy *policy, size_t buckets,
                                                                        size_t elements, size_t more);
struct rehash _ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm(struct policy *policy, size_t buckets,
                                                                        size_t elements, size_t more)
{
    enum { FIRST = 11 };
    uintptr_t pc = CALLER;
    size_t wanted = elements + more, had = READ(policy->next_resize), least;
    float room;
    if (wanted <= had)
        return (struct rehash){ false, 0 };
    room = READ(policy->most_load);
    least = (size_t)((float)(had || wanted > FIRST ? wanted : FIRST) / room);
    if (least >= buckets)
        return (struct rehash){ true, buckets_for(policy, least + 1 > 2 * buckets ? least + 1 : 2 * buckets, pc) };
    WRITE(policy->next_resize, (size_t)((float)buckets * room));
    return (struct rehash){ false, 0 };
}

size_t _ZSt11_Hash_bytesPKvmm(const void *bytes, size_t size, size_t seed);
size_t _ZSt11_Hash_bytesPKvmm(const void *bytes, size_t size, size_t seed)
{
    const unsigned char *at = bytes;
    uint64_t hash = seed ^ 0xcbf29ce484222325u;
    rt_range(bytes, size, false, CALLER);
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ at[i]) * 0x100000001b3u;
    return hash ^ hash >> 29;
}
size_t _ZSt15_Fnv_hash_bytesPKvmm(const void *bytes, size_t size, size_t seed)
    __attribute__((alias("_ZSt11_Hash_bytesPKvmm")));
