/* Findings as text: right ones stand, everything else falls or is refused, and it is said why. */
#include "../support/written_history.h"

#include "check/check.h"
#include "core/find.h"
#include "verify/claim.h"

#define DIGEST "0123456789abcdef0123456789abcdef"
#define HEAD "{'linnet':'finding','version':1,'engine':'check','id':'x','coverage':{},"
#define FAILURE "'failure':'not linearizable',"
#define SUBJECT HEAD "'subject':{'digest':'" DIGEST "'},"

/* With ' for ", which is easier to read here. */
static struct ln_text quoted(const char *text, char *room, size_t size)
{
    size_t length = strlen(text);
    assert_true(length < size);
    for (size_t i = 0; i <= length; i++)
        room[i] = text[i];
    for (char *at = room; (at = strchr(at, '\''));)
        *at = '"';
    return (struct ln_text){ room, length };
}

static enum ln_status verify(struct written *w, struct ln_text line, struct ln_error *error)
{
    struct ln_checked checked;
    return ln_claim_check(line, &w->history, &w->spec, &checked, error);
}

/* `claims`: the verdict and what is shown for it; `message` is empty for what stands. A ! before the operations: they are
 * stuck. */
static void expect(const char *spec, const char *operations, const char *claims, const char *message)
{
    struct written w;
    struct ln_error error = { LN_OK, "" };
    char text[2048], room[2048];
    enum ln_status status;
    bool stuck = *operations == '!';
    snprintf(text, sizeof text, SUBJECT "%.*s,%s'evidence':{%s}}", (int)strcspn(claims, ","), claims,
             strstr(claims, "violated") ? FAILURE : "", claims + strcspn(claims, ",") + (strchr(claims, ',') != NULL));
    write_history(&w, spec, operations + stuck);
    w.history.stuck = stuck;
    status = verify(&w, quoted(text, room, sizeof room), &error);
    if (strcmp(error.message, message) != 0 || (status == LN_OK) != !*message)
        fail_msg("%s: %s: %s: %s, expected `%s`", spec, operations, claims, status ? error.message : "it stands",
                 message);
    assert_true(status == LN_OK || status == LN_BAD_INPUT);
    assert_int_equal(error.status, status);
    written_fini(&w);
}

/* ---- what is no finding ---- */

static void expect_refused(const char *text, const char *message)
{
    struct written w;
    struct ln_error error = { LN_OK, "" };
    char room[2048];
    enum ln_status status;
    write_history(&w, "register", "");
    status = verify(&w, quoted(text, room, sizeof room), &error);
    if (strcmp(error.message, message) != 0 || (status == LN_OK) != !*message)
        fail_msg("%s: %s", text, error.message);
    written_fini(&w);
}

static void what_is_no_finding_is_refused(void **state)
{
    static const char holds[] = SUBJECT "'verdict':'holds','evidence':{'witness':[]}}";
    (void)state;
    expect_refused(holds, "");
    expect_refused(SUBJECT "'verdict':'holds','later':{'a':[1,2,{}]},'evidence':{'number':3,'witness':[]}}", "");
    expect_refused("{}", "this is no finding");
    expect_refused("{'linnet':'finding','verdict':'holds'}", "the finding does not say its version");
    expect_refused("{'linnet':'finding','version':2}",
                   "this is a finding of version 2, made by a newer linnet; expected version 1");
    expect_refused(SUBJECT "'verdict':'holds'}", "the finding has no group \"evidence\"");
    expect_refused(SUBJECT "'evidence':{'witness':[]}}", "found \"verdict\": nothing, which is none that is known");
    expect_refused(SUBJECT "'verdict':'perhaps','evidence':{}}",
                   "found \"verdict\": perhaps, which is none that is known");
    expect_refused(SUBJECT "'verdict':'unknown','reason':'time','evidence':{}}",
                   "it claims nothing: the verdict is unknown");
    expect_refused(HEAD "'verdict':'holds','subject':{},'evidence':{'witness':[]}}",
                   "no history stands with it, and it names none, so there is nothing to verify it by");
    expect_refused(HEAD "'verdict':'holds','subject':{'digest':'0123'},'evidence':{}}",
                   "found no XXH3-128 digest as \"digest\", expected 32 hexadecimal digits");
    expect_refused(SUBJECT "'verdict':'holds','verdict':'violated','evidence':{}}",
                   "found \"verdict\" a second time, expected it once");
    expect_refused(SUBJECT "'verdict':'holds','evidence':{'witness':[],'witness':[]}}",
                   "found \"witness\" a second time, expected it once");
    expect_refused(HEAD "'verdict':'holds','subject':{'digest':'" DIGEST "','input':'a','input':'b'},'evidence':{}}",
                   "found \"input\" a second time, expected it once");
    expect_refused(HEAD "'verdict':'holds','subject':{'digest':'" DIGEST "','input':'a\\u0000b'},'evidence':{}}",
                   "found a NUL in \"input\", expected a text without");
    expect_refused(HEAD "'verdict':'holds','subject':{'digest':'" DIGEST "','input':3},'evidence':{}}",
                   "found something else as \"input\", expected a text");
    expect_refused(HEAD "'verdict':'holds','subject':{'digest':'" DIGEST "','number':1.5},'evidence':{}}",
                   "found something else as \"number\", expected which history of its input it is");
}

