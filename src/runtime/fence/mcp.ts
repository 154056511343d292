import type { Policy } from "../../model/policy.ts";
import type { BoundTool, Environment } from "../call/environment.ts";
import type { AnyFunction, Convention } from "../call/executor.ts";
import { asApartAs } from "../call/apart.ts";
import { currentCall } from "../call/context.ts";
import { mayAsk } from "../call/decide-call.ts";
import { declaredBy, dressedAs } from "../call/executor.ts";
import { refuseChanged, runCall } from "../call/run.ts";
import { PolicyDeniedError } from "../denied.ts";
import type { SchemaRoles } from "../gate/schema-roles.ts";
import { schemaRoles } from "../gate/schema-roles.ts";
import { isObject } from "../plain-object.ts";
import { FenceError } from "./load.ts";

type Handler = (request: unknown, ...rest: unknown[]) => unknown;
interface Protocol {
  readonly _requestHandlers: Map<string, Handler>;
  setRequestHandler: AnyFunction;
  fallbackRequestHandler?: Handler | undefined;
}

const CALL = "tools/call";
const LIST = "tools/list";

/** Input stands in the request; a refusal is a tool error that the model reads. */
const MCP: Convention = {
  input: ([request]) => paramsOf(request).arguments ?? {},
  withInput: ([request, ...rest], input) => [{ ...(request as object), params: { ...paramsOf(request), arguments: input } }, ...rest],
  refusal: "throw",
  isTool: true,
};

interface Params {
  readonly name?: unknown;
  readonly arguments?: unknown;
}

const paramsOf = (request: unknown): Params => {
  const params: unknown = typeof request === "object" && request !== null ? Reflect.get(request, "params") : undefined;
  return typeof params === "object" && params !== null ? params : {};
};

const isProtocol = (value: unknown): value is Protocol =>
  typeof value === "object" &&
  value !== null &&
  typeof Reflect.get(value, "setRequestHandler") === "function" &&
  Reflect.get(value, "_requestHandlers") instanceof Map;

/**
 * Gates the calls of an MCP server where they come in, below every way to register a tool: the
 * SDK's `McpServer` of version 1 and 2, its low-level `Server`, and those that other packages
 * bundle. They are known by their shape.
 */
export function fenceServer(
  given: object,
  bound: (name: string, declared: Policy | null | undefined, wrapper?: object, roles?: SchemaRoles) => BoundTool,
  environment: Environment,
  callable: (name: string) => boolean,
  inSession: InSession,
): void {
  const inner: unknown = Reflect.get(given, "server");
  const server = isProtocol(inner) ? inner : given;
  if (!isProtocol(server)) throw new FenceError("This is no MCP server that can be gated. Wrap its tools one by one.");
  const look = (name: string): BoundTool => {
    const executor = executorOf(given, name);
    if (executor === undefined || declaredBy(executor) === undefined) judgeInside(given, name);
    const tool = toolOf(given, name);
    return bound(name, executor === undefined ? undefined : (declaredBy(executor)?.policy ?? null), executor, tool && rolesOf(tool));
  };
  const around = (method: typeof CALL | typeof LIST, handler: Handler): Handler => {
    return method === CALL
      ? gatedCalls(handler, look, madeBy(given), environment, inSession)
      : shownTools(handler, callable, look, inSession);
  };
  const handlers = server._requestHandlers;
  for (const method of [CALL, LIST] as const) {
    const handler = handlers.get(method);
    if (handler) handlers.set(method, around(method, handler));
  }
  let fallback = server.fallbackRequestHandler;
  Object.defineProperty(server, "fallbackRequestHandler", {
    configurable: true,
    get: () => fallback,
    set: (handler: Handler | undefined) => (fallback = handler && anyMethod(handler)),
  });
  const anyMethod = (handler: Handler): Handler => {
    const gated = around(CALL, handler);
    return (request, ...rest) =>
      Reflect.get(Object(request) as object, "method") === CALL ? gated(request, ...rest) : handler(request, ...rest);
  };
  if (fallback) fallback = anyMethod(fallback);
  const set = server.setRequestHandler;
  server.setRequestHandler = function (...args: unknown[]): unknown {
    const before = new Map(handlers);
    const result: unknown = Reflect.apply(set, this, args);
    for (const method of [CALL, LIST] as const) {
      const handler = handlers.get(method);
      if (handler && handler !== before.get(method)) handlers.set(method, around(method, handler));
    }
    return result;
  };
}

