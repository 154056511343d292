#!/usr/bin/env bash
# Puts the report into one comment of the pull request: changed where it is, made where it is not.
# On a fork the token cannot write; then the job summary is all there is, and that is no failure.
set -uo pipefail

: "${REPORTS:?a folder outside the checkout}"
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
# One comment for all packages: those with findings first, as many as the host takes; of the others, what their first lines say.
body=$REPORTS/comment.md
shopt -s nullglob
reports=("$REPORTS"/report*.md)
printf '%s\n' "$marker" > "$body"
listed() { if [ ${#reports[@]} -gt 0 ]; then grep "$1" '^### ❌' "${reports[@]}"; fi; }
# What could not be checked has no report, and no report says what stands outside every package.
if [ "${EXIT_CODE:-0}" = 2 ]; then
  printf '### ❌ toolfence could not check everything: see the log\n\n' >> "$body"
elif [ "${EXIT_CODE:-0}" != 0 ] && [ -z "$(listed -l)" ]; then
  printf '### ❌ toolfence failed: see the log\n\n' >> "$body"
elif [ ${#reports[@]} -eq 0 ]; then
  echo "There is no report to show."
  exit 0
fi
left=()
while IFS= read -r -d '' report; do
  if [ $(($(wc -c < "$body") + $(wc -c < "$report"))) -gt 60000 ]; then left+=("$report"); continue; fi
  tail -n +2 "$report" >> "$body"
done < <(listed -lZ; listed -LZ)
if [ ${#left[@]} -gt 0 ]; then
  printf '\nReports that do not fit here: %s. See the job summary.\n\n' "${#left[@]}" >> "$body"
  for report in "${left[@]:0:20}"; do sed -n '2s/^### /- /p' "$report" | head -c 200 >> "$body"; echo >> "$body"; done
fi
if [ -n "$known" ]; then
  gh api --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$known" --field "body=@$body" >/dev/null
else
  gh api --method POST "repos/$GITHUB_REPOSITORY/issues/$PULL_REQUEST/comments" --field "body=@$body" >/dev/null
fi || echo "::notice::the comment could not be written; see the job summary"
exit 0
