import { expect, test } from "vitest";
import { toolRunning } from "../support/tools.ts";

const NET = "net.connect {dynamic}";
const MAIL = `import mail from "nodemailer"; const post = mail.createTransport({});`;
const PAGE = `import { chromium } from "playwright"; const page = await (await chromium.connect("ws://x")).newPage();`;
const SPEECH = `import { AssemblyAI } from "assemblyai"; const speech = new AssemblyAI({}).transcripts;`;
const SPOKEN = "net.connect api.assemblyai.com:443";
const BUCKET = `import { Storage } from "@google-cloud/storage"; const file = new Storage().bucket("b").file("f");`;

test.each([
  ["in a list of objects", MAIL, "post.sendMail({ to: a.to, attachments: [{ path: a.p }] })", `fs.read {param:p}, ${NET}`],
  [
    "in a list that is made of others",
    MAIL,
    "post.sendMail({ attachments: a.ps.map((path) => ({ path })) })",
    `fs.read {param:ps}, ${NET}`,
  ],
  ["in what is sent whole", MAIL, "post.sendMail(a)", `fs.read {dynamic}, ${NET}`],
  ["in what comes from elsewhere", MAIL, "post.sendMail(JSON.parse(a.s))", `fs.read {dynamic}, ${NET}`],
  ["none, where the text is there", MAIL, "post.sendMail({ text: a.s, attachments: [{ filename: 'x', content: a.s }] })", NET],
  ["none, where nothing is attached", MAIL, "post.sendMail({ to: a.to, text: a.s })", NET],
  [
    "in an instance",
    `${MAIL} class M { attachments: any[] = []; attach(path: string) { this.attachments.push({ path }); return this; } }`,
    "post.sendMail(new M().attach(a.p))",
    `fs.read {dynamic}, ${NET}`,
  ],
  ["in what a package has ready", `${MAIL} import { letter } from "elsewhere";`, "post.sendMail(letter)", `fs.read {dynamic}, ${NET}`],
  [
    "in what is of a type that has some",
    `${MAIL} let letter: { to: string; attachments: { path: string }[] }; export const keep = (one: typeof letter) => { letter = one; };`,
    "post.sendMail(letter)",
    `fs.read {dynamic}, ${NET}`,
  ],
  [
    "none, where the type has none",
    `${MAIL} let letter: { to: string; text: string }; export const keep = (one: typeof letter) => { letter = one; };`,
    "post.sendMail(letter)",
    NET,
  ],
  [
    "in what a getter gives",
    `${SPEECH} class S { constructor(private p: string) {} get audio() { return this.p; } }`,
    "speech.transcribe(new S(a.p))",
    `fs.read {param:p}, ${SPOKEN}`,
  ],
  ["where it goes", BUCKET, "file.download({ destination: a.p })", `fs.write {param:p}, ${NET}`],
  ["nowhere", BUCKET, "file.download()", NET],
  ["two levels down", PAGE, "page.context().browser().newContext({ recordVideo: { dir: './v' } })", `fs.write $WORKSPACE/v, ${NET}`],
  ["none, where the state is there", PAGE, "page.context().browser().newContext({ storageState: { cookies: [] } })", NET],
  ["a file", SPEECH, "speech.transcribe({ audio: './a.mp3' })", `fs.read $WORKSPACE/a.mp3, ${SPOKEN}`],
  ["an address", SPEECH, "speech.transcribe({ audio: 'https://example.com/a.mp3' })", SPOKEN],
])("files that options name are used, and none that they do not: %s", (_, before, body, expected) => {
  expect(toolRunning(before, body)).toBe(expected);
});
