import type { Clause } from "../model/clauses.ts";
import { parseCommand } from "../model/command.ts";
import { isPublic, parseHost } from "../model/host.ts";
import { runsAnything } from "../model/interpreters.ts";
import { classOfAddress } from "../model/ip.ts";
import { parsePath } from "../model/path.ts";

/** Suffixes under which strangers can have names. */
const SHARED_SUFFIXES = new Set([
  ..."co.uk org.uk ac.uk com.au net.au co.jp co.nz com.br com.cn co.in co.za".split(" "),
  ..."github.io gitlab.io pages.dev workers.dev vercel.app netlify.app herokuapp.com web.app firebaseapp.com azurewebsites.net".split(" "),
  ..."cloudfront.net amazonaws.com s3.amazonaws.com blob.core.windows.net ngrok.io ngrok-free.app trycloudflare.com fly.dev onrender.com".split(
    " ",
  ),
]);

function broadPath(text: string): string | undefined {
  const found = parsePath(text);
  if (!found.ok || (found.value.root !== "/" && found.value.root !== "$HOME")) return undefined;
  const { root, alternatives } = found.value;
  const isOpen = alternatives.some(([first]) => first === undefined || first === "**");
  return isOpen ? (root === "/" ? "it is the whole machine" : "it is the whole home folder, with its keys and tokens") : undefined;
}

function broadHost(text: string): string | undefined {
  const found = parseHost(text);
  if (!found.ok) return undefined;
  const { target } = found.value;
  switch (target.k) {
    case "any":
      return "it is every public host";
    case "suffix":
      return !target.suffix.includes(".") || SHARED_SUFFIXES.has(target.suffix) ? "anybody can have a name under it" : undefined;
    case "class":
      return "it is on a private network";
    case "name":
      return isPublic(target.name) ? undefined : "it is on a private network";
    case "range": {
      const { family, low, high } = target.range;
      if (classOfAddress({ family, value: low }) !== undefined || classOfAddress({ family, value: high }) !== undefined)
        return "it is on a private network";
      return high - low > MANY_ADDRESSES ? "it is a very large network" : undefined;
    }
  }
}

const MANY_ADDRESSES = 65_535n;

/** Why a grant is broad: more than a reviewer can oversee. Undefined where it is not. */
export function broadness({ capability, grant }: Clause): string | undefined {
  if (grant === "any") return "it is anything at all";
  if (capability === "exec") {
    const found = parseCommand(grant);
    return found.ok && runsAnything(found.value) ? "it is a program that runs whatever it is told" : undefined;
  }
  if (typeof grant !== "string") return undefined;
  if (capability.startsWith("fs.")) return broadPath(grant);
  return capability.startsWith("net.") && capability !== "net.listen" ? broadHost(grant) : undefined;
}
