import { OWN_FILES } from "../../model/own-files.ts";

/**
 * Names that later run as code, or say what may: inside a folder that may be written, these may
 * not be, unless the policy grants them by a path of their own.
 */
export const PROTECTED_NAMES: ReadonlySet<string> = new Set([
  ...OWN_FILES,
  ...`
.git/hooks .git/config .git/config.worktree .git/commondir .git/info .git/modules .git/worktrees .gitmodules .gitconfig .gitattributes
.github/workflows .github/actions .gitlab-ci.yml .circleci
.husky .githooks .pre-commit-config.yaml lefthook.yml lefthook.yaml .lefthook.yml .cargo/config.toml .zed .gemini .codex .vscode .idea .cursor .claude .devcontainer
node_modules/.bin .npmrc .yarnrc .yarnrc.yml .pnpmfile.cjs .envrc .mcp.json .ripgreprc
.bashrc .bash_profile .bash_login .bash_logout .profile .zshrc .zprofile .zshenv .zlogin .inputrc .vimrc
`
    .trim()
    .split(/\s+/u),
]);
