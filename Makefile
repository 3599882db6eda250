# A small front for CMake.
#
#   make             build/linnet and the libraries
#   make demo        build, then decide the histories in examples/
#   make check       build with gcc and, under sanitizers, with clang; run all tests with both
#   make check-long  the tests that take minutes
#   make fuzz        fuzz every reader for FUZZ_SECONDS (60) each
#   make bench       run every script in bench/
#   make install     into PREFIX (/usr/local), under DESTDIR if given
#   make clean       remove the build directories
#
# demo, check, check-long and fuzz install missing Debian packages first (tools/deps.sh).

JOBS ?= $(shell nproc)
PREFIX ?= /usr/local
FUZZ_SECONDS ?= 60
CTEST = ctest -j$(JOBS) --output-on-failure
# The jobs of an outer make are not handed down: cmake gets its own.
BUILD = env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL cmake --build

.PHONY: all demo check check-builds check-long fuzz bench install clean deps

all: build/configured
	@$(BUILD) build --parallel $(JOBS) --target linnet linnet_static linnet_shared modules man completions examples

deps:
	@tools/deps.sh

build/configured:
	@cmake -S . -B build
	@touch $@

demo: deps
	@mkdir -p build && echo 'Building linnet ...'
	@$(MAKE) all >build/demo.log 2>&1 || { cat build/demo.log; exit 1; }
	@examples/demo.sh build/linnet

check-builds: deps
	cmake -S . -B build -DCMAKE_C_COMPILER=gcc -DLINNET_WERROR=ON
	cmake -S . -B build-asan -DCMAKE_C_COMPILER=clang -DLINNET_WERROR=ON -DLINNET_SANITIZE=address,undefined \
	    -DLINNET_FUZZ=ON
	@touch build/configured
	$(BUILD) build --parallel $(JOBS)
	$(BUILD) build-asan --parallel $(JOBS)

# Both runs happen whatever the first one says; the last lines are a summary that tells of a failure if there was one.
check: check-builds
	@asan=0 gcc=0; \
	$(CTEST) --test-dir build-asan --output-log build-asan/check.log || asan=$$?; \
	$(CTEST) --test-dir build || gcc=$$?; \
	if [ $$asan -ne 0 ]; then \
	    printf '\nWith sanitizers:\n'; sed -n '/% tests passed/,/^Errors while/p' build-asan/check.log | grep -v ERROR; \
	fi; \
	exit $$((asan | gcc))

check-long: check-builds
	@asan=0 gcc=0; \
	$(CTEST) --test-dir build-asan -C long -L long || asan=$$?; \
	$(CTEST) --test-dir build -C long -L long || gcc=$$?; \
	exit $$((asan | gcc))

# New inputs are kept in build-fuzz/corpus; what breaks a reader is written to build-fuzz and ends the run.
fuzz: deps
	cmake -S . -B build-fuzz -DCMAKE_C_COMPILER=clang -DLINNET_SANITIZE=address,undefined -DLINNET_FUZZ=ON
	$(BUILD) build-fuzz --parallel $(JOBS) --target fuzz_targets
	@set -e; for source in fuzz/fuzz_*.c; do \
	    target=$$(basename $$source .c); \
	    name=$${target#fuzz_}; \
	    mkdir -p build-fuzz/corpus/$$name; \
	    echo "== $$name"; \
	    build-fuzz/fuzz/$$target -max_total_time=$(FUZZ_SECONDS) -artifact_prefix=build-fuzz/ \
	        build-fuzz/corpus/$$name fuzz/corpus/$$name 2>build-fuzz/$$name.log || { cat build-fuzz/$$name.log; exit 1; }; \
	    tail -n 1 build-fuzz/$$name.log; \
	done

bench: all
	@$(BUILD) build --parallel $(JOBS) --target generate measure prop_large_cores bench_record bench_shallow bench_monitor
	@set -e; for script in bench/*; do \
	    if [ -f $$script ] && [ -x $$script ]; then echo "== $$script"; $$script build; fi; \
	done

install: all
	@cmake -S . -B build -DCMAKE_INSTALL_PREFIX=$(PREFIX) >/dev/null
	DESTDIR=$(DESTDIR) cmake --install build

clean:
	rm -rf build build-asan build-fuzz
