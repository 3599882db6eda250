#include "record/log.h"

#include "record/writing.h"

#include <assert.h>
#include <sched.h>
#include <string.h>
#include <time.h>

/* An event is a word of type, arity, kinds and length, the stamp, in a call the operation, then values. The kinds of the
 * first values are in the first word, those of others and of items in a word before each. Null and its like have no
 * content, numbers have a word, strings their length and bytes, lists their length and items. Few words are few cache
 * lines: that is what recording costs beside the stamps. */

enum { HEADER = LN_LOG_HEADER, KINDS = 6, KIND_BITS = 4, MOST_ARGUMENTS = 16, MOST_BYTES = LN_LOG_TEXT - 4096 };

size_t ln_log_bytes(size_t words)
{
    return sizeof(struct ln_log) + words * sizeof(uint64_t);
}

void ln_log_init(struct ln_log *log, size_t words, struct ln_clock *clock)
{
    assert(words && (words & (words - 1)) == 0 && (uintptr_t)log % 64 == 0);
    atomic_init(&log->state, 0);
    atomic_init(&log->tail, 0);
    log->head = log->last = 0;
    log->limit = words;
    log->mask = words - 1;
    log->clock = clock;
    log->ticks = clock->ticks;
    log->fenced = true;
}

/* ---- sizes ---- */

struct size {
    size_t words, values, bytes;
};

static void measure(const linnet_value *value, struct size *size)
{
    size->values++;
    size->words += ln_log_has_content(value->kind);
    if (value->kind == LINNET_KIND_STRING) {
        size->bytes += value->length;
        size->words += (value->length + 7) / 8;
    }
    if (value->kind != LINNET_KIND_LIST && value->kind != LINNET_KIND_MAP)
        return;
    for (uint32_t i = 0; i < value->length && size->values <= LN_LOG_VALUES; i++) {
        size->words++;
        measure(&value->is.items[i], size);
    }
}

static bool fits(const struct ln_log *log, const struct size *size)
{
    return size->values <= LN_LOG_VALUES - LN_LOG_VALUES / 8 && size->bytes <= MOST_BYTES &&
           size->words < log->mask / 4;
}

bool ln_log_fits(const struct ln_log *log, const linnet_value *value)
{
    struct size size = { 0, 0, 0 };
    measure(value, &size);
    return fits(log, &size);
}

/* Adds a value, without the word of its kind, to those of the same event: what does not fit beside them is not known. */
static inline void add_size(const struct ln_log *log, linnet_value *value, struct size *sum)
{
    struct size size = *sum;
    if (__builtin_expect(value->kind <= LINNET_KIND_REAL, 1)) {
        sum->values++;
        sum->words += ln_log_has_content(value->kind);
        return;
    }
    measure(value, &size);
    if (!fits(log, &size)) {
        *value = linnet_unknown();
        size = *sum;
        size.values++;
    }
    *sum = size;
}

/* ---- writing ---- */

/* A short while awake, then asleep: whoever empties the ring may need this core. And until much of it is empty: a
 * thread that works and waits in turns meets others at work, one that is let in event by event does not. */
static __attribute__((noinline)) void wait_for_room(struct ln_log *log, size_t words)
{
    const struct timespec moment = { 0, 50000 };
    uint64_t ring = log->mask + 1, most = ring - words < ring / 4 ? ring - words : ring / 4;
    assert(words <= ring); /* or it would wait for ever */
    for (unsigned tries = 0;; tries++) {
        log->limit = atomic_load_explicit(&log->tail, memory_order_acquire) + ring;
        if (log->head + ring - log->limit <= most)
            return;
        if (tries < 16)
            sched_yield();
        else
            nanosleep(&moment, NULL);
    }
}

static inline void make_room(struct ln_log *log, size_t words)
{
    if (__builtin_expect(log->head + words > log->limit, 0))
        wait_for_room(log, words);
}

static uint64_t put_more(struct ln_log *log, uint64_t at, const linnet_value *value)
{
    assert(value->kind == LINNET_KIND_STRING || value->kind == LINNET_KIND_LIST || value->kind == LINNET_KIND_MAP);
    ln_log_put(log, at++, value->length);
    if (value->kind == LINNET_KIND_STRING)
        for (uint32_t i = 0; i < value->length; i += 8) {
            uint64_t word = 0;
            memcpy(&word, value->is.bytes + i, value->length - i < 8 ? value->length - i : 8);
            ln_log_put(log, at++, word);
        }
    else
        for (uint32_t i = 0; i < value->length; i++) {
            const linnet_value *item = &value->is.items[i];
            ln_log_put(log, at++, (uint64_t)item->kind);
            if (item->kind > LINNET_KIND_REAL && ln_log_has_content(item->kind))
                at = put_more(log, at, item);
            else if (ln_log_has_content(item->kind))
                ln_log_put(log, at++, (uint64_t)item->i);
        }
    return at;
}

static inline uint64_t put_value(struct ln_log *log, uint64_t at, const linnet_value *value)
{
    if (!ln_log_has_content(value->kind))
        return at;
    if (__builtin_expect(value->kind > LINNET_KIND_REAL, 0))
        return put_more(log, at, value);
    ln_log_put(log, at, (uint64_t)value->i);
    return at + 1;
}

/* Kinds of the first values, and the words that the values take. */
static uint64_t survey(const struct ln_log *log, linnet_value *values, size_t count, size_t *words)
{
    struct size size = { 0, 0, 0 };
    uint64_t kinds = 0;
    for (size_t i = 0; i < count; i++) {
        add_size(log, &values[i], &size);
        size.words += i >= KINDS;
        if (i < KINDS)
            kinds |= (uint64_t)values[i].kind << (i * KIND_BITS);
    }
    *words += size.words;
    assert(size.values <= LN_LOG_VALUES && size.bytes <= LN_LOG_TEXT);
    return kinds;
}

