import type { PackageModel } from "./kinds.ts";
import { modelsOf } from "./rows.ts";

/** Documents, pictures, sound and maps: a line each, as in `by-row.ts`, and read in the same way. */
const ROWS = `
pdfkit | pure | font image openImage file: fs.read@0
pdfmake | pure | write: fs.read net.connect fs.write@0; getBuffer getBase64 getDataUrl getStream createPdfKitDocument: fs.read net.connect
pdf2json | pure | loadPDF: fs.read@0; createOutputStream: fs.write@0
pdf-to-img | pure | pdf default: fs.read@0
pdf2pic | pure | fromPath: fs.read@0 ->self; fromBuffer fromBase64: ->self; convert bulk: exec.spawn fs.read fs.write
pdf-to-png-converter | pure | pdfToPng: fs.read@0 fs.write
officegen | pure | addImage: fs.read@0
textract | exec.spawn fs.read fs.write | fromFileWithPath: fs.read@0 exec.spawn; fromFileWithMimeAndPath: fs.read@1 exec.spawn; fromUrl: net.connect@0 fs.write exec.spawn
libreoffice-convert | exec.spawn=soffice fs.read fs.write
epub2 | pure | default EPub: ->self; createAsync: fs.read@0 ->self; parse getChapter getChapterRaw getImage getFile getChapterAsync getChapterRawAsync getImageAsync getFileAsync: fs.read
quickchart-js | pure | getShortUrl toBinary toDataUrl: net.connect=quickchart.io:443; toFile: net.connect=quickchart.io:443 fs.write@0
vega | pure | runAsync run toSVG toCanvas toImageURL: net.connect fs.read code.eval; loader.load loader.().load: net.connect@0 fs.read@0; loader.().http: net.connect@0; loader.().file: fs.read@0; loader: ->self
@mermaid-js/mermaid-cli | pure | run: fs.read@0 exec.spawn net.connect fs.write@1; renderMermaid: net.connect
music-metadata | pure | parseFile: fs.read@0
node-id3 | pure | read: fs.read@0; write update: fs.read@1 fs.write@1; removeTags: fs.read@0 fs.write@0; create: fs.read
play-sound | pure | default: exec.spawn ->self; play: exec.spawn fs.read@0
node-edge-tts | pure | ttsPromise: net.connect=speech.platform.bing.com:443 fs.write@1
msedge-tts | pure | getVoices setMetadata toStream rawToStream: net.connect=speech.platform.bing.com:443; toFile rawToFile: net.connect=speech.platform.bing.com:443 fs.write@0
youtube-dl-exec | exec.spawn | create: ->self; args isJSON: pure
yt-dlp-wrap | exec.spawn | downloadFromGithub: net.connect=api.github.com:443 net.connect=github.com:443 fs.write@0; downloadFile: net.connect@0 fs.write@1; getGithubReleases getGithubReleasesByTag: net.connect=api.github.com:443
@distube/ytdl-core | pure | default getInfo getBasicInfo downloadFromInfo: net.connect=www.youtube.com:443 net.connect code.eval fs.write
maxmind | pure | open: fs.read@0
geoip-lite | pure | startWatchingDataUpdate reloadData reloadDataSync: fs.read
node-ical | pure | fromURL async.fromURL: net.connect@0; parseFile sync.parseFile async.parseFile: fs.read@0
node-stream-zip | fs.read | default StreamZip async: ->self; entry entries entriesCount comment close on: pure; extract: fs.read fs.write@1
defuddle | pure | parseAsync fetchAsyncVariables: net.connect; Defuddle.(): net.connect
@kreuzberg/node | code.native | extractFile extractFileSync batchExtractFiles batchExtractFilesSync renderPdfPage renderPdfPageSync iteratePdfPages iteratePdfPagesSync pdfPageCount detectMimeTypeFromPath loadConfigFile loadConfigFromPath extractBytes extractBytesSync: fs.read@0 code.native; extractFileInWorker batchExtractFilesInWorker: fs.read@1 code.native; ExtractionConfig.fromFile: fs.read@0; ExtractionConfig.discover: fs.read; validateMimeType getExtensionsForMime detectMimeType closeWorkerPool: pure
@nanocollective/get-md | pure | convertToMarkdown: net.connect@0 fs.read; loadConfig findConfigPath checkLLMModel: fs.read; loadConfigFromFile: fs.read@0; downloadLLMModel downloadModel: net.connect=huggingface.co:443 fs.write; removeLLMModel removeModel: fs.write.delete; loadModel: code.native fs.read
url-metadata | net.connect@0
sitemapper | pure | fetch: net.connect@0; crawl getSites: net.connect
lighthouse | pure | default navigation snapshot startTimespan: net.connect code.load; startFlow: ->self; startFlow.navigate startFlow.snapshot startFlow.startTimespan startFlow.endTimespan: net.connect code.load
@axe-core/playwright | pure | analyze: net.connect
google-translate-api-x | net.connect=translate.google.com:443 | languages isSupported getCode: pure
prismarine-viewer | pure | mineflayer standalone: net.listen; headless: exec.spawn=ffmpeg fs.write net.connect
`;

export const mediaModels: Readonly<Record<string, PackageModel>> = modelsOf(ROWS);