/* Whatever is missing at the end, it is noticed. */
static void findings_cut_short_are_refused(void **state)
{
    static const char text[] = SUBJECT
        "'verdict':'violated'," FAILURE "'evidence':{'core':{'operations':["
        "{'operation':0,'call':0,'return':1},{'operation':1,'call':2,'return':3}],'end':4}}}";
    struct written w;
    char room[512];
    struct ln_text line = quoted(text, room, sizeof room);
    (void)state;
    write_history(&w, "register", "write(1) read()->2");
    for (size_t length = 0; length <= line.length; length++) {
        struct ln_error error = { LN_OK, "" };
        enum ln_status status = verify(&w, (struct ln_text){ room, length }, &error);
        assert_int_equal(status, length < line.length ? LN_BAD_INPUT : LN_OK);
        assert_true(status == LN_OK || *error.message);
    }
    written_fini(&w);
}

static void nesting_and_length_do_no_harm(void **state)
{
    enum { DEEP = 100000, LONG = 1000000 };
    struct written w;
    struct ln_str text;
    struct ln_error error = { LN_OK, "" };
    char room[512];
    (void)state;
    write_history(&w, "register", "write(1) read()->1");
    ln_str_init(&text, &w.memory);
    ln_str_text(&text, "{\"linnet\":\"finding\",\"x\":");
    for (unsigned i = 0; i < DEEP; i++)
        ln_str_char(&text, '[');
    assert_int_equal(verify(&w, (struct ln_text){ ln_str_borrow(&text), text.length }, &error), LN_BAD_INPUT);
    ln_str_clear(&text);
    ln_str_text(&text, quoted(SUBJECT "'verdict':'holds','evidence':{'witness':[0", room, sizeof room).at);
    for (unsigned i = 0; i < LONG; i++)
        ln_str_text(&text, ",1");
    ln_str_text(&text, "]}}");
    assert_int_equal(verify(&w, (struct ln_text){ ln_str_borrow(&text), text.length }, &error), LN_BAD_INPUT);
    assert_string_equal(error.message, "the witness fails its replay: operation 1 stands in it twice");
    ln_str_fini(&text);
    written_fini(&w);
}

/* ---- witnesses ---- */

static void witnesses_stand_or_fall(void **state)
{
    static const char overlap[] = "0:write(1)@0-3 1:read()->null@1-2 2:write(5)@1-x 3:write(7)@4-";
    (void)state;
    expect("register", overlap, "'verdict':'holds','witness':[1,0]", "");
    expect("register", overlap, "'verdict':'holds','witness':[1,0,3]", "");
    expect("register", overlap, "'verdict':'holds','more':null,'witness':[1, 0]", "");
    expect("register", overlap, "'verdict':'holds','witness':[0,1]",
           "the witness fails its replay: operation 1 cannot happen there");
    expect("register", overlap, "'verdict':'holds','witness':[1]",
           "the witness fails its replay: operation 0 is missing");
    expect("register", overlap, "'verdict':'holds','witness':[1,0,2]",
           "the witness fails its replay: operation 2 is not part of the history");
    expect("register", overlap, "'verdict':'holds','witness':[1,0,9]",
           "the witness fails its replay: operation 9 is not part of the history");
    expect("register", overlap, "'verdict':'holds','witness':[1,0,null]",
           "the witness fails its replay: operation 4294967295 is not part of the history");
    expect("register", overlap, "'verdict':'holds','witness':[1,0,-1]", "found a number that counts nothing");
    expect("register", overlap, "'verdict':'holds','witness':[1,0,4294967297]", "found a number that counts nothing");
    expect("register", overlap, "'verdict':'holds','witness':{}", "expected a list of operations");
    expect("register", overlap, "'verdict':'holds'", "it says holds and has no witness");
    expect("register", overlap, "'verdict':'holds','witness':[1,0],'core':{}",
           "it shows something else than what it says");
    expect("register", overlap, "'verdict':'violated','witness':[1,0]", "it shows something else than what it says");
    expect("register", "write(1) read()->1", "'verdict':'holds','witness':[1,0]",
           "the witness fails its replay: operation 0 stands after one that was called when it had returned");
    expect("register", "x.write(1) y.read()->null", "'verdict':'holds','witness':[0,1]", "");
    expect("kv", "x.put(1) y.get()->null", "'verdict':'holds','witness':[0,1]", "");
}

