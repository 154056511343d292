import { describe, expect, test } from "vitest";
import { toolRunning } from "../support/tools.ts";

const ANY = "net.connect {dynamic}";

/** A program that imports something, and what a tool of it runs. */
const does = (before: string, body: string): string | undefined => toolRunning(`import ${before}`, body);

describe("what clients of services do to the machine is told, with what they connect to", () => {
  test.each([
    ['{ playAudio } from "openai/helpers/audio";', "playAudio(a.s)", "exec.spawn ffplay"],
    ['{ recordAudio } from "openai/helpers/audio";', "recordAudio({ timeout: 1 })", "exec.spawn ffmpeg"],
    [
      '{ betaBashTool } from "@anthropic-ai/sdk/tools/agent-toolset/node";',
      "betaBashTool({ workdir: a.d } as any)",
      "exec.spawn {dynamic}",
    ],
    [
      '{ BetaLocalFilesystemMemoryTool } from "@anthropic-ai/sdk/tools/memory/node";',
      "BetaLocalFilesystemMemoryTool.init(a.d)",
      "fs.read {dynamic}, fs.write {dynamic}",
    ],
    [
      '{ GoogleGenAI } from "@google/genai"; const ai = new GoogleGenAI({});',
      "ai.files.upload({ file: a.p })",
      "fs.read {param:p}, net.connect generativelanguage.googleapis.com:443",
    ],
    [
      '{ GoogleGenAI } from "@google/genai"; const ai = new GoogleGenAI({});',
      "ai.files.download({ file: 'f', downloadPath: a.p })",
      "fs.write {param:p}, net.connect generativelanguage.googleapis.com:443",
    ],
    [
      '{ GoogleAIFileManager } from "@google/generative-ai/server"; const f = new GoogleAIFileManager("k");',
      "f.uploadFile(a.p, { mimeType: 'x' })",
      "fs.read {param:p}, net.connect generativelanguage.googleapis.com:443",
    ],
    [
      '{ WebClient } from "@slack/web-api"; const c = new WebClient();',
      "c.filesUploadV2({ channel_id: 'c', file: a.p })",
      "fs.read {param:p}, net.connect slack.com:443",
    ],
    [
      '{ App } from "@slack/bolt"; const app = new App();',
      "app.client.files.uploadV2({ channel_id: 'c', file: a.p })",
      `fs.read {param:p}, ${ANY}`,
    ],
    ['{ AttachmentBuilder } from "discord.js";', "new AttachmentBuilder(a.p, { name: 'x' })", "fs.read {param:p}"],
    ['{ ShardingManager } from "discord.js";', "new ShardingManager('./bot.js')", "exec.spawn {dynamic}, fs.read $WORKSPACE/bot.js"],
    ['{ Input } from "telegraf";', "Input.fromLocalFile(a.p)", "fs.read {param:p}"],
    ['{ InputFile } from "grammy";', "new InputFile(a.p)", "fs.read {param:p}"],
    [
      'TelegramBot from "node-telegram-bot-api"; const b = new TelegramBot("t");',
      "b.downloadFile('id', a.d)",
      "fs.write {param:d}, net.connect api.telegram.org:443",
    ],
    [
      '{ Storage } from "@google-cloud/storage"; const s = new Storage();',
      "{ const [f] = await s.bucket('b').upload(a.p); await f.makePublic(); }",
      `fs.read {param:p}, ${ANY}`,
    ],
    [
      '{ BigQuery } from "@google-cloud/bigquery"; const q = new BigQuery();',
      "q.dataset('d').table('t').load(a.p)",
      `fs.read {param:p}, ${ANY}`,
    ],
    ['{ cert } from "firebase-admin/app";', "cert(a.p)", "fs.read {param:p}"],
    [
      '{ BlobServiceClient } from "@azure/storage-blob"; const c = new BlobServiceClient("u");',
      "c.getContainerClient('c').getBlockBlobClient('b').downloadToFile(a.p)",
      `fs.write {param:p}, ${ANY}`,
    ],
    [
      '{ WorkloadIdentityCredential } from "@azure/identity";',
      "new WorkloadIdentityCredential()",
      `env.read {dynamic}, fs.read {dynamic}, ${ANY}`,
    ],
    [
      '{ DefaultAzureCredential } from "@azure/identity";',
      "new DefaultAzureCredential()",
      `env.read {dynamic}, exec.spawn az, exec.spawn azd, exec.spawn pwsh, fs.read {dynamic}, ${ANY}`,
    ],
    [
      '{ KubeConfig } from "@kubernetes/client-node"; const k = new KubeConfig();',
      "k.loadFromCluster()",
      "env.read {dynamic}, fs.read {dynamic}",
    ],
    [
      '{ KubeConfig, Cp } from "@kubernetes/client-node"; const k = new KubeConfig();',
      "new Cp(k).cpFromPod('n', 'p', 'c', '/x', a.p)",
      `fs.write {param:p}, ${ANY}`,
    ],
    [
      '{ ElevenLabsClient, play } from "@elevenlabs/elevenlabs-js"; const c = new ElevenLabsClient();',
      "play(await c.textToSpeech.convert('v', { text: a.t }))",
      "exec.spawn ffplay, net.connect api.elevenlabs.io:443",
    ],
    [
      '{ ElevenLabsClient, stream } from "elevenlabs"; const c = new ElevenLabsClient();',
      "stream(await c.textToSpeech.convert('v', { text: a.t }))",
      "exec.spawn mpv, net.connect api.elevenlabs.io:443",
    ],
    [
      '{ AssemblyAI } from "assemblyai"; const c = new AssemblyAI({ apiKey: "k" });',
      "c.files.upload(a.p)",
      "fs.read {param:p}, net.connect api.assemblyai.com:443",
    ],
    [
      '{ Template } from "e2b";',
      "Template.build(Template().fromDockerfile(a.p), 'n')",
      `fs.read {dynamic}, fs.read {param:p}, fs.write {dynamic}, ${ANY}`,
    ],
    [
      '{ Daytona, Image } from "@daytona/sdk"; const d = new Daytona();',
      "{ const s = await d.create({ image: Image.base('x').addLocalFile(a.f, '/x') }); await s.fs.uploadFile(a.p, '/y'); await s.fs.downloadFile('/y', a.q); }",
      `fs.read {param:f}, fs.read {param:p}, fs.write {param:q}, ${ANY}`,
    ],
    [
      '{ Sandbox } from "@vercel/sandbox";',
      "(await Sandbox.create()).downloadFile({ path: '/x' }, { path: a.p })",
      `fs.write {dynamic}, ${ANY}`,
    ],
    [
      '{ RunloopSDK } from "@runloop/api-client"; const r = new RunloopSDK();',
      "r.storageObject.uploadFromFile(a.p, 'n')",
      `fs.read {dynamic}, ${ANY}`,
    ],
    ['{ Stagehand } from "@browserbasehq/stagehand";', "{ const s = new Stagehand({ env: 'BROWSERBASE' }); await s.init(); }", ANY],
    [
      '{ Stagehand } from "@browserbasehq/stagehand";',
      "{ const s = new Stagehand({ env: 'LOCAL' }); await s.init(); await s.page.screenshot({ path: a.p }); await s.page.locator('x').setInputFiles(a.q); }",
      `exec.spawn {dynamic}, fs.read {param:q}, fs.write {dynamic}, fs.write {param:p}, ${ANY}`,
    ],
    [
      '{ Pinecone } from "@pinecone-database/pinecone"; const p = new Pinecone();',
      "p.assistant('x').uploadFile({ path: a.p })",
      `fs.read {param:p}, ${ANY}`,
    ],
    [
      'weaviate from "weaviate-client"; const w = await weaviate.connectToLocal();',
      "w.collections.get('c').query.nearImage(a.p)",
      `fs.read {param:p}, ${ANY}`,
    ],
    [
      '{ TwitterApi } from "twitter-api-v2"; const t = new TwitterApi("k");',
      "t.v1.uploadMedia(a.p)",
      "fs.read {param:p}, net.connect api.twitter.com:443",
    ],
    [
      '{ LlamaParseReader } from "llama-cloud-services"; const l = new LlamaParseReader();',
      "l.loadData(a.p)",
      "fs.read {param:p}, net.connect api.cloud.llamaindex.ai:443",
    ],
    ['{ NodeSSH } from "node-ssh"; const s = new NodeSSH();', "s.putDirectory(a.p, '/x')", `fs.read {param:p}, ${ANY}`],
    ['Client from "ssh2-sftp-client"; const s = new Client();', "s.downloadDir('/x', a.p)", `fs.write {param:p}, ${ANY}`],
    ['{ Client } from "basic-ftp"; const f = new Client();', "f.uploadFromDir(a.p)", `fs.read {param:p}, ${ANY}`],
    [
      '{ Builder } from "selenium-webdriver"; const b = new Builder().forBrowser("chrome");',
      "(await b.build()).downloadFile('x', a.p)",
      `exec.spawn {dynamic}, fs.write {param:p}, ${ANY}`,
    ],
    ['{ migrate } from "drizzle-orm/postgres-js/migrator";', "migrate({} as any, { migrationsFolder: a.p })", `fs.read {dynamic}, ${ANY}`],
    ['knexLib from "knex"; const k = knexLib({ client: "pg" });', "k.migrate.latest()", `code.load {dynamic}, fs.read {dynamic}, ${ANY}`],
    ['{ importFile } from "mariadb";', "importFile({ file: a.p })", `fs.read {dynamic}, ${ANY}`],
    [
      '* as anchor from "@coral-xyz/anchor";',
      "anchor.AnchorProvider.env().sendAndConfirm({} as any)",
      `env.read {dynamic}, fs.read {dynamic}, ${ANY}`,
    ],
    ['ytdl from "ytdl-core";', "ytdl.getInfo(a.u)", `code.eval {dynamic}, ${ANY}`],
    [
      'request from "superagent";',
      "request.post('https://a.example/x').attach('f', a.p)",
      `fs.read {param:p}, net.connect https://a.example:443, ${ANY}`,
    ],
    [
      'Docker from "dockerode"; const d = new Docker();',
      "d.buildImage({ context: a.p, src: ['Dockerfile'] }, { t: 'x' })",
      "fs.read {dynamic}, net.connect unix:/var/run/docker.sock",
    ],
    ['{ JwtConfig } from "box-node-sdk";', "JwtConfig.fromConfigFile(a.p)", "fs.read {param:p}"],
    ['{ InputFile } from "node-appwrite/file";', "InputFile.fromPath(a.p, 'n')", "fs.read {param:p}"],
    ['{ createFileRequestBuilder } from "nylas/lib/cjs/utils.js";', "createFileRequestBuilder(a.p)", "fs.read {param:p}"],
    ['{ globSource } from "kubo-rpc-client";', "globSource(a.p, '**')", "fs.read {param:p}"],
    [
      '{ TwelveLabs } from "twelvelabs-js"; const v = new TwelveLabs({});',
      "v.multipartUpload.uploadFile(a.p)",
      "fs.read {param:p}, fs.write {dynamic}, net.connect api.twelvelabs.io:443",
    ],
    ['{ searchFiles } from "repomix";', "searchFiles(a.p, {} as any)", "fs.read {param:p}"],
  ])("%s %s", (before, body, effects) => {
    expect(does(before, body)).toBe(effects);
  });
});

