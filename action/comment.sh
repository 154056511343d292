#!/usr/bin/env bash
# Puts the report into one comment of the pull request: changed where it is, made where it is not.
# On a fork the token cannot write; then the job summary is all there is, and that is no failure.
set -uo pipefail

: "${REPORTS:?a folder outside the checkout}"
[ -f "$REPORTS/report.md" ] || { echo "There is no report to show."; exit 0; }
[ -n "${PULL_REQUEST:-}" ] || { echo "This is no pull request."; exit 0; }
case "${COMMENT:-never}" in
  always) ;;
  on-failure) ;;
  *) exit 0 ;;
esac
case "$PULL_REQUEST" in
  *[!0-9]*) echo "\`$PULL_REQUEST\` is no number"; exit 2 ;;
esac

marker='<!-- toolfence -->'
# Only our own comment, by its first line and its author: a marker that somebody else wrote is not ours.
known=$(gh api "repos/$GITHUB_REPOSITORY/issues/$PULL_REQUEST/comments" --paginate \
  --jq ".[] | select(.user.type == \"Bot\" and (.body | startswith(\"$marker\"))) | .id" 2>/dev/null | head -n 1)
# What was said of an earlier push must not stay when it is mended.
if [ -z "$known" ] && [ "$COMMENT" = on-failure ] && [ "${EXIT_CODE:-0}" = 0 ]; then
  echo "Nothing to say."
  exit 0
fi
if [ -n "$known" ]; then
  gh api --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$known" --field "body=@$REPORTS/report.md" >/dev/null
else
  gh api --method POST "repos/$GITHUB_REPOSITORY/issues/$PULL_REQUEST/comments" --field "body=@$REPORTS/report.md" >/dev/null
fi || echo "::notice::the comment could not be written; see the job summary"
exit 0
