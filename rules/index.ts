import noBroadPolicy from "./no-broad-policy.ts";
import noDynamicCode from "./no-dynamic-code.ts";
import noMisleadingAnnotations from "./no-misleading-annotations.ts";
import noRawIo from "./no-raw-io.ts";
import noUnanalyzableTool from "./no-unanalyzable-tool.ts";
import noUndeclaredCapability from "./no-undeclared-capability.ts";
import noUnusedPermission from "./no-unused-permission.ts";
import requirePolicy from "./require-policy.ts";
import uniqueToolName from "./unique-tool-name.ts";
import validPolicyFile from "./valid-policy-file.ts";
import validPolicy from "./valid-policy.ts";

/** Every rule under its own name. */
export const rules = {
  "no-broad-policy": noBroadPolicy,
  "no-dynamic-code": noDynamicCode,
  "no-misleading-annotations": noMisleadingAnnotations,
  "no-raw-io": noRawIo,
  "no-unanalyzable-tool": noUnanalyzableTool,
  "no-undeclared-capability": noUndeclaredCapability,
  "no-unused-permission": noUnusedPermission,
  "require-policy": requirePolicy,
  "unique-tool-name": uniqueToolName,
  "valid-policy": validPolicy,
  "valid-policy-file": validPolicyFile,
} as const;
