import type { PackageModel } from "./kinds.ts";
import { provider } from "./model-providers.ts";
import { files, sentry, service } from "./kinds.ts";

const PURE: PackageModel = { range: ">=0", rest: "pure", rows: {} };

/**
 * Packages that are generated, or made after one pattern, by their names: `*` stands for the rest of a name.
 * A model of the very package goes before, and so does a longer pattern.
 */
export const packageFamilies: Readonly<Record<string, PackageModel>> = {
  // Commands are data until `client.send(command)`.
  "@aws-sdk/client-*": service(">=3"),
  "@aws-sdk/lib-*": service(">=3", undefined, { from: "->self" }),
  "@aws-sdk/util-*": PURE,
  "@smithy/*": PURE,
  "@google-cloud/*": service(">=1"),
  "@googleapis/*": service(">=1", undefined, { "auth.GoogleAuth auth.OAuth2": "pure" }),
  "@prisma/adapter-*": service(">=5"),
  "@azure/arm-*": service(">=1"),
  "@azure-rest/*": service(">=1"),
  "@octokit/*": service(">=1", "api.github.com:443"),
  "@langfuse/*": service(">=1"),
  "@sentry/*": sentry,
  "@metaplex-foundation/*": service(">=0.1"),
  "@orca-so/*": service(">=0.1"),
  "@raydium-io/*": service(">=0.1"),
  "@drift-labs/*": service(">=2"),
  "@ag-ui/*": service(">=0.0.1"),
  "@cosmjs/*": service(">=0.28"),
  "@llamaindex/*": service(">=0.0.1"),
  "@radix-ui/*": PURE,
  "@shikijs/*": PURE,
  "@xterm/*": PURE,
  "@dnd-kit/*": PURE,
  "@leafygreen-ui/*": PURE,
  "@jimp/*": files(">=1", { "write writeAsync": "fs.write@0 ->self", read: "fs.read@0 ->self" }),
  "prosemirror-*": PURE,
  "@mui/*": PURE,
  "@tiptap/*": PURE,
  "@codemirror/*": PURE,
  "@lexical/*": PURE,
  "@emotion/*": PURE,
  "@angular/*": PURE,
  "@tanstack/react-*": PURE,
  "@tanstack/ai-*": provider(),
  "ai-sdk-provider-*": provider(),
  "*-ai-provider": provider(),
  "lodash.*": PURE,
  "mdast-util-*": PURE,
  "micromark-*": PURE,
  "remark-*": PURE,
  "rehype-*": PURE,
};
