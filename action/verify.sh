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
# What an earlier run left is not this one's.
rm -f "$REPORTS"/report*.json "$REPORTS"/report*.sarif "$REPORTS"/report*.md
if [ "${WORKSPACES:-false}" = true ]; then
  # Each package has its own reports; code scanning takes a folder of them.
  cd "$directory" || exit 2
  arguments=(verify --workspaces) name='report-{package}' report=$REPORTS sarif=$REPORTS
else
  arguments=(verify "$directory") name=report report=$REPORTS/report.json sarif=$REPORTS/report.sarif
fi
arguments+=(--format text --format github
  --format "json=$REPORTS/$name.json" --format "sarif=$REPORTS/$name.sarif" --format "markdown=$REPORTS/$name.md")
[ -n "${BASE:-}" ] && arguments+=("--base=$BASE")
[ "${REGENERATE_BASE:-false}" = true ] && arguments+=(--regenerate-base)
[ "${ALLOW_MISSING_BASE:-false}" = true ] && arguments+=(--allow-missing-base)

"$TOOLFENCE" "${arguments[@]}"
code=$?
{
  echo "exit-code=$code"
  echo "report=$report"
  if compgen -G "$REPORTS/report*.sarif" >/dev/null; then echo "sarif=$sarif"; fi
} >> "${GITHUB_OUTPUT:-/dev/null}"
# The last step of the action fails by this code, after everything has been shown.
exit 0