static void of_nothing_only_nothing_is_shown(void **state)
{
    (void)state;
    expect("register", "", "'verdict':'holds','witness':[]", "");
    expect("register", "", "'verdict':'holds'", "it says holds and has no witness");
    expect("register", "", "'verdict':'holds','witness':[0]",
           "the witness fails its replay: operation 0 is not part of the history");
    expect("register", "", "'verdict':'violated','core':{'operations':[]}", "nothing happened, so nothing is violated");
}

static void stuck_histories_hold_by_an_order_for_each_that_waits(void **state)
{
    static const char held[] = "!0:acquire()@0-1 1:acquire()@2-";
    static const char two[] = "!0:x.acquire()@0-1 1:x.acquire()@2- 2:y.acquire()@0-1 3:y.acquire()@2-";
    (void)state;
    expect("mutex", held, "'verdict':'holds','witness':[0],'stuck':[{'waits':1,'after':[0]}]", "");
    expect("mutex", held, "'verdict':'holds','witness':[0]", "it does not show why operation 1 waits");
    expect("mutex", held, "'verdict':'holds','witness':[0],'stuck':[]", "it does not show why operation 1 waits");
    expect("mutex", held, "'verdict':'holds','witness':[0],'stuck':[{'waits':1}]",
           "the witness fails its replay: operation 0 is missing");
    expect("mutex", held, "'verdict':'holds','witness':[0],'stuck':[{'waits':0,'after':[]}]",
           "an operation is said to wait that does not");
    expect("mutex", held, "'verdict':'holds','witness':[0],'stuck':[{'after':[0]}]",
           "an operation is said to wait that does not");
    expect("mutex", held, "'verdict':'holds','witness':[0],'stuck':[{'waits':1,'after':[0]},{'waits':1,'after':[0]}]",
           "operation 1 is said to wait twice");
    expect("mutex", held, "'verdict':'holds','witness':[0],'stuck':[{'waits':0,'after':[0],'waits':1}]",
           "found \"waits\" a second time, expected it once");
    expect("mutex", held + 1, "'verdict':'holds','witness':[0],'stuck':[{'waits':1,'after':[0]}]",
           "an operation is said to wait that does not");
    expect("mutex", two,
           "'verdict':'holds','witness':[0,2],'stuck':[{'waits':1,'after':[0]},"
           "{'waits':3,'after':[0,2]}]",
           "");
    expect("mutex", two, "'verdict':'holds','witness':[0,2],'stuck':[{'waits':1,'after':[0]}]",
           "it does not show why operation 3 waits");
}

/* Where operations are linked, an order of one object's operations need not fit to any of the others'. */
static void stuck_and_linked_histories_need_whole_orders(void **state)
{
    static const char linked[] = "!0:x.enq(1)@0-1 0:y.deq()->null@1-2 1:y.enq(1)@0-1 1:x.deq()->1@1-2 2:x.take()@0-";
    (void)state;
    expect("queue", linked, "'verdict':'holds','witness':[0,1,2,3],'stuck':[{'waits':4,'after':[0,1,2,3]}]", "");
    expect("queue", linked, "'verdict':'holds','witness':[0,1,2,3],'stuck':[{'waits':4,'after':[0,3]}]",
           "the witness fails its replay: operation 1 is missing");
}

