import type { PackageModel } from "./kinds.ts";
import { NET, service } from "./kinds.ts";
import { rowsOf } from "./rows.ts";

/**
 * Clients of services that read what they send from files of this machine, put what they get into such, or start programs here, a line
 * each: the name, the versions that were read, the host (`-` where there is none that is fixed), and rows as in `by-row.ts`. `net` is a
 * connection to that host, and hands out what every other call does.
 */
const ROWS = `
openai >=4 api.openai.com | toFile zodFunction zodResponseFormat zodTextFormat zodResponsesFunction: pure; playAudio: exec.spawn=ffplay; recordAudio: exec.spawn=ffmpeg
@anthropic-ai/sdk >=0.20 api.anthropic.com | betaZodTool betaTool: pure; betaAgentToolset20260401: exec.spawn fs.read fs.write; betaBashTool BashSession: exec.spawn; betaReadTool betaGlobTool: fs.read; betaGrepTool: fs.read exec.spawn; betaWriteTool betaEditTool: fs.read fs.write; BetaLocalFilesystemMemoryTool BetaLocalFilesystemMemoryTool.init: fs.read fs.write ->self; setupSkills: net fs.read fs.write exec.spawn; extractSkillArchive: fs.write exec.spawn
@google/genai >=0.5 generativelanguage.googleapis.com | createUserContent createPartFromBase64 createPartFromUri createPartFromText createModelContent mcpToTool: pure; files.upload uploadToFileSearchStore: net fs.read@0.file; files.download: net fs.write@0.downloadPath
@google/generative-ai >=0.5 generativelanguage.googleapis.com | getGenerativeModel: ->this; uploadFile: net fs.read@0
@slack/web-api >=5 slack.com | filesUploadV2 files.uploadV2: net fs.read@0.file fs.read@0.file_uploads.*.file
@slack/bolt >=3 - | filesUploadV2 files.uploadV2: net fs.read@0.file fs.read@0.file_uploads.*.file
discord.js >=13 - | AttachmentBuilder: fs.read@0; ShardingManager: exec.spawn fs.read@0; broadcastEval: code.eval
telegraf >=4 - | fromLocalFile: fs.read@0
grammy >=1 api.telegram.org | InputFile: fs.read@0
node-telegram-bot-api >=0 api.telegram.org | sendPhoto sendAudio sendDocument sendVideo sendAnimation sendVoice sendVideoNote sendSticker setChatPhoto uploadStickerFile: net fs.read@1; addStickerToSet setStickerSetThumbnail: net fs.read@2; createNewStickerSet: net fs.read@3; sendMediaGroup editMessageMedia setWebHook: net fs.read; downloadFile: net fs.write@1; fromPath: fs.read@0
@google-cloud/storage >=5 - | upload uploadManyFiles uploadFileInChunks: net fs.read@0; downloadManyFiles downloadFileInChunks: net fs.write; download: net fs.write@0.destination
@google-cloud/bigquery >=5 - | load createLoadJob: net fs.read@0
firebase-admin >=9 - | initializeApp applicationDefault getApps credential.applicationDefault: pure; cert refreshToken: !uploads
@azure/storage-blob >=12 - | getContainerClient getBlobClient getBlockBlobClient: ->this; uploadFile: net fs.read@0; downloadToFile: net fs.write@0
@azure/identity >=3 - | DefaultAzureCredential: exec.spawn=az exec.spawn=azd exec.spawn=pwsh env.read fs.read net; AzureCliCredential: exec.spawn=az env.read fs.read net; AzureDeveloperCliCredential: exec.spawn=azd env.read fs.read net; AzurePowerShellCredential: exec.spawn=pwsh env.read fs.read net; WorkloadIdentityCredential ClientCertificateCredential OnBehalfOfCredential VisualStudioCodeCredential: fs.read env.read net
@kubernetes/client-node >=0.16 - | KubeConfig.new.loadFromDefault KubeConfig.new.loadFromFile KubeConfig.new.loadFromCluster: fs.read env.read; KubeConfig.new.makeApiClient: ->this; KubeConfig.new.loadFromString KubeConfig.new.loadFromOptions KubeConfig.new.getContexts KubeConfig.new.getCurrentContext KubeConfig.new.setCurrentContext KubeConfig.new.getCurrentCluster KubeConfig.new.exportConfig KubeConfig.new.getContextObject KubeConfig.new.addContext KubeConfig.new.addCluster KubeConfig.new.addUser KubeConfig.new.getClusters KubeConfig.new.getUsers KubeConfig.new.getCurrentUser: pure; cpFromPod: net fs.write@4; cpToPod: net fs.read@3
@elevenlabs/elevenlabs-js >=1 api.elevenlabs.io | play: exec.spawn=ffplay; stream: exec.spawn=mpv; textToSpeech.stream textToDialogue.stream speechToSpeech.stream music.stream audioIsolation.stream preview.stream snapshots.stream: net
elevenlabs >=0.10 api.elevenlabs.io | play: exec.spawn=ffplay; stream: exec.spawn=mpv; textToSpeech.stream textToDialogue.stream speechToSpeech.stream music.stream audioIsolation.stream preview.stream snapshots.stream: net
assemblyai >=4 api.assemblyai.com | transcribe submit: net fs.read@0.audio; create: net fs.read@0.audio_url; upload: net fs.read@0
e2b >=1 - | Sandbox.create Sandbox.connect Sandbox.list: net env.read=E2B_API_KEY; Template.build Template.buildInBackground: net fs.read fs.write; fromDockerfile: fs.read@0 ->self
@e2b/code-interpreter >=1 - | Sandbox.create Sandbox.connect Sandbox.list: net env.read=E2B_API_KEY; Template.build Template.buildInBackground: net fs.read fs.write; fromDockerfile: fs.read@0 ->self
@daytona/sdk >=0.1 - | Daytona: env.read=DAYTONA_API_KEY; Daytona.new.create Daytona.new.get: net; fs.downloadFile recording.download: net fs.write@1; fs.downloadFiles: net fs.write; fs.uploadFile fs.uploadFileStream: net fs.read@0; fs.uploadFiles: net fs.read; addLocalFile addLocalDir pipInstallFromRequirements pipInstallFromPyproject Image.fromDockerfile: fs.read@0 ->self
@daytonaio/sdk >=0.1 - | Daytona: env.read=DAYTONA_API_KEY; Daytona.new.create Daytona.new.get: net; fs.downloadFile recording.download: net fs.write@1; fs.downloadFiles: net fs.write; fs.uploadFile fs.uploadFileStream: net fs.read@0; fs.uploadFiles: net fs.read; addLocalFile addLocalDir pipInstallFromRequirements pipInstallFromPyproject Image.fromDockerfile: fs.read@0 ->self
@vercel/sandbox >=0.0.1 - | downloadFile: net fs.write
@runloop/api-client >=0.1 - | uploadFromFile uploadFromDir: net fs.read; downloadLogs: net fs.write@0; runs.downloadLogs: net
@pinecone-database/pinecone >=1 - | index Index namespace: ->this; uploadFile upsertFile: net fs.read@0.path
weaviate-client >=2 - | nearImage nearMedia: net fs.read@0
twitter-api-v2 >=1 api.twitter.com | v1.uploadMedia TwitterApiv1.uploadMedia updateAccountProfileBanner updateAccountProfileImage: net fs.read@0
twelvelabs-js >=1 api.twelvelabs.io | TwelveLabs: env.read=TWELVE_LABS_API_KEY env.read=TWELVELABS_BASE_URL ->self; uploadFile multipartUpload.uploadFile: net fs.read@0 fs.write
llama-cloud-services >=0.1 api.cloud.llamaindex.ai | loadData loadJson parse: net fs.read@0; getTables getImages: net fs.write@1
node-ssh >=12 - | getFile getDirectory: net fs.write@0; putFile putDirectory: net fs.read@0; putFiles: net fs.read
ssh2 >=1 - | fastGet: net fs.write@1; fastPut: net fs.read@0
ssh2-sftp-client >=9 - | get fastGet downloadDir: net fs.write@1; put fastPut uploadDir: net fs.read@0
basic-ftp >=5 - | uploadFrom appendFrom uploadFromDir: net fs.read@0; downloadTo downloadToDir: net fs.write@0
selenium-webdriver >=4 - | build: exec.spawn net; downloadFile: net fs.write@1
mariadb >=2 - | importFile: net fs.read
@coral-xyz/anchor >=0.25 - | BN web3.PublicKey utils: pure; Wallet.local NodeWallet.local AnchorProvider.env AnchorProvider.local: fs.read env.read ->self
ytdl-core >=4 - | default getInfo downloadFromInfo: net code.eval
dockerode >=3 unix:/var/run/docker.sock | buildImage: net fs.read; loadImage importImage putArchive: net fs.read@0
box-node-sdk >=0 - | fromConfigFile: fs.read@0
node-appwrite >=0 - | InputFile.fromPath: fs.read@0
nylas >=0 - | createFileRequestBuilder: fs.read@0
kubo-rpc-client >=0 - | globSource: fs.read@0
`;

function modelOf(line: string): readonly [string, PackageModel] {
  const [head = "", rows = ""] = line.split(" | ");
  const [name = "", range = "", at = "-"] = head.split(" ");
  const host = at === "-" ? undefined : at.includes(":") ? at : `${at}:443`;
  const net = `${host === undefined ? NET : `${NET}=${host}`} ->self`;
  const whole = (tokens: string): string => tokens.replaceAll(/(?<=^| )net(?= |$)/gu, net);
  return [name, service(range, host, Object.fromEntries(Object.entries(rowsOf(rows)).map(([names, tokens]) => [names, whole(tokens)])))];
}

/** Clients of services, which the machine's own files do not leave alone. */
export const localFilesModels: Readonly<Record<string, PackageModel>> = Object.fromEntries(ROWS.split("\n").filter(Boolean).map(modelOf));
