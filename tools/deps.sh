#!/bin/sh
# Installs the Debian packages that building and testing need. Says what it installs; says and does nothing when all of
# them are there. Exit code 69 when something is missing and cannot be installed.
set -u

packages='gcc g++ libc6-dev make cmake pkg-config
    clang clang-14 clang-format-14 clang-tidy-14 libclang-rt-14-dev llvm-14-dev spin
    zlib1g-dev libzstd-dev libxxhash-dev libdw-dev
    libcmocka-dev libyajl-dev
    gnuplot-nox
    libck-dev liburcu-dev
    libz3-dev
    gzip zstd'

fail() {
    echo "tools/deps.sh: $*" >&2
    exit 69
}

if ! command -v dpkg-query >/dev/null 2>&1; then
    for tool in gcc clang make cmake pkg-config gzip zstd; do
        command -v "$tool" >/dev/null 2>&1 || fail "this is no Debian system and $tool is missing; see the list in this file"
    done
    exit 0
fi

missing=
for package in $packages; do
    case $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) in
    installed) ;;
    *) missing="$missing $package" ;;
    esac
done
[ -n "$missing" ] || exit 0

command -v apt-get >/dev/null 2>&1 || fail "missing:$missing; there is no apt-get to install them"
as_root=
if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null 2>&1 || fail "missing:$missing; install them as root"
    as_root=sudo
fi

echo "Installing:$missing"
$as_root apt-get -qq update || fail "apt-get update failed; missing:$missing"
# shellcheck disable=SC2086 # the list is meant to be split
$as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq install --no-install-recommends -y $missing >/dev/null ||
    fail "apt-get install failed; missing:$missing"
