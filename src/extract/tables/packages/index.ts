import type { Table } from "../format.ts";
import { agentsModels } from "./agents.ts";
import { clientModels } from "./by-name.ts";
import { rowModels } from "./by-row.ts";
import { cloudModels } from "./cloud.ts";
import { databasesModels } from "./databases.ts";
import { doorsModels } from "./doors.ts";
import { effectModels } from "./effect.ts";
import { filesModels } from "./files.ts";
import { frameworkModels } from "./frameworks.ts";
import { hostModels } from "./hosts.ts";
import { httpModels } from "./http.ts";
import { keeperModels } from "./keepers.ts";
import { jsrModels } from "./jsr.ts";
import { langchainModels } from "./langchain.ts";
import { localRowModels } from "./local-by-row.ts";
import { localFilesModels } from "./local-files.ts";
import { machineModels } from "./machine.ts";
import { mediaModels } from "./media.ts";
import { modelProviderModels } from "./model-providers.ts";
import { ormModels } from "./orms.ts";
import { piModels } from "./pi.ts";
import { platformRowModels } from "./platforms-by-row.ts";
import { processesModels } from "./processes.ts";
import { remoteRowModels } from "./remote-by-row.ts";
import { servicesModels } from "./services.ts";
import { toolboxModels } from "./toolbox.ts";
import type { PackageModel } from "./kinds.ts";
import { BROWSER_ROWS, NET } from "./kinds.ts";

/** Hand-checked models of npm packages, by name. */
export const packageModels: Readonly<Record<string, PackageModel>> = {
  ...clientModels,
  ...rowModels,
  ...platformRowModels,
  ...remoteRowModels,
  ...localRowModels,
  ...agentsModels,
  ...cloudModels,
  ...databasesModels,
  ...doorsModels,
  ...effectModels,
  ...filesModels,
  ...frameworkModels,
  ...hostModels,
  ...httpModels,
  ...jsrModels,
  ...keeperModels,
  ...langchainModels,
  ...localFilesModels,
  ...machineModels,
  ...mediaModels,
  ...modelProviderModels,
  ...ormModels,
  ...piModels,
  ...processesModels,
  ...servicesModels,
  ...toolboxModels,
};

export const packageTypes: Readonly<Record<string, Table>> = {
  "type:PulumiStack": { rest: "exec.spawn=pulumi", rows: {} },
  "type:Browser": { rest: `${NET} ->self`, rows: BROWSER_ROWS },
  "type:McpClient": { rest: `${NET} exec.spawn`, rows: { tools: `${NET} exec.spawn ->type:McpTools`, close: "pure" } },
  "type:McpTools": { rest: NET, rows: {}, isCollection: true },
  "type:Loader": { rest: "code.load", rows: { resolve: "fs.read" } },
};