/* ---- cores ---- */

static void expect_core(const char *spec, const char *operations, const char *core, const char *message)
{
    char claims[1024];
    snprintf(claims, sizeof claims, "'verdict':'violated','core':{%s}", core);
    expect(spec, operations, claims, message);
}

static const char overtaken[] = "0:enq(1)@0-1 0:enq(2)@2-3 1:deq()->2@4-5 1:deq()->1@6-7 2:enq(9)@0-x";

static void cores_stand(void **state)
{
    (void)state;
    expect_core("queue", overtaken,
                "'operations':[{'operation':0,'call':0,'return':1},"
                "{'operation':1,'call':2,'return':3},{'operation':2,'call':4,'return':5}],'end':6",
                "");
    expect_core("queue", overtaken,
                "'operations':[{'operation':2,'call':4,'return':5},{'operation':1,'process':0,'f':"
                "'enq','args':[2],'result':null,'call':2,'return':3,'later':[]},{'operation':0,'call':0,'return':1,"
                "'optional':false}],'end':6,'later':0",
                "");
    expect_core("queue", overtaken,
                "'operations':[{'operation':0,'call':10,'return':11},"
                "{'operation':1,'call':20,'return':30},{'operation':2,'call':40,'return':50}],'end':6",
                "");
    expect_core("kv", "x.put(1) y.put(2) y.get()->1",
                "'operations':[{'operation':1,'call':0,'return':1},{'operation':2,'call':2,'return':3}]", "");
}

static void cores_do_not_follow_from_other_histories(void **state)
{
    static const char prefix[] = "the core does not follow from the history: operation ";
    static const struct {
        const char *core, *rest;
    } cases[] = {
        { "'operations':[{'operation':2,'call':4,'return':5}],'end':6", "0 was left out without a reason" },
        { "'operations':[{'operation':0,'call':0,'return':1},{'operation':1,'call':2,'return':3},"
          "{'operation':2,'call':4,'return':5}],'end':5",
          "2 need not have happened" },
        { "'operations':[{'operation':0,'call':0,'return':1},{'operation':0,'call':2,'return':3},"
          "{'operation':2,'call':4,'return':5}],'end':6",
          "0 does not belong there" },
        { "'operations':[{'operation':4,'call':0,'return':1},{'operation':2,'call':4,'return':5}],'end':6",
          "4 does not belong there" },
        { "'operations':[{'operation':1,'call':0,'return':1},{'operation':0,'call':2,'return':3}],'end':6",
          "0 is not after all that have returned before it" },
        { "'operations':[{'operation':0,'call':0,'return':1},{'operation':1,'call':2,'return':3,'after':7}],'end':6",
          "1 is not after the one it is said to be" },
        { "'operations':[{'operation':0,'call':0,'return':9,'after':1},{'operation':1,'call':2,'return':3}],'end':6",
          "0 is not after the one it is said to be" },
        { "'operations':[{'operation':0,'call':0,'return':9,'after':0}],'end':6",
          "0 is not after the one it is said to be" },
        { "'operations':[{'operation':0,'call':0,'return':1}],'values':[2],'end':6",
          "0 speaks of values that were left out" },
        { "'operations':[{'operation':0,'call':0,'return':1}],'stuck':3", "3 is not stuck" },
        { "'operations':[{'operation':0,'call':0,'return':1}],'stuck':77", "77 is not stuck" },
    };
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        char message[256];
        snprintf(message, sizeof message, "%s%s", prefix, cases[i].rest);
        expect_core("queue", overtaken, cases[i].core, message);
    }
    expect_core("queue", "0:x.enq(1)@0-1 0:y.deq()->2@2-3",
                "'operations':[{'operation':0,'call':0,'return':1},{'operation':1,'call':2,'return':3}]",
                "the core does not follow from the history: operation 1 is of another part");
    expect_core("queue", "0:enq(1)@0- 1:deq()->2@2-3",
                "'operations':[{'operation':0,'call':0,'return':1},{'operation':1,'call':2,'return':3}]",
                "the core does not follow from the history: operation 0 never returns");
    expect_core("queue", "0:enq(1)@0-1 1:deq()->?@2-3 1:deq()->1@4-5",
                "'operations':[{'operation':1,'call':0,'return':1}],'values':[]",
                "the core does not follow from the history: operation 1 may have returned a value that was left out");
}

