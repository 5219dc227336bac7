# Sourced by ./kosci and ./test, which set $root: makes a Python environment where it is missing or out of date.
# Costs a few milliseconds where there is nothing to do.

# The first Python that is new enough.
find_python() {
    for python in python3 python3.13 python3.12 python3.11 python3.14 python; do
        if "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
            echo "$python"
            return
        fi
    done
    echo "Kości needs Python 3.11 or newer, and there is none on this machine's PATH" >&2
    return 1
}

# environment FOLDER REQUIREMENTS: installs the requirements and the project into the folder unless its stamp says they are there.
environment() {
    stamp="$root $(cd "$root" && cat pyproject.toml "$2" | cksum)"
    made=
    if [ -x "$1/bin/python" ] && [ -r "$1/stamp" ]; then
        read -r made <"$1/stamp" || :
    fi
    if [ "$made" != "$stamp" ]; then
        python=$(find_python)
        "$python" "$root/tools/environment.py" "$1" "$root/$2" "$stamp"
    fi
}
