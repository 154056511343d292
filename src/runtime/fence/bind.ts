import { canonical } from "../../model/canonical.ts";
import type { Policy } from "../../model/policy.ts";
import { normalise } from "../../model/policy.ts";
import { compareGrants } from "../../model/compare.ts";
import { nearest } from "../../model/capability.ts";
import type { Manifest, ManifestTool } from "../../schema/manifest.ts";
import type { BoundTool } from "../call/environment.ts";
import { isNamed } from "../../model/exposed-name.ts";
import type { Denial, DenialId } from "../denied.ts";
import { denialOf } from "../denied.ts";
import { argumentFacts } from "../gate/facts.ts";
import type { SchemaRoles } from "../gate/schema-roles.ts";

/** Guards of a policy, which must be the same as the reviewed ones. */
const GUARDS = ["constraints", "limits", "approval", "isolation"] as const;

/** In what a policy differs from the reviewed one, a line each; nothing where they mean the same. */
export function differences(declared: Policy, reviewed: Policy): string[] {
  const grants = compareGrants(normalise(reviewed).grants, normalise(declared).grants).flatMap((change) =>
    change.relation === "equal" ? [] : [`${change.facet} is ${change.relation}${change.witness ? ` (\`${change.witness}\`)` : ""}`],
  );
  const guards = GUARDS.filter((guard) => canonical(declared[guard]) !== canonical(reviewed[guard]));
  return [...grants, ...guards.map((guard) => `\`${guard}\` is another`)];
}

/** The tools of a manifest that are exposed under a name. Identities are `<package>/<server>.<name>`. */
export function candidates(manifest: Manifest, name: string, server: string | undefined): string[] {
  return Object.keys(manifest.tools).filter((id) => (server === undefined ? isNamed(id, name) : id === name || id === `${server}.${name}`));
}

const refusal = (id: DenialId, value: string, reason: string, change: string): Denial =>
  denialOf(id, "manifest", "run", value, reason, change);

/** A tool that may not run, and why. */
const refusedTool = (name: string, denial: Denial, id = name): BoundTool => ({
  id,
  name,
  policy: null,
  subject: { grants: null, facts: null },
  risk: null,
  isRaised: false,
  wrapper: null,
  refusal: denial,
});

/**
 * Binds a tool, by the name that a model sees, to the reviewed manifest. A tool that is not in
 * it, is in it twice, or declares another policy is bound to a refusal.
 *
 * @param declared the policy that `withPolicy` put on the tool; undefined where the tool cannot be looked into.
 */
export function bind(
  manifest: Manifest,
  name: string,
  declared: Policy | null | undefined,
  options: {
    readonly server?: string | undefined;
    readonly unmanaged: "refuse" | "allow";
    readonly wrapper?: object | null;
    /** What its schema says of its arguments. */
    readonly roles?: SchemaRoles | undefined;
  },
): BoundTool {
  const found = candidates(manifest, name, options.server);
  const [id] = found;
  if (id === undefined) {
    const names = Object.keys(manifest.tools).map((one) => one.slice(one.lastIndexOf(".") + 1));
    const near = nearest(name, names);
    return refusedTool(
      name,
      refusal(
        "tool.unknown",
        name,
        `the tool \`${name}\` is not in the reviewed manifest`,
        near === undefined ? "toolfence manifest" : `did you mean \`${near}\`?`,
      ),
    );
  }
  if (found.length > 1)
    return refusedTool(
      name,
      refusal("tool.unknown", name, `several tools of the manifest are called \`${name}\` (${found.join(", ")})`, "server"),
    );
  const entry = manifest.tools[id] as ManifestTool;
  if (declared !== undefined) {
    const difference = policyDifference(declared, entry);
    if (difference !== undefined)
      return refusedTool(
        name,
        refusal(
          "tool.differs",
          name,
          `the tool \`${name}\` declares another policy than the reviewed one: ${difference}`,
          "toolfence manifest",
        ),
        id,
      );
  }
  if (entry.policy === null && options.unmanaged === "refuse")
    return refusedTool(name, refusal("tool.unmanaged", name, `the tool \`${name}\` has no policy`, "unmanaged"), id);
  return {
    id,
    name,
    policy: entry.policy,
    subject: {
      grants: entry.policy === null ? null : normalise(entry.policy).grants,
      facts: argumentFacts(entry.facts.capabilities, entry.facts.unknowns, Object.keys(entry.policy?.accept ?? {})),
      roles: options.roles,
    },
    risk: entry.policy?.risk ?? entry.risk,
    isRaised: entry.facts.unknowns.length > 0 || entry.facts.capabilities.some((line) => /^(?:exec|code)\./u.test(line)),
    wrapper: options.wrapper ?? null,
    refusal: null,
  };
}

function policyDifference(declared: Policy | null, entry: ManifestTool): string | undefined {
  // A policy of the policy file stands with no tool.
  if (declared === null) return entry.origin === "code" ? "it declares none" : undefined;
  if (entry.policy === null) return "the reviewed one is none";
  const list = differences(declared, entry.policy);
  return list.length === 0 ? undefined : list.join("; ");
}