describe("what they do beside that is as before", () => {
  test.each([
    [
      '{ ElevenLabsClient } from "@elevenlabs/elevenlabs-js"; const c = new ElevenLabsClient();',
      "{ await c.textToSpeech.stream('v', a); await c.textToDialogue.stream(a); await c.speechToSpeech.stream('v', a); await c.music.stream(a); }",
      "net.connect api.elevenlabs.io:443",
    ],
    ['OpenAI from "openai"; const c = new OpenAI();', "c.audio.speech.create(a)", "net.connect api.openai.com:443"],
    ['{ WebClient } from "@slack/web-api"; const c = new WebClient();', "c.oauth.v2.access(a)", "net.connect slack.com:443"],
    ['{ ClientSecretCredential } from "@azure/identity";', "new ClientSecretCredential(a.t, a.c, a.s).getToken('x')", ANY],
    ['{ cert } from "firebase-admin/app";', "cert({ projectId: a.p })", ""],
    ['{ TwitterApi } from "twitter-api-v2"; const t = new TwitterApi("k");', "t.v2.uploadMedia(a.b)", "net.connect api.twitter.com:443"],
    ['{ Runloop } from "@runloop/api-client"; const r = new Runloop();', "r.scenarios.runs.downloadLogs(a.id)", ANY],
    [
      '{ Pinecone } from "@pinecone-database/pinecone"; const p = new Pinecone();',
      "p.assistant('x').uploadFile({ file: a.f, fileName: 'f' })",
      ANY,
    ],
    ['{ NodeSSH } from "node-ssh"; const s = new NodeSSH();', "s.execCommand(a.c)", ANY],
    ['{ Sandbox } from "@vercel/sandbox";', "(await Sandbox.create()).runCommand(a.c)", ANY],
    ['{ E2BSandbox } from "@mastra/e2b"; const s = new E2BSandbox();', "s.executeCommand(a.c)", ANY],
    ['{ DaytonaSandbox } from "@mastra/daytona"; const s = new DaytonaSandbox();', "s.executeCommand(a.c)", ANY],
    ['{ dataClient } from "@rss3/js-sdk";', "dataClient().activities(a)", ANY],
    ['{ format } from "@rss3/js-sdk";', "format(a)", ""],
    ['{ Client } from "tplink-smarthome-api"; const c = new Client();', "c.getDevice({ host: a.h })", ANY],
    ['Parser from "tree-sitter"; const p = new Parser();', "p.parse(a.t)", ""],
    ['{ parseRemoteValue } from "repomix";', "parseRemoteValue(a.r)", ""],
    ['{ ParaSolanaWeb3Signer } from "@getpara/solana-web3.js-v1-integration";', "new ParaSolanaWeb3Signer(a, a)", ""],
    [
      '{ ParaSolanaWeb3Signer } from "@getpara/solana-web3.js-v1-integration"; const s = new ParaSolanaWeb3Signer({} as any, {} as any);',
      "s.signBytes(a.b)",
      ANY,
    ],
    ['knexLib from "knex"; const k = knexLib({ client: "pg" });', "k('users').where('id', a.id)", ANY],
  ])("%s %s", (before, body, effects) => {
    expect(does(before, body)).toBe(effects);
  });
});