/** A registered tool; undefined where the server does not show its tools. */
function toolOf(server: object, name: string): object | undefined {
  const tools: unknown = Reflect.get(server, "_registeredTools");
  const tool: unknown = typeof tools === "object" && tools !== null && Object.hasOwn(tools, name) ? Reflect.get(tools, name) : undefined;
  return typeof tool === "object" && tool !== null ? tool : undefined;
}

const known = new WeakMap<object, SchemaRoles>();
/** What a registered tool's schema says; read once. */
function rolesOf(tool: object): SchemaRoles {
  const roles = known.get(tool) ?? schemaRoles(tool);
  known.set(tool, roles);
  return roles;
}

/** The executor of a registered tool. */
function executorOf(server: object, name: string): object | undefined {
  const tool = toolOf(server, name);
  if (!tool) return undefined;
  const executor: unknown = Reflect.get(tool, "handler") ?? Reflect.get(tool, "callback") ?? Reflect.get(tool, "executor");
  return typeof executor === "function" ? executor : tool;
}

const inside = new WeakSet<AnyFunction>();

/** Has a registered tool's own function judge what the SDK's validation made of the arguments, where that is something else. */
function judgeInside(server: object, name: string): void {
  const tool = toolOf(server, name);
  // Without a schema it is given nothing of the model's.
  if (!tool || Reflect.get(tool, "inputSchema") === undefined) return;
  for (const key of ["handler", "callback", "executor"]) {
    const executor: unknown = Reflect.get(tool, key);
    if (typeof executor !== "function" || inside.has(executor as AnyFunction)) continue;
    const judged = function (this: unknown, ...args: unknown[]): unknown {
      const call = currentCall();
      if (call) refuseChanged(call, args[0]);
      return Reflect.apply(executor as AnyFunction, this, args);
    };
    inside.add(judged);
    asApartAs(judged, executor);
    Reflect.set(tool, key, dressedAs(judged, executor));
  }
}

/** Runs something for one client: each session of a transport that has several counts by itself. */
export type InSession = <R>(id: string | undefined, work: () => R) => R;

/** The session of a transport that a request came by, where it has any. */
const sessionOf = (extra: unknown): string | undefined => {
  const id: unknown = typeof extra === "object" && extra !== null ? Reflect.get(extra, "sessionId") : undefined;
  return typeof id === "string" && id !== "" ? id : undefined;
};

/** What a tool's schema makes of arguments; undefined where it has none, or refuses them, as the SDK then does itself. */
type Made = (name: string, input: unknown) => Promise<{ readonly value: unknown } | undefined>;

const madeBy =
  (server: object): Made =>
  async (name, input) => {
    const tool = toolOf(server, name);
    const schema: unknown = tool && Reflect.get(tool, "inputSchema");
    const standard: unknown = isObject(schema) ? Reflect.get(schema, "~standard") : undefined;
    const validate: unknown = isObject(standard) ? Reflect.get(standard, "validate") : undefined;
    if (typeof validate !== "function") return undefined;
    try {
      const found: unknown = await Reflect.apply(validate as AnyFunction, standard, [input]);
      return isObject(found) && Reflect.get(found, "issues") === undefined ? { value: Reflect.get(found, "value") } : undefined;
    } catch {
      return undefined;
    }
  };

function gatedCalls(
  handler: Handler,
  bound: (name: string) => BoundTool,
  made: Made,
  environment: Environment,
  inSession: InSession,
): Handler {
  return async (request, ...rest) => {
    const { name } = paramsOf(request);
    const tool = bound(typeof name === "string" ? name : "");
    // Whoever is asked is shown what the executor is given, and not what the model left to the schema.
    const shown = mayAsk(tool, environment) ? await made(typeof name === "string" ? name : "", MCP.input([request])) : undefined;
    try {
      return await inSession(sessionOf(rest[0]), () =>
        runCall(tool, environment, {
          self: undefined,
          args: [request, ...rest],
          executor: handler,
          convention: shown ? { ...MCP, input: () => shown.value } : MCP,
        }),
      );
    } catch (error) {
      if (!(error instanceof PolicyDeniedError)) throw error;
      return { content: [{ type: "text", text: error.message }], isError: true };
    }
  };
}

/** What a model is shown: only what it may call. */
function shownTools(handler: Handler, callable: (name: string) => boolean, look: (name: string) => unknown, inSession: InSession): Handler {
  return async (...args) => {
    const result = (await handler(...(args as [unknown]))) as { readonly tools?: readonly { readonly name: string }[] };
    if (!Array.isArray(result.tools)) return result;
    const tools = (result.tools as readonly { readonly name: string }[]).filter(({ name }) => {
      look(name);
      return inSession(sessionOf(args[1]), () => callable(name));
    });
    return { ...result, tools };
  };
}
