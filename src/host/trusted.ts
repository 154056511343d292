import type { AnalysedTool } from "../extract/facts.ts";
import type { Assumption } from "../model/assumptions.ts";
import { assume } from "../model/assumptions.ts";
import type { Facts } from "../model/facts.ts";
import type { Config } from "../schema/config.ts";
import type { Scan } from "../schema/scan.ts";
import { assumptionsOf } from "./config-file.ts";

/** The assumptions of one configuration at work: facts in, facts out, and how often each one answered. */
export class Trusted {
  readonly #written: NonNullable<Config["assumptions"]>;
  readonly #list: readonly Assumption[];
  readonly #local: (file: string) => string;
  readonly #answers: number[];

  /** @param local turns a file into its path below the folder of the configuration, with `/`. */
  constructor(config: Config, local: (file: string) => string) {
    this.#written = config.assumptions ?? [];
    this.#list = assumptionsOf(config);
    this.#local = local;
    this.#answers = this.#written.map(() => 0);
  }

  facts = <F extends Facts>(facts: F): F =>
    assume(facts, this.#list, this.#local, (index) => {
      this.#answers[index] = (this.#answers[index] ?? 0) + 1;
    });

  tool = (one: AnalysedTool): AnalysedTool => ({ ...one, facts: this.facts(one.facts) });

  /** The assumptions as a scan tells them. */
  counted(): Scan["assumptions"] {
    return this.#written.map(({ unknown, at = null, says, reason, expires = null }, index) => ({
      unknown,
      at,
      says,
      reason,
      expires,
      answers: this.#answers[index] ?? 0,
    }));
  }
}