describe("functions that are handed to them are followed", () => {
  test("listeners of a bot", () => {
    const bot = 'TelegramBot from "node-telegram-bot-api"; import { unlinkSync } from "node:fs"; const b = new TelegramBot("t");';
    expect(does(bot, "b.onText(/x/, () => unlinkSync(a.p))")).toBe("fs.write.delete {param:p}, net.connect api.telegram.org:443");
    expect(does(bot, "b.on('message', async (m: any) => b.sendPhoto(1, a.q))")).toBe("fs.read {param:q}, net.connect api.telegram.org:443");
  });

  test("what is done once a session is open, with the session where its type says what it is", () => {
    const ssh = '{ Client, type SFTPWrapper } from "ssh2"; import { unlinkSync } from "node:fs"; const c = new Client();';
    expect(does(ssh, "c.sftp((err, sftp) => { sftp.readdir('/', () => unlinkSync(a.p)); })")).toBe(`fs.write.delete {param:p}, ${ANY}`);
    expect(does(ssh, "c.sftp((err, sftp: SFTPWrapper) => sftp.fastGet('/x', a.p, () => 0))")).toBe(`fs.write {param:p}, ${ANY}`);
    expect(does(ssh, "c.sftp((err, sftp: SFTPWrapper) => sftp.fastPut(a.p, '/x', () => 0))")).toBe(`fs.read {param:p}, ${ANY}`);
  });
});
