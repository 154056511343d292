const HARMLESS =
  /^(?:NODE_ENV|CI|LANG|LANGUAGE|LC_[A-Z]+|TZ|TERM|COLUMNS|LINES|FORCE_COLOR|NO_COLOR|CLICOLOR(?:_FORCE)?|GIT_(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL|DATE))$/u;

/** Whether a variable changes nothing of what programs do but how they speak. */
export const isHarmlessVariable = (name: string): boolean => HARMLESS.test(name);

/**
 * Settings for git that a repository cannot change back, as variables: nothing that its own configuration names is run by an
 * everyday command. Filters and drivers of attributes have names of their own, an external diff has none that is nothing, an alias is
 * asked for by its name, and so is the program of a remote (`remote.*.uploadpack`): those are not held.
 */
export const GIT_SETTINGS: Readonly<Record<string, string>> = {
  // Stronger than `pager.log` and its like.
  GIT_PAGER: "cat",
  GIT_EDITOR: ":",
  GIT_SEQUENCE_EDITOR: ":",
  GIT_SSH_COMMAND: "ssh",
  ...asVariables([
    ["core.fsmonitor", "false"],
    ["core.hooksPath", "/dev/null"],
    ["core.pager", "cat"],
    ["core.askPass", ""],
    ["commit.gpgSign", "false"],
    ["tag.gpgSign", "false"],
    ["protocol.ext.allow", "never"],
    ["core.sshCommand", "ssh"],
    ["credential.helper", ""],
    ["gpg.program", "gpg"],
    ["gpg.ssh.program", "ssh-keygen"],
    ["gpg.x509.program", "gpgsm"],
    ["gpg.ssh.defaultKeyCommand", ""],
    ["core.alternateRefsCommand", "true"],
    ["log.showSignature", "false"],
  ]),
};

function asVariables(settings: readonly (readonly [key: string, value: string])[]): Record<string, string> {
  return Object.fromEntries(
    settings.flatMap(([key, value], index) => [
      ["GIT_CONFIG_COUNT", String(settings.length)],
      [`GIT_CONFIG_KEY_${index}`, key],
      [`GIT_CONFIG_VALUE_${index}`, value],
    ]),
  );
}
