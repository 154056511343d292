/** Which folder may use which, and why. The comment is for whoever trips over the rule. */
const only = (name, from, to, comment) => ({
  name,
  comment,
  severity: "error",
  from: { path: from },
  to: { path: "^(src|rules)/", pathNot: to },
});

export default {
  forbidden: [
    only(
      "model-is-alone",
      "^src/model/",
      "^src/model/",
      "The algebra is pure and imports nothing, so that lint, verifier and runtime can all stand on it.",
    ),
    only("schema-on-model", "^src/schema/", "^src/(schema|model)/", "A schema describes data; it knows the vocabulary and nothing else."),
    only(
      "extract-is-pure",
      "^src/extract/",
      "^src/(extract|model)/",
      "The extractor is given a reader and a resolver; it must stay free of the file system and of reports.",
    ),
    only(
      "manifest-on-schema",
      "^src/manifest/",
      "^src/(manifest|schema|model)/",
      "The manifest is built from a scan, never from source code.",
    ),
    only(
      "verify-takes-data",
      "^src/verify/",
      "^src/(verify|manifest|schema|model)/",
      "Judgement takes data; it must not know where the data came from.",
    ),
    only(
      "report-computes-nothing",
      "^src/report/",
      "^src/(report|verify|schema|model)/",
      "A report renders diagnostics that already exist.",
    ),
    only(
      "host-serves",
      "^src/host/",
      "^src/(host|extract|verify|schema|model)/",
      "The outside world for the CLI and the plugin; no commands, no runtime.",
    ),
    only(
      "runtime-is-light",
      "^src/(runtime/|runtime\\.ts|index\\.ts)",
      "^src/(runtime/|runtime\\.ts|index\\.ts|model/|schema/|manifest/digest)",
      "What production loads must never reach the analyser.",
    ),
    only(
      "rules-on-analysis",
      "^rules/",
      "^(rules/|src/(host|extract|verify|schema|model)/)",
      "A rule asks the shared analysis; it reads no files of its own.",
    ),
    only(
      "domain-asks-nothing",
      "^src/extract/eval/domain/",
      "^src/extract/(eval/(domain/|fixpoint/budget|machine)|ir|tables/|shapes/)",
      "The abstract domain is what all questions are answered in; it asks none.",
    ),
    {
      name: "effects-last",
      comment: "What something is never depends on what it does: only the exploration of activations looks for effects.",
      severity: "error",
      from: { path: "^src/extract/eval/", pathNot: "^src/extract/eval/effects/" },
      to: { path: "^src/extract/eval/effects/" },
    },
    {
      name: "outside-world-by-the-door",
      comment: "Only the command line, the host and the runtime touch files, processes or the network.",
      severity: "error",
      from: { path: "^(src|rules)/", pathNot: "^src/(cli|host|runtime)/|^src/analyze\\.ts$" },
      to: { path: "^(node:)?(fs|child_process|net|http|https|dns|os|process|worker_threads)(/|$)" },
    },
    {
      name: "no-heavy-runtime",
      comment: "A production install of the runtime loads no parser, linter or compiler: of packages, zod and execa at most.",
      severity: "error",
      from: { path: "^src/(runtime|model|schema)/" },
      to: { path: "oxc|eslint|typescript|yaml|json-stable-stringify" },
    },
    {
      name: "no-circular",
      comment:
        "A cycle hides which part is the lower one. The recursive descents of lowering and evaluation are one concept each, and excepted.",
      severity: "error",
      from: { pathNot: "^src/extract/(lower|eval)/" },
      to: { circular: true, viaOnly: { pathNot: "^src/extract/(lower|eval)/" } },
    },
    {
      name: "no-tests-in-source",
      comment: "Source must not depend on tests, tools or fixtures.",
      severity: "error",
      from: { path: "^(src|rules)/" },
      to: { path: "^(test|tools|fixtures|bench)/" },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules" },
    builtInModules: { add: [] },
    exclude: { path: "^dist/" },
  },
};