static void what_is_no_core_falls(void **state)
{
    (void)state;
    expect("queue", overtaken, "'verdict':'violated'", "it says violated and has no core");
    expect_core("queue", overtaken, "'operations':[]", "the core is empty");
    expect_core("queue", overtaken, "", "the core is empty");
    expect_core("queue", overtaken, "'operations':[{'operation':0,'call':0,'return':1}],'operations':[]",
                "found \"operations\" a second time, expected it once");
    expect_core("queue", overtaken, "'operations':[{'operation':0,'f':'enq','operation':2,'call':0,'return':1}]",
                "found \"operation\" a second time, expected it once");
    expect_core("queue", overtaken, "'operations':[{'f':'enq','operation':2}]",
                "operation 2 is not what the core says");
    expect_core("queue", overtaken, "'operations':[{'operation':7,'call':0}]",
                "the core has an operation that the history has not");
    expect_core("queue", overtaken, "'operations':[{'operation':0,'return':1}]",
                "an operation of the core lacks its call");
    expect_core("queue", overtaken, "'operations':[{'call':0,'return':1}]",
                "an operation of the core lacks its number");
    expect_core("queue", overtaken, "'operations':[{'operation':0,'call':1,'return':1}]",
                "two events of the core have the same place");
    expect_core("queue", overtaken, "'operations':[{'operation':0,'call':1,'return':0}]",
                "the core's events are not in order");
    expect_core("queue", overtaken, "'operations':[{'operation':0,'call':0,'return':1}],'end':6,'begin':2",
                "the core starts in the middle, which this object does not allow");
    expect_core("register", "write(1) read()->2", "'operations':[{'operation':0,'call':0}],'begin':1,'undivided':true",
                "the core starts in the middle of several parts at once");
    expect_core("register", "write(1) read()->2", "'operations':[{'operation':0,'call':0}],'values':[1]",
                "the core leaves values out, which this object does not allow");
    expect_core("bounded-queue", "enq(1) deq()->2", "'operations':[{'operation':0,'call':0}],'values':[1]",
                "the core leaves values out, which this object does not allow");
    expect_core("queue", overtaken,
                "'operations':[{'operation':0,'call':0,'return':9},"
                "{'operation':1,'call':2,'return':3},{'operation':2,'call':4,'return':5}],'end':6",
                "the core can be linearised");
}

static void what_is_said_of_operations_is_checked(void **state)
{
    static const char *const lies[] = { "'process':1", "'f':'deq'",    "'key':'x'",    "'args':[2]",
                                        "'args':[]",   "'args':[1,1]", "'result':true" };
    (void)state;
    for (size_t i = 0; i < COUNT(lies); i++) {
        char core[256];
        snprintf(core, sizeof core, "'operations':[{'operation':0,%s,'call':0,'return':1}]", lies[i]);
        expect_core("queue", overtaken, core, "operation 0 is not what the core says");
    }
}

static void cores_may_start_in_any_state(void **state)
{
    static const char stale[] = "0:write(1)@0-1 0:write(2)@2-3 1:read()->1@4-5";
    (void)state;
    expect_core("register", stale,
                "'operations':[{'operation':1,'call':0,'return':1},"
                "{'operation':2,'call':2,'return':3}],'begin':2,'end':6",
                "");
    expect_core("register", stale,
                "'operations':[{'operation':1,'call':0,'return':1},"
                "{'operation':2,'call':2,'return':3}],'begin':3,'end':6",
                "the core does not follow from the history: operation 1 need not have happened");
    expect_core("register", stale,
                "'operations':[{'operation':1,'call':0,'return':1,'optional':true},"
                "{'operation':2,'call':2,'return':3}],'begin':3,'end':6",
                "the core can be linearised");
    expect_core("register", stale, "'operations':[{'operation':2,'call':2,'return':3}],'begin':4,'end':6",
                "the core can be linearised");
}

/* Who reads the whole set has to do with all of its elements: then one element's operations say little of the rest. */
static void a_set_that_is_read_is_not_known_by_one_element(void **state)
{
    static const char core[] = "'operations':[{'operation':1,'call':0,'return':1},{'operation':2,'call':2,'return':3}],"
                               "'begin':2";
    (void)state;
    expect_core("set", "add(2)->true add(1)->true add(2)->false read()->[1,2]", core, "the core can be linearised");
    expect_core("set", "add(1)->true add(1)->false contains(1)->false", core, "");
}

