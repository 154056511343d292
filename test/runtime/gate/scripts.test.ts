import { describe, expect, test } from "vitest";
import { fenceIn } from "../../support/fence-in.ts";
import { folder } from "../../support/folder.ts";
import { manifestOf } from "../../support/manifest.ts";

/** A command of a bare grant, in a folder that may be read and written. */
function verdict(command: string): string {
  const [program = ""] = command.split(" ");
  const workspace = folder({ "docs/a": "a", "README.md": "r", "lib/run.js": "1", LICENSE: "l", INSTALL: "i", f: "f", "build.cmd": "" });
  const policy = { exec: [program], fs: { read: ["$WORKSPACE/**"], write: ["$WORKSPACE/**"] } };
  return fenceIn({ manifest: manifestOf({ tool: { policy } }), workspace }).explain("tool", { command }).denial?.id ?? "allow";
}

describe("scripts that run, read or write something else", () => {
  test.each([
    "sed 1eid x",
    "sed '1w /tmp/evil' x",
    "sed 's/a/id/e' docs/a",
    "sed 's,PWNED,id,e' docs/a",
    "sed 's|a|b|gw out' docs/a",
    "sed --expression='1e id' docs/a",
    "sed -n -e 'r /etc/hostname' docs/a",
    "sed '/x/{e id\n}' docs/a",
    "sed '$!e id' docs/a",
    "sed -f docs/a docs/a",
    "sed -l 5 '1e id' docs/a",
    "sed -e p -e '1e id' docs/a",
    "sed 'a text\nw out' docs/a",
    "awk -v x=1 'BEGIN{system(\"id\")}'",
    "awk -F e 'BEGIN{system(\"id\")}' f",
    "awk -e 'BEGIN{x=1}' -e 'BEGIN{system(\"id\")}'",
    "git submodule update --config=core.fsmonitor=id x",
    "awk 'BEGIN{system(\"id\")}'",
    'awk \'BEGIN{c="sh"; print "id" | c}\'',
    "awk 'BEGIN{\"id\" | getline}'",
    "awk 'BEGIN{while((getline l < \"/etc/hostname\")>0) print l}'",
    "awk '{print > \"out\"}' f",
    "awk -f docs/a f",
    "gawk '@load \"filefuncs\"' f",
    "git bisect run id",
    "git submodule foreach id",
    "git -C docs rebase -x 'id > pwned' HEAD~1",
    "git config core.pager id",
    "git config diff.external 'sh -c id;#'",
    "git config include.path x",
    "git config set alias.x '!id'",
    "git config -e",
    "git init --template=x",
    "git clone --template=x a",
    "git config --add user.name x",
    "git config --replace-all user.name x",
    "git clone -c core.fsmonitor=id x",
    "tar cIf x.sh a.tar b",
  ])("%s", (command) => {
    expect(verdict(command)).toBe("command.outside");
  });
});

describe("everyday words are none", () => {
  test.each([
    "sed -n 1,20p README.md",
    "sed -n /re/p f",
    "sed -n '/re/,/we/p' f",
    "sed -n '\\,re,p' f",
    "sed '#e id' f",
    "sed 'a read me' f",
    "sed '/x/bread;p' f",
    "sed -l 5 -n p f",
    "git config core.pager",
    "git config get core.pager",
    "sed --version",
    "sed -n '1,5p' lib/run.js",
    "sed s/a/b/g f",
    "sed -e s/read/write/ -e 's/w/e/g' f",
    "sed '/^#/d;s/ew/we/' f",
    "sed -i.bak 's/a/b/' f",
    "grep -rn --exclude='*.min.js' TODO docs",
    "tar czf out.tgz docs LICENSE",
    "tar tzf f INSTALL",
    "awk '{print $1}' f",
    "awk -F'|' '{print $1 \"|\" $2}' f",
    "awk '{print $1\" | \"$2}' f",
    "awk '$1 > \"b\"' f",
    "awk '/a|b/ { n++ } END { print n }' f",
    "awk '$1 > 3 || $2 > 4 { print $1 }' f",
    "git diff --text",
    "git add build.cmd",
    "git commit -m daemon",
    "git checkout -b filter-branch",
    "git config user.name ana",
    "git config --get core.pager",
    "git config --list",
    "git log --oneline",
    "jq '{env: .x}' f",
    "chmod +w docs/a",
    "chmod u+x docs/a",
  ])("%s", (command) => {
    expect(verdict(command)).toBe("allow");
  });
});
