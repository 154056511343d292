import type { PackageModel } from "./kinds.ts";
import { each } from "./kinds.ts";
import { modelsOf } from "./rows.ts";

/** Clients of services of which a few words say all, a line each as in `by-row.ts`. */
const ROWS = `
@commet/node | net.connect
@depot/sdk-node | net.connect=api.depot.dev:443
@dodopayments/core | net.connect
@dynatrace-sdk/client-davis-analyzers | net.connect | isErrorEnvelope isErrorResponse isClientRequestError isApiClientError: pure
@dynatrace-sdk/client-davis-copilot | net.connect | isErrorEnvelope isErrorResponse isClientRequestError isApiClientError: pure
@dynatrace-sdk/client-document | net.connect | isErrorEnvelope isErrorResponse isClientRequestError isApiClientError: pure
@formbricks/hub | net.connect
@getmetal/metal-sdk | net.connect=api.getmetal.io:443
@gradio/client | net.connect fs.read | on: pure
@hocuspocus/provider | net.connect | on off: pure
@langchain/baidu-qianfan | net.connect | bindTools withStructuredOutput bind pipe: ->self
@rockset/client | net.connect | default: ->self
@s2-dev/streamstore | net.connect
@team-plain/graphql | net.connect=core-api.uk.plain.com:443
@trigger.dev/platform | net.connect
@unkey/api | net.connect=api.unkey.com:443
@unkey/cache | net.connect | createCache Namespace DefaultStatefulContext: ->self; ${each("MemoryStore", "get set remove")}: pure
facebook-nodejs-business-sdk | net.connect | FacebookAdsApi.init init setDebug: ->self; AdVideo.create createAdVideo uploadVideo: net.connect fs.read
fast-npm-meta | net.connect=npm.antfu.dev:443
multer-s3 | net.connect | default AUTO_CONTENT_TYPE: pure
pinecone-client | net.connect env.read
rpc-websockets | net.connect | on once off: pure
weaviate-ts-client | net.connect | default client: ->self
web-auth-library | net.connect
zoominfo-api-auth-client | net.connect=api.zoominfo.com:443
`;

export const remoteRowModels: Readonly<Record<string, PackageModel>> = modelsOf(ROWS);
