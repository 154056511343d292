import type { Rule } from "./rule.ts";
import { NOTHING } from "./rule.ts";

/** Findings about what clients and models are told of a tool, and what it takes. */
export const SURFACE: readonly Rule[] = [
  {
    id: "tool.hint.relaxed",
    severity: "info",
    title: "An annotation makes clients ask less.",
    help: "Check that it is true; `toolfence/no-misleading-annotations` does.",
  },
  { id: "tool.hint.tightened", severity: "info", title: "An annotation makes clients ask more.", help: NOTHING },
  {
    id: "tool.description.changed",
    severity: "info",
    title: "What the model is told about a tool changed.",
    help: "Read it: a description is an instruction.",
  },
  {
    id: "tool.input.widened",
    severity: "medium",
    title: "A tool's input schema takes more; where no policy bounds the tool and the argument gets into what it does, this gates.",
    help: "Narrow the schema, declare a policy, or have it approved: `toolfence approve --tool ID --reason TEXT`.",
    mirror: "tool.input.narrowed",
  },
  { id: "tool.input.narrowed", severity: "info", title: "A tool's input schema takes less.", help: NOTHING },
  {
    id: "tool.input.unknown",
    severity: "medium",
    title: "A tool's input schema takes something else, and whether that is more is not decided; where it matters this counts as more.",
    help: "Compare the two by hand: patterns, formats and code in schemas are compared by their text alone.",
    waiver: "its own opposite",
  },
  {
    id: "tool.input.changed",
    severity: "info",
    title: "A tool's input schema changed in what it says, or cannot be compared.",
    help: "Read it: what a schema says of an argument is an instruction.",
  },
];
