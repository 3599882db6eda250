/* Blocks of one size that are different things: each has the names of what it was allocated as. */
#include <linnet/model.h>

#include <stdatomic.h>
#include <stdlib.h>

typedef struct {
    int paws, tail;
} cat;

struct dog {
    int bark, bone;
};

struct fish {
    int fin, gill;
};

static cat *_Atomic the_cat;
static struct dog *_Atomic the_dog;

static void *make(void)
{
    return &the_cat;
}

static void *allocate(size_t size)
{
    void *block = calloc(1, size);
    if (!block)
        abort();
    return block;
}

static struct fish *new_fish(int fin)
{
    struct fish *fish = malloc(sizeof *fish);
    if (fish)
        fish->fin = fin;
    return fish;
}

static linnet_value read(void *o, const linnet_value *arg)
{
    cat *tom = allocate(sizeof *tom);
    struct dog *rex = allocate(sizeof *rex);
    struct fish *wanda;
    struct dog *pack = malloc(2 * sizeof *pack);
    (void)o;
    (void)arg;
    if (pack)
        pack[1].bone = 1;
    tom->paws = 4;
    atomic_store(&the_cat, tom);
    rex->bark = 7;
    rex->bone = 8;
    atomic_store(&the_dog, rex);
    free(tom);
    wanda = new_fish(3);
    if (!wanda)
        return LINNET_FAILED;
    wanda->gill = 5;
    return LINNET_INT(rex->bone);
}

LINNET_OBJECT = { .name = "animals", .create = make, .spec = "counter", .operations = { { "read", read } } };
