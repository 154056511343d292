import noUndeclaredCapability from "./no-undeclared-capability.ts";

/** Every rule under its own name. */
export const rules = { "no-undeclared-capability": noUndeclaredCapability } as const;