void ln_log_call_any(struct ln_log *log, uint64_t f, const linnet_value *args, size_t arity)
{
    size_t words = HEADER + 1;
    linnet_value known[MOST_ARGUMENTS];
    uint64_t at, kinds;
    bool more = arity > MOST_ARGUMENTS;
    arity = more ? MOST_ARGUMENTS : arity;
    for (size_t i = 0; i < arity; i++)
        known[i] = args[i];
    if (more)
        known[arity - 1] = linnet_unknown();
    kinds = survey(log, known, arity, &words);
    make_room(log, words);
    ln_log_begin(log);
    at = log->head;
    ln_log_put(log, at, ln_log_header(LN_LOG_CALL, arity, kinds, words));
    ln_log_put(log, at + 2, f);
    at += HEADER + 1;
    for (size_t i = 0; i < arity; i++) {
        if (i >= KINDS)
            ln_log_put(log, at++, (uint64_t)known[i].kind);
        at = put_value(log, at, &known[i]);
    }
    assert(at == log->head + words);
    ln_log_stamp_call(log, log->head, words);
}

void ln_log_return_any(struct ln_log *log, linnet_value result, uint64_t stamp)
{
    size_t words = HEADER;
    uint64_t at = log->head, kind = survey(log, &result, 1, &words);
    make_room(log, words);
    ln_log_put(log, at, ln_log_header(LN_LOG_RETURN, 1, kind, words));
    ln_log_put(log, at + 1, stamp);
    at = put_value(log, at + HEADER, &result);
    assert(at == log->head + words);
    ln_log_publish(log, stamp, at);
}

void ln_log_mark(struct ln_log *log, uint64_t what)
{
    size_t words = HEADER + 1;
    make_room(log, words);
    ln_log_begin(log);
    ln_log_put(log, log->head, ln_log_header(LN_LOG_MARK, 0, 0, words));
    ln_log_put(log, log->head + 2, what);
    ln_log_stamp_call(log, log->head, words);
}

/* ---- reading ---- */

uint64_t ln_log_available(const struct ln_log *log, bool *busy)
{
    uint64_t state = atomic_load_explicit(&log->state, memory_order_acquire);
    *busy = state & 1;
    return state / 2;
}

uint64_t ln_log_bound(const struct ln_log *log, uint64_t available, bool busy, uint64_t now)
{
    uint64_t at = atomic_load_explicit(&log->tail, memory_order_relaxed), last = 0;
    if (!busy)
        return now - 1;
    /* What is being recorded may have its stamp already; it is greater than that of the event before. */
    for (; at < available; at += log->words[at & log->mask] >> 32)
        last = ln_log_stamp_at(log, at);
    return last;
}

struct reading {
    const struct ln_log *log;
    uint64_t at, end;
    struct ln_log_event *event;
    size_t values, bytes;
};

static uint64_t next_word(struct reading *reading)
{
    return reading->at < reading->end ? reading->log->words[reading->at++ & reading->log->mask] : 0;
}

static bool read_string(struct reading *reading, linnet_value *value)
{
    char *text = reading->event->text + reading->bytes;
    if (value->length > sizeof reading->event->text - reading->bytes)
        return false;
    for (uint32_t i = 0; i < value->length; i += 8) {
        uint64_t word = next_word(reading);
        memcpy(text + i, &word, value->length - i < 8 ? value->length - i : 8);
    }
    reading->bytes += value->length;
    value->is.bytes = text;
    return true;
}

static bool read_items(struct reading *reading, linnet_value *value);

static bool read_value(struct reading *reading, uint64_t kind, linnet_value *value)
{
    value->kind = (linnet_kind)kind;
    value->length = 0;
    value->i = 0;
    if (kind > LINNET_KIND_FAILED)
        return false;
    if (!ln_log_has_content(value->kind))
        return true;
    value->i = (int64_t)next_word(reading);
    if (value->kind <= LINNET_KIND_REAL)
        return true;
    value->length = (uint32_t)value->i;
    return value->kind == LINNET_KIND_STRING ? read_string(reading, value) : read_items(reading, value);
}

static bool read_items(struct reading *reading, linnet_value *value)
{
    linnet_value *items = reading->event->values + reading->values;
    if (value->length > LN_LOG_VALUES - reading->values)
        return false;
    value->is.items = items;
    reading->values += value->length;
    for (uint32_t i = 0; i < value->length; i++)
        if (!read_value(reading, next_word(reading), &items[i]))
            return false;
    return true;
}

bool ln_log_read(const struct ln_log *log, uint64_t *at, struct ln_log_event *event)
{
    uint64_t head = log->words[*at & log->mask], words = head >> 32, kinds = head >> 8;
    struct reading reading = { log, *at + 1, *at + words, event, (head >> 2) & 31, 0 };
    event->type = ln_log_type_at(log, *at);
    event->stamp = next_word(&reading);
    event->f = event->type == LN_LOG_RETURN ? 0 : next_word(&reading);
    event->count = reading.values;
    *at += words;
    if (words < HEADER || words > log->mask + 1 || event->type > LN_LOG_MARK)
        return false;
    for (size_t i = 0; i < event->count; i++, kinds >>= KIND_BITS)
        if (!read_value(&reading, i < KINDS ? kinds & 15 : next_word(&reading), &event->values[i]))
            return false;
    return true;
}

void ln_log_release(struct ln_log *log, uint64_t at)
{
    /* Pairs with the acquire in wait_for_room: the words are not used again before they are read. */
    atomic_store_explicit(&log->tail, at, memory_order_release);
}