/* What has no return need not have happened, even if another operation is said to come after it. */
static void links_do_not_make_operations_happen(void **state)
{
    static const char linked[] = "0:write(1)@0-2 1:write(0)@0-1 2:read()->?@1-2 0:read()->0@2-4 2:read()->?@2-3";
    (void)state;
    expect_core("register:initial=0", linked,
                "'operations':[{'operation':0,'call':0},"
                "{'operation':3,'call':1,'return':2,'after':0}],'begin':4",
                "the core can be linearised");
    expect_core("register:initial=0", linked,
                "'operations':[{'operation':0,'call':0,'return':3},"
                "{'operation':3,'call':1,'return':2,'after':0}],'begin':4",
                "the core does not follow from the history: operation 0 need not have happened");
}

static void cores_may_take_several_parts(void **state)
{
    static const char crossed[] = "0:x.write(1)@0-1 0:y.read()->null@1-2 1:y.write(1)@0-1 1:x.read()->null@1-2";
#define THREE                                                                                \
    "'operations':[{'operation':0,'call':0,'return':4},{'operation':2,'call':1,'return':5}," \
    "{'operation':1,'call':2,'return':6,'after':0},{'operation':3,'call':3,'return':7"
    (void)state;
    expect_core("register", crossed, THREE ",'after':1}],'undivided':true", "");
    expect_core("register", crossed, THREE "}],'undivided':true", "the core can be linearised");
    expect_core("register", crossed, THREE ",'after':1}]",
                "the core does not follow from the history: operation 2 is of another part");
}

static void cores_may_be_about_few_values(void **state)
{
    static const char busy[] = "0:enq(1)@0-1 0:enq(7)@2-3 0:enq(2)@4-5 1:deq()->2@6-7";
#define ABOUT                                                                                \
    "'operations':[{'operation':0,'call':0,'return':1},{'operation':2,'call':4,'return':5}," \
    "{'operation':3,'call':6,'return':7}],'values':"
    (void)state;
    expect_core("queue", busy, ABOUT "[1,2]", "");
    expect_core("queue", busy, ABOUT "[2,1,1,'other']", "");
    expect_core("queue", busy, ABOUT "[1,2,7]",
                "the core does not follow from the history: operation 1 was left out without a reason");
    expect_core("queue", busy, ABOUT "[1]",
                "the core does not follow from the history: operation 2 speaks of values that were left out");
}

static void cores_of_stuck_histories_show_who_need_not_wait(void **state)
{
    static const char lost[] = "!0:acquire()@0-1 0:release()@2-3 1:acquire()@2-";
#define BOTH "'operations':[{'operation':0,'call':0,'return':1},{'operation':1,'call':2,'return':3}],'stuck':2"
    (void)state;
    expect_core("mutex", lost, BOTH, "");
    expect_core("mutex", lost + 1, BOTH, "the core does not follow from the history: operation 2 is not stuck");
    expect_core("mutex", lost, BOTH ",'end':9", "the core of a stuck history ends too early");
    expect_core("mutex", lost, "'operations':[{'operation':1,'call':2,'return':3}],'begin':2,'stuck':2", "");
    expect_core("mutex", lost, "'operations':[{'operation':2,'call':4}],'stuck':2",
                "the core does not follow from the history: operation 2 is pending, and takes no effect in a stuck "
                "history");
    expect_core("queue", "!0:enq(1)@0-1 1:take()@2-", "'operations':[],'stuck':1",
                "the core does not follow from the history: operation 0 was left out without a reason");
    expect_core("queue", "!0:x.enq(1)@0-1 1:y.put(1)@2-", "'operations':[],'stuck':1", "");
    expect_core("queue", "!0:enq(1)@0-1 1:take()@2-",
                "'operations':[{'operation':0,'call':0,'return':1}],'stuck':1,"
                "'values':[1]",
                "the core of a stuck history leaves values out");
}

/* ---- refused memory ---- */

