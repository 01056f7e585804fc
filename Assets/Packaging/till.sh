#!/bin/sh
# The program of the release tarball: runs bin/till with the libraries in lib, both in this file's folder.
set -eu

here=$(dirname -- "$(readlink -f -- "$0")")
fail() { printf 'till: %s\n' "$*" >&2; exit 4; }

# A library that another user can replace would run as you. So program and libraries must belong to root or to you, and
# only their owner may change them. The same is true of the folders above, where a sticky one, such as /tmp, is safe too.
owners="! -user 0 ! -user $(id -u)"
above() {
  folder=$here
  set -- "$folder"
  while [ "$folder" != / ]; do
    folder=$(dirname -- "$folder")
    set -- "$@" "$folder"
  done
  find "$@" -maxdepth 0 \( $owners -o -perm /022 ! -perm -1000 \) -print
}
found=$(find "$here/bin" "$here/lib" ! -type l \( $owners -o -perm /022 \) -print; above)
[ -z "$found" ] || fail "other users can change $(printf '%s\n' "$found" | head -n 1); unpack Till into a folder of your own"

# The system's loader is used, with glibc 2.36 or newer, because the libraries must match its glibc.
loader=@LOADER@
[ -x "$loader" ] || fail "no $loader; this program needs Linux with glibc 2.36 or newer"
exec "$loader" --argv0 till --library-path "$here/lib" "$here/bin/till" "$@"
