import { isWithin } from "../model/capability.ts";
import type { Config } from "../schema/config.ts";
import type { Diagnostic } from "../schema/report.ts";
import { diagnosticOf } from "./compare.ts";
import { isState } from "./catalogue.ts";
import { isUntouchable } from "./gate-config.ts";
import { gate, info } from "./row.ts";
import { visible } from "../model/json-text.ts";

export type Exemption = NonNullable<Config["exemptions"]>[number];

/** A widening has no time: once it is merged it is what the next change is compared with. It is approved, or it is not. */
export const isExemptible = (id: string): boolean => isState(id) && !isUntouchable(id);

const concerns = ({ finding, tool }: Exemption, one: Diagnostic): boolean =>
  isWithin(one.id, finding) && (tool === undefined || tool === one.tool);

const nameOf = ({ finding, tool }: Exemption): string => `\`${visible(finding)}\`${tool === undefined ? "" : ` of \`${visible(tool)}\``}`;

/**
 * What is exempt for a while gates no more until its day is past; exemptions that do nothing are said.
 *
 * @param exemptions of the configuration that judges.
 * @param today a day, YYYY-MM-DD.
 */
export function applyExemptions(found: readonly Diagnostic[], exemptions: readonly Exemption[] = [], today: string): Diagnostic[] {
  const exempt = found.map((one): Diagnostic => {
    const by = one.gating && isExemptible(one.id) ? exemptions.find((each) => each.expires >= today && concerns(each, one)) : undefined;
    return by ? { ...one, gating: false, exemption: { reason: by.reason, expires: by.expires, ticket: by.ticket ?? null } } : one;
  });
  return [
    ...exempt,
    ...exemptions.flatMap((each) => {
      const said = (id: string, words: string): Diagnostic[] => [
        diagnosticOf(each.tool ?? null, { ...info(id, words), to: JSON.stringify(each) }),
      ];
      if (each.expires < today) return said("gate.exemption.expired", `The exemption of ${nameOf(each)} expired on ${each.expires}.`);
      return exempt.some((one) => one.exemption && concerns(each, one))
        ? []
        : said("gate.exemption.unused", `No finding needs the exemption of ${nameOf(each)}.`);
    }),
  ];
}

/** Whether one exemption lets through all that another does, for as long. */
const includes = (wide: Exemption, narrow: Exemption): boolean =>
  isWithin(narrow.finding, wide.finding) && (wide.tool === undefined || wide.tool === narrow.tool) && wide.expires >= narrow.expires;

/**
 * Exemptions that the base does not grant, or not for as long: they count from when they are merged, and cannot be approved.
 *
 * @param renamed new identities of tools to those that they had.
 */
export const compareExemptions = (
  base: readonly Exemption[] = [],
  head: readonly Exemption[] = [],
  today: string,
  renamed: Readonly<Record<string, string>> = {},
): Diagnostic[] =>
  head
    .filter((one) => one.expires >= today)
    .filter((one) => {
      const former = one.tool === undefined ? undefined : renamed[one.tool];
      const asIt = former === undefined ? one : { ...one, tool: former };
      return !base.some((other) => includes(other, one) || includes(other, asIt));
    })
    .map((one) =>
      diagnosticOf(
        one.tool ?? null,
        gate(
          "gate.config.weakened",
          "high",
          `${nameOf(one)} is newly exempt until ${one.expires}.`,
          one.tool === undefined ? one.finding : `${visible(one.finding)} of ${visible(one.tool)}`,
          { to: JSON.stringify(one) },
        ),
      ),
    );
