import type { PackageModel } from "./kinds.ts";
import { NET } from "./kinds.ts";

/**
 * Packages that do nothing themselves, but make what keeps the functions that it is given and runs them when it is used, a line each: the name,
 * what makes such a thing, and what runs it.
 */
const ROWS = `
dataloader | default DataLoader | load loadMany
lru-cache | default LRUCache | fetch forceFetch memo
opossum | default CircuitBreaker | fire call
fastq | default promise | push unshift
async | queue priorityQueue cargo cargoQueue | push unshift pushAsync unshiftAsync
koa-compose | default | ()
@langchain/langgraph | StateGraph MessageGraph Graph addNode addSequence addEdge addConditionalEdges setEntryPoint setFinishPoint compile withConfig entrypoint | invoke stream batch streamEvents
inversify | Container createChild bind rebind rebindSync toDynamicValue toResolvedValue toFactory toProvider |
zustand | create createStore create.() createStore.() |
@graphql-tools/schema | makeExecutableSchema mergeSchemas addResolversToSchema |
`;

/** What they do beside that. */
const MORE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "@langchain/langgraph": {
    createReactAgent: "->self",
    "createReactAgent.invoke createReactAgent.stream": NET,
    task: "->1",
    "LangGraphRunnableConfig.configurable": "is:any",
    "LangGraphRunnableConfig.context Runtime.context": "is:0",
  },
  // Which factory makes what is asked for is told by a token; any of them may be the one.
  inversify: {
    "get getAsync getAll getAllAsync getNamed getNamedAsync getTagged getTaggedAsync resolve resolveAsync": "runs ->made",
  },
  zustand: { "getState getInitialState": "->called", "persist devtools immer subscribeWithSelector": "->0" },
};

function modelOf(line: string): readonly [string, PackageModel] {
  const [name = "", makers = "", runners = ""] = line.split("|").map((part) => part.trim());
  const rows = { ...(makers && { [makers]: "->client" }), ...(runners && { [runners]: "runs" }), ...MORE[name] };
  return [name, { range: ">=0", rest: "pure", isKeeper: true, rows }];
}

/** What keeps functions, and runs them later. */
export const keeperModels: Readonly<Record<string, PackageModel>> = {
  ...Object.fromEntries(ROWS.trim().split("\n").map(modelOf)),
  "@trpc/server": { range: ">=10", rest: "runs ->client", isKeeper: true, rows: {} },
};
