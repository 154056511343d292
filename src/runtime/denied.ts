/** What a gate decided, and why; `clause` is the key of the policy that would change it. */
export interface Denial {
  readonly clause: string;
  readonly value: string;
  readonly reason: string;
}

/** A call that the policy does not allow. The message is fit for the model that made the call. */
export class PolicyDeniedError extends Error {
  override readonly name = "PolicyDeniedError";
  readonly denial: Denial;

  constructor(denial: Denial) {
    super(`Denied by policy: ${denial.reason} (\`${denial.clause}\` does not grant it).`);
    this.denial = denial;
  }
}
