#!/usr/bin/env bash
# Runs a toolfence that was installed outside the checkout over the checkout. Executes nothing of it.
# Everything that comes from outside comes through the environment, and is only ever an argument.
set -uo pipefail

: "${TOOLFENCE:?the path of the toolfence program}"
: "${REPORTS:?a folder outside the checkout}"
directory="${DIRECTORY:-.}"

case "$directory" in
  -*) echo "::error::\`directory\` starts with a hyphen"; exit 2 ;;
esac
mkdir -p "$REPORTS"
arguments=(verify "$directory" --format text --format github
  --format "json=$REPORTS/report.json" --format "sarif=$REPORTS/report.sarif" --format "markdown=$REPORTS/report.md")
[ -n "${BASE:-}" ] && arguments+=("--base=$BASE")
[ "${REGENERATE_BASE:-false}" = true ] && arguments+=(--regenerate-base)
[ "${ALLOW_MISSING_BASE:-false}" = true ] && arguments+=(--allow-missing-base)

"$TOOLFENCE" "${arguments[@]}"
code=$?
{
  echo "exit-code=$code"
  echo "report=$REPORTS/report.json"
  if [ -f "$REPORTS/report.sarif" ]; then echo "sarif=$REPORTS/report.sarif"; fi
} >> "${GITHUB_OUTPUT:-/dev/null}"
# The last step of the action fails by this code, after everything has been shown.
exit 0
