#!/bin/sh
# unseen.sh LINNET FOLDER [FLAG]: what the explorer says of code that it does not see, and of code that it has to see.
#
# Wrong must be violated or unknown, never holds; right must be holds or unknown, never violated; and ordinary code must
# not be unknown. Each with gcc and clang, as far as they are there.
linnet=$1 flag=$3
cd "$2" || exit 1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0

cc -O1 -fPIC -shared -pthread lib/code.c -o "$scratch/libcode.so" && cc -O1 -fPIC -c lib/code.c -o "$scratch/code.o" &&
    ar rcs "$scratch/libpacked.a" "$scratch/code.o" || exit 1
library="-L$scratch -lcode"

fail() {
    echo "$*"
    failed=1
}

# once COMPILER VERDICT WHAT ARGUMENT...: WHAT are the kinds that were not seen, or the words that the message has
once() {
    compiler=$1 wanted=$2 what=$3
    shift 3
    found=$("$linnet" explore --json --no-save --cc "$compiler" "$@" 2>"$scratch/messages")
    code=$?
    verdict=$(echo "$found" | sed -n 's/.*"verdict":"\([a-z]*\)".*/\1/p')
    case $wanted in
    refused)
        { [ $code -eq 65 ] || [ $code -eq 64 ]; } && grep -q "$what" "$scratch/messages" ||
            fail "$compiler: $*: exit code $code, not refused for $what: $found" ;;
    *)
        [ "$verdict" = "$wanted" ] || fail "$compiler: $*: not $wanted: $found"
        kinds=$(echo "$found" | sed 's/"unseen_accepted".*//' | grep -o '"kind":"[a-z]*"' | cut -d'"' -f4 | sort -u | tr '\n' ' ')
        [ "$verdict" = violated ] || [ "$kinds" = "${what:+$what }" ] || fail "$compiler: $*: not seen were '$kinds': $found" ;;
    esac
}

try() {
    for compiler in gcc clang; do
        command -v $compiler >/dev/null && once $compiler "$@"
    done
}

# ---- memory ----
turn=gcc
for make in 'by_posix()' 'aligned_alloc(128, 128)' 'memalign(32, 32)' 'valloc(4)' 'pvalloc(4)' 'reallocarray(0, 4, 4)' \
    'MAP(100)' 'mremap(MAP(100), 100, 10000, MREMAP_MAYMOVE)' 'strdup("12345678")' 'realloc(malloc(4), 400)'; do
    once $turn violated '' allocated.c --test 'inc | inc' -- "-DMAKE=$make"
    turn=$([ $turn = gcc ] && echo clang || echo gcc)
done
for form in 'new C' 'new (std::nothrow) C' 'new C[2]' 'new (std::nothrow) C[2]' \
    'new (std::nothrow) int[64]()'; do
    once $turn violated '' new_forms.cpp --test 'inc | inc' -- "-DNEW=$form"
    turn=$([ $turn = gcc ] && echo clang || echo gcc)
done
try holds '' tls.c --test 'inc | inc'
try unknown memory memfd.c --test 'inc | inc'

# ---- what the C library does ----
try holds '' ordinary.c --test 'inc | inc' -- -lm
try violated '' strcpy_racy.c --test 'inc | inc'
once gcc unknown code whole.c --test 'set | get' -- -DINTO
once gcc unknown code whole.c --test 'set | get' -- -DOUT_OF -O2
once gcc unknown code whole.c --test 'set | get' -- -DINTO -O0
once clang violated '' whole.c --test 'set | get' -- -DINTO
once clang violated '' whole.c --test 'set | get' -- -DOUT_OF
try violated '' whole.c --test 'set | get'
try violated '' sprintf_racy.c --test 'inc | inc'
try violated '' compare_racy.c --test 'twice | set'
for zero in 'memset(&it, 0, sizeof it)' '__builtin_memset(&it, 0, sizeof it)' 'it = nothing' \
    'memcpy(&it, &nothing, sizeof it)' '__builtin_memcpy(&it, &nothing, sizeof it)'; do
    try violated '' zero_racy.c --test 'zero | get' -- "-DZERO=$zero"
done
try violated '' zero_racy.c --test 'zero | get' -- -O3 '-DZERO=for (int i = 0; i < 5; i++) ((long *)&it)[i] = 0'
for copy in 'x = y' 'memcpy(&x, &y, sizeof x)'; do
    try violated '' torn.c --test 'set | get' -- "-DCOPY(x,y)=$copy"
done
once gcc violated '' halves.c --test 'set | get' -- -O0
once gcc violated '' halves.c --test 'set | get' -- -DNUMBER
for halves in NUMBER TEXT; do
    once clang unknown halfway halves.c --test 'set | get' -- -D$halves
    once clang holds '' halves.c --test 'set | get' --accept halfway -- -D$halves
    try holds '' halves.c --test 'set | get' -- -D$halves -DLOCKED
