#!/bin/sh
# Runs one call of a Go tool and says on standard output that it ended, since neither its text nor its JSON has an end mark.
#
#   triverdict_go.sh test ROUNDS go test -json …   the stream of go test between a line of ours before and one behind
#   triverdict_go.sh build go build …              everything that is printed, and `triverdict: build exit N` behind it; vet, lines alike
#   triverdict_go.sh list gofmt -l …               the same; exit code 1 where something was listed, 0 where nothing was
#   triverdict_go.sh golangci FILE golangci-lint … its JSON in a file, written as its version wants to be asked
#
# Exit code: the tool's own; 125 where the Go that is here is older than the project asks for.

mode=$1
shift

# A newer toolchain is never fetched (GOTOOLCHAIN=local); then nothing can be said about the project.
if [ -n "$(go env GOMOD 2>/dev/null)" ]; then
  if ! asked=$(go list -m 2>&1); then
    case $asked in
      *"requires go >= "*"running go "*)
        printf '%s\n' "$asked" >&2
        exit 125
        ;;
    esac
  fi
fi

# True when a Go file of the module starts goroutines or uses channels or locks.
concurrent() {
  root=$(go env GOWORK 2>/dev/null)
  case $root in '' | off) root=$(go env GOMOD 2>/dev/null) ;; esac
  case $root in /*/go.*) root=${root%/*} ;; *) root=. ;; esac
  found=$(find "$root" \( -name vendor -o -name testdata -o -name '.?*' \) -prune -o -name '*.go' -type f -exec grep -lE \
    '^[[:space:]]*go (func|[A-Za-z_][A-Za-z0-9_.]*\()|(^|[^A-Za-z0-9_."])chan([^A-Za-z0-9_:="]|$)|"sync(/atomic)?"' {} + 2>/dev/null | head -n 1)
  [ -n "$found" ]
}

# Adds -race where it is asked for by the rule, and says so: on, off (nothing to find), given, absent (no cgo here).
race() {
  for word in "$@"; do
    case $word in -race | --race | -race=* | --race=* | -msan | -asan | --msan | --asan) return 1 ;; esac
  done
  concurrent || return 2
  [ "$(go env CGO_ENABLED 2>/dev/null)" = 1 ] || return 3
  compiler=$(go env CC 2>/dev/null)
  command -v "${compiler%% *}" >/dev/null 2>&1 || return 3
}

case $mode in
  test)
    rounds=$1
    shift
    race "$@"
    case $? in 0) race=on ;; 1) race=given ;; 2) race=off ;; *) race=absent ;; esac
    if [ "$race" = on ]; then
      program=$1
      shift 2
      set -- "$program" test -race "$@"
    fi
    printf '{"Action":"triverdict-start","Rounds":%s,"Race":"%s"}\n' "$rounds" "$race"
    "$@"
    code=$?
    printf '{"Action":"triverdict-end","Code":%s}\n' "$code"
    ;;
  list)
    listed=$("$@" 2>&1)
    code=$?
    # Vendored code is other people's, and what cannot be parsed in test data is meant so.
    listed=$(printf '%s\n' "$listed" | grep -vE '(^|/)vendor/|(^|/)testdata/[^:]*:[0-9]+:[0-9]+: |^$')
    if [ -n "$listed" ]; then printf '%s\n' "$listed"; fi
    if [ "$code" -le 2 ]; then code=$([ -n "$listed" ] && echo 1 || echo 0); fi
    printf 'triverdict: %s exit %s\n' "$mode" "$code"
    ;;
  golangci)
    report=$1
    shift
    # What stands before `run` is the program.
    program=$1
    shift
    while [ "$#" -gt 0 ] && [ "$1" != run ]; do
      program="$program $1"
      shift
    done
    shift
    case $($program version 2>/dev/null || $program --version 2>/dev/null) in
      *"version 1."* | *"version v1."*) set -- "--out-format=json:$report" "$@" ;;
      *) set -- "--output.json.path=$report" --show-stats=false "$@" ;;
    esac
    # Limits to what is new ask git, which has no history here; the base tells what is old.
    case $($program run --help 2>/dev/null) in *--new-from-merge-base*) set -- --new-from-merge-base= "$@" ;; esac
    $program run --issues-exit-code=1 --max-issues-per-linter=0 --max-same-issues=0 --uniq-by-line=false --color=never \
      --new=false --new-from-rev= --new-from-patch= "$@"
    code=$?
    ;;
  *)
    "$@" 2>&1
    code=$?
    printf 'triverdict: %s exit %s\n' "$mode" "$code"
    ;;
esac
exit "$code"