static void without_memory_nothing_stands(void **state)
{
    static const char text[] = SUBJECT "'verdict':'violated'," FAILURE "'evidence':{'core':{'operations':["
                                       "{'operation':0,'f':'enq','args':[1],'call':0,'return':1},"
                                       "{'operation':2,'call':4,'return':5},{'operation':3,'call':6,'return':7}],"
                                       "'values':[1,2,'a rather long text']}}}";
    char room[1024];
    struct ln_text line = quoted(text, room, sizeof room);
    (void)state;
    for (int64_t k = 0;; k++) {
        struct written w;
        struct ln_error error = { LN_OK, "" };
        enum ln_status status;
        write_history(&w, "queue", "0:enq(1)@0-1 0:enq(7)@2-3 0:enq(2)@4-5 1:deq()->2@6-7");
        w.memory.fail_after = k;
        status = verify(&w, line, &error);
        assert_int_equal(status, w.memory.fail_after < 0 ? LN_NO_MEMORY : LN_OK);
        assert_string_equal(error.message, status ? "out of memory" : "");
        written_fini(&w);
        if (!status)
            break;
    }
}

/* Decides the history, then finds its core with memory refused for the k-th time. */
static bool find_with_refusal(const char *spec, const char *operations, int64_t k)
{
    struct ln_check_options options = { .algorithm = LN_ALGORITHM_SEARCH, .jobs = 1, .cut_every = 1 };
    struct written w;
    struct ln_outcome outcome;
    struct ln_violation violation = { &w.history, &w.spec, &outcome };
    struct ln_budget budget;
    struct ln_core core;
    struct ln_core_facts facts;
    struct ln_error error = { LN_OK, "" };
    bool refused;
    write_history(&w, spec, operations);
    ln_outcome_init(&outcome, &w.memory);
    ln_core_init(&core, &w.memory);
    ln_budget_init(&budget, &w.memory, 0, NULL);
    assert_int_equal(ln_check(&w.history, &w.spec, &options, &budget, &outcome, &error), LN_OK);
    assert_int_equal(outcome.verdict, LN_VIOLATED);
    ln_budget_init(&budget, &w.memory, 0, NULL);
    w.memory.fail_after = k;
    assert_int_equal(ln_core_find(&violation, &budget, &core, &facts, &error), LN_OK);
    refused = w.memory.fail_after < 0;
    w.memory.fail_after = -1;
    assert_true(facts.found || refused);
    if (facts.found)
        assert_int_equal(ln_core_verify(&w.history, &w.spec, &core, 1 << 20, &w.memory, &error), LN_OK);
    ln_core_fini(&core);
    ln_outcome_fini(&outcome);
    written_fini(&w);
    return refused;
}

static void without_memory_there_is_no_core_or_a_right_one(void **state)
{
    int64_t most = 0;
    (void)state;
    for (int64_t k = 0; find_with_refusal("queue", overtaken, k); k++)
        most++;
    for (int64_t k = 0; find_with_refusal("set", "add(1) add(2) remove(2)->true read()->[1] contains(2)->true", k); k++)
        most++;
    for (int64_t k = 0; find_with_refusal("register",
                                          "0:x.write(1)@0-1 0:y.read()->null@1-2 1:y.write(1)@0-1 "
                                          "1:x.read()->null@1-2",
                                          k);
         k++)
        most++;
    assert_true(most > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_no_finding_is_refused),
        cmocka_unit_test(findings_cut_short_are_refused),
        cmocka_unit_test(nesting_and_length_do_no_harm),
        cmocka_unit_test(witnesses_stand_or_fall),
        cmocka_unit_test(of_nothing_only_nothing_is_shown),
        cmocka_unit_test(stuck_histories_hold_by_an_order_for_each_that_waits),
        cmocka_unit_test(stuck_and_linked_histories_need_whole_orders),
        cmocka_unit_test(cores_stand),
        cmocka_unit_test(cores_do_not_follow_from_other_histories),
        cmocka_unit_test(what_is_no_core_falls),
        cmocka_unit_test(what_is_said_of_operations_is_checked),
        cmocka_unit_test(cores_may_start_in_any_state),
        cmocka_unit_test(a_set_that_is_read_is_not_known_by_one_element),
        cmocka_unit_test(links_do_not_make_operations_happen),
        cmocka_unit_test(cores_may_take_several_parts),
        cmocka_unit_test(cores_may_be_about_few_values),
        cmocka_unit_test(cores_of_stuck_histories_show_who_need_not_wait),
        cmocka_unit_test(without_memory_nothing_stands),
        cmocka_unit_test(without_memory_there_is_no_core_or_a_right_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