done
once gcc unknown halfway halves.c --test 'set | get' -- -DTEXT
for level in -O0 -O1 -O2; do
    try violated '' stack_node.c --test 'wait | clear' -- $level
done
try violated '' few_bytes.c --test 'fill | look'
try violated '' few_bytes.c --test 'fill | look' -- '-DFILL=memcpy(it, "\1\1\1\1\1\1\1", 7)'
try unknown halfway few_bytes.c --test 'write | look' -- '-DDIFFERS=memcmp(it, "a", 2) == 0'
try holds '' few_bytes.c --test 'wait | write' -- -O0
for copy in 'memcpy((void *)to, (void *)from, sizeof to)' 'memmove((void *)to, (void *)from, sizeof to)'; do
    try violated '' word_racy.c --test 'copy | change' -- "-DCOPY=$copy"
done
for copy in 'strcat(to, "3")' 'strcpy(to, from)' 'snprintf(to, sizeof to, "%s", from)' 'strncpy(to, from, sizeof to)'; do
    try unknown halfway word_racy.c --test 'copy | change' -- "-DCOPY=$copy"
    try holds '' word_racy.c --test 'copy | change' -- "-DCOPY=$copy" -DLOCKED
done
try unknown library files.c --test 'inc'
# (a crash under a sanitizer, which starts a process to tell of it)
[ -n "$flag" ] || try unknown library getline.c --test 'inc'
try holds '' futex.c --test 'inc | inc'
try violated '' futex.c --test 'inc | inc' -- -DWAKE=0

# ---- libraries ----
try unknown library lib_pointer.c --test 'inc | inc' -- $library
try unknown library lib_pointer.c --test 'inc | inc' -- "$scratch/code.o"
try unknown library lib_pointer.c --test 'inc | inc' -- -L"$scratch" -lpacked
try holds '' lib_pointer.c --test 'inc | inc' --accept lib:packed -- -L"$scratch" -lpacked
for from in "$library" "$scratch/code.o" "-L$scratch -lpacked"; do
    try unknown library lib_handed.c --test 'inc | inc' -- $from
done
once gcc holds '' lib_handed.c --test 'inc | inc' --accept lib:linked-along -- -L"$scratch" -lpacked
for level in -O0 -O1 -O2; do
    try holds '' pointers.c --test 'inc | inc' -- $level
done
try unknown library lib_state_spec.c --test 'inc | inc' -- $library
try unknown memory lib_data.c --test 'inc | inc' -- $library
try holds '' lib_create.c --test 'inc | inc' -- $library
try refused 'started a thread' lib_thread.c --test 'inc | inc' -- $library
try unknown library dl.c --test 'inc | inc'

# ---- assembly, and code without hooks ----
try unknown assembly header_asm.c --test 'inc | inc'
echo "$found" | grep -q '"place":"in_header.h:[0-9]' || fail "header_asm.c: not the place in the header: $found"
try holds '' header_asm.c --test 'inc | inc' --accept asm
try unknown assembly with_asm_file.c by_hand.s --test 'inc | inc'
try unknown assembly top_level_asm.c --test 'inc | inc'
for how in 0 1 2; do
    try unknown assembly stack_asm.c --test 'inc | inc' -- -DHOW=$how
done
try holds '' harmless_asm.c --test 'inc | inc'
try unknown code no_sanitize.c --test 'inc | inc'
try holds '' no_sanitize.c --test 'inc | inc' --accept code
try refused fno-sanitize tls.c -- -fno-sanitize=thread
try refused flto tls.c -- -flto
once gcc refused masm=intel tls.c -- -masm=intel

# ---- C++ ----
try holds '' ordinary.cpp --test 'work(1) | work(2)' --preemptions 1 -- -std=c++17 $flag
try holds '' std_virtual.cpp --test go
try holds '' hold_cv.cpp --test 'wait | set'
try violated '' lost_cv.cpp --test 'wait | set'
try holds '' atomic_wait.cpp --test 'wait | set' -- -std=c++20
try holds '' local_static.cpp --test 'get | get | get'
try violated '' string_racy.cpp --test 'add | add'
once gcc violated '' container_racy.cpp --test 'add(1) | add(2)' --final sum -- '-DTYPE=std::set<int>'
once clang violated '' container_racy.cpp --test 'add(1) | add(2)' --final sum -- '-DTYPE=std::list<int>'
once gcc violated '' container_racy.cpp --test 'add(1) | add(2)' --final sum -- '-DTYPE=std::unordered_set<int>'
once clang holds '' big_atomic.cpp --test 'inc | inc' -- -latomic
once gcc refused std::thread thread.cpp
exit $failed
