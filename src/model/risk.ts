import { parseCommand } from "./command.ts";
import { runsAnything } from "./interpreters.ts";
import type { RISKS } from "./policy.ts";

export type Risk = (typeof RISKS)[number];

/** One thing that a tool may do: a capability on a resource or pattern. */
export interface Use {
  readonly capability: string;
  readonly resource: string;
}

const SECRET_NAME = /(?:^|_)(?:TOKEN|KEY|SECRET|PASSWORD|PASSWD|CREDENTIALS?)(?:_|$)|^(?:AWS|GITHUB|NPM)_/u;

/** Whether a variable's name says that it holds a secret. */
export const isSecretName = (name: string): boolean => SECRET_NAME.test(name);

/** Whether a resource stays below the workspace or the folder for temporary files. */
const isContained = (resource: string): boolean => /^\$(?:WORKSPACE|TMP)(?:\/|$)/u.test(resource);

function riskOfUse({ capability, resource }: Use): Risk {
  const [family = ""] = capability.split(".");
  if (family === "code" || capability === "exec.shell") return "critical";
  if (family === "exec") {
    const [command = ""] = resource.split(" ");
    const found = parseCommand(command);
    return resource === "any" || !found.ok || runsAnything(found.value) ? "critical" : "high";
  }
  if (capability.startsWith("fs.write")) return isContained(resource) ? "medium" : "high";
  if (capability === "fs.read") return isContained(resource) ? "low" : "medium";
  if (capability === "env.read") return resource === "any" || resource === "*" || isSecretName(resource) ? "medium" : "low";
  return family === "net" || capability === "env.write" ? "medium" : "low";
}

const ORDER: readonly Risk[] = ["low", "medium", "high", "critical"];
/** Whether a risk is below another. */
export const isBelow = (a: Risk, b: Risk): boolean => ORDER.indexOf(a) < ORDER.indexOf(b);

/** The least risk that a label may claim for what a tool may do; reading and sending together are more than either. */
export function computedRisk(uses: readonly Use[]): Risk {
  const each = uses.map(riskOfUse);
  const reads = uses.some((use) => use.capability === "fs.read" || (use.capability === "env.read" && isSecretName(use.resource)));
  const sends = uses.some((use) => use.capability === "net.connect");
  const worst = each.reduce<Risk>((high, one) => (isBelow(high, one) ? one : high), "low");
  return reads && sends && isBelow(worst, "high") ? "high" : worst;
}
