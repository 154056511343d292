import type { PackageModel } from "./kinds.ts";
import { NET, database, each, files, hooked, service } from "./kinds.ts";

/** What queries are put together from. */
const OPERATORS =
  "eq ne gt gte lt lte and or not like notLike ilike notIlike between notBetween inArray notInArray isNull isNotNull exists notExists arrayContains arrayContained arrayOverlaps sql desc asc relations count countDistinct sum avg max min getTableColumns getTableName";

/** Drivers of a query builder whose database is a file. */
const LOCAL_DRIZZLE = ["better-sqlite3", "bun-sqlite", "node-sqlite", "pglite"];
const localDrizzle: PackageModel = {
  range: ">=0.20",
  rest: "->self runs",
  isKeeper: true,
  rows: {
    drizzle: "->client",
    "select selectDistinct $count findFirst findMany": "fs.read ->self runs",
    "insert update delete run all get values batch execute transaction refreshMaterializedView migrate": "fs.read fs.write ->self runs",
    "$client.exec $client.prepare $client.run $client.query $client.pragma": "fs.read fs.write",
    // What is asked for is said where it begins.
    [each("from where limit orderBy innerJoin leftJoin offset groupBy values set returning", "all get values run execute")]: "pure",
  },
};

/** The same over a client of libSQL, whose database may be a file. */
const libsqlDrizzle: PackageModel = {
  ...localDrizzle,
  rows: {
    drizzle: "->client",
    "select selectDistinct $count findFirst findMany": "!libsql ->self runs",
    "insert update delete run all get values batch execute transaction migrate": "!libsql ->self runs",
    "$client.execute $client.batch $client.executeMultiple $client.migrate $client.sync $client.transaction": "!libsql",
    [each("from where limit orderBy innerJoin leftJoin offset groupBy values set returning", "all get values run execute")]: "pure",
  },
};
/** Of each way of running, a build of its own. */
const LIBSQL_BUILDS = ["", "/node", "/web", "/http", "/ws", "/sqlite3"];

/** Databases. */
export const databasesModels: Readonly<Record<string, PackageModel>> = {
  pg: database(">=7", { "release escapeIdentifier escapeLiteral": "pure" }),
  postgres: { range: ">=3", rest: NET, rows: { default: "->type:Service" } },
  mysql2: database(">=2", { "createPool createConnection escape format promise": "->self" }),
  mysql: database(">=2", { "createPool createConnection escape format": "->self" }),
  mssql: database(">=6"),
  mongodb: database(">=4", { "db collection": "->self", forEach: NET, "ObjectId isValid": "pure" }),
  mongoose: hooked(database(">=5", { connection: "->self" }), "Schema model discriminator", "pre post plugin"),
  redis: database(">=3", { createClient: "->self" }),
  ioredis: database(">=4"),
  // What extends a client, or listens to it, is run by each of its queries.
  "@prisma/client": hooked(database(">=3", { $extends: "->extended", defineExtension: "->0" }), "PrismaClient", "$use $on"),
  kysely: {
    range: ">=0.20",
    rest: "->self",
    rows: { "execute executeTakeFirst executeTakeFirstOrThrow stream executeQuery migrateToLatest migrateTo migrateUp migrateDown": NET },
  },
  "@mongosh/service-provider-node-driver": database(">=2"),
  "@mongodb-js/atlas-local": { range: ">=0.1", rest: "net.connect code.native", rows: {} },
  "@mongodb-js/devtools-connect": database(">=3"),
  "openapi-fetch": hooked(service(">=0.9", undefined, { eject: "pure" }), "default createClient", "use"),
  mem0ai: service(">=1"),
  "@vercel/postgres": database(">=0.5", { "createPool createClient db": "->self" }),
  "@lancedb/lancedb": { range: ">=0.5", rest: "fs.read fs.write", rows: { connect: "fs.read fs.write ->self" } },
  "drizzle-orm": hooked(database(">=0.20", { [OPERATORS]: "->self", "migrate readMigrationFiles": `${NET} fs.read ->self` }), "drizzle"),
  ...Object.fromEntries(
    ["sqlite-core", "pg-core", "mysql-core"].map((name) => [`drizzle-orm/${name}`, { range: ">=0.20", rest: "pure", rows: {} }]),
  ),
  ...Object.fromEntries(LOCAL_DRIZZLE.flatMap((name) => [name, `${name}/migrator`]).map((name) => [`drizzle-orm/${name}`, localDrizzle])),
  knex: hooked(
    database(">=0.90", {
      "migrate.make seed.make": "fs.write.create",
      "migrate.latest migrate.up migrate.down migrate.rollback seed.run": `${NET} ->self fs.read code.load`,
    }),
    "default knex",
    "on once",
  ),
  typeorm: database(">=0.3"),
  "cassandra-driver": database(">=4"),
  "neo4j-driver": database(">=4"),
  "@clickhouse/client": database(">=0.2", { createClient: "->self" }),
  "snowflake-sdk": database(">=1"),
  "rate-limiter-flexible": {
    range: ">=2",
    rest: NET,
    rows: {
      [each("RateLimiterMemory RateLimiterCluster", "consume penalty reward get set block delete dump restore")]: "pure",
      [each("RateLimiterSQLite", "consume penalty reward get set block delete")]: "fs.read fs.write",
      // They make their table.
      "RateLimiterMySQL RateLimiterPostgres": "net.connect ->self",
      RateLimiterSQLite: "fs.read fs.write ->self",
      "deleteInMemoryBlockedAll getKey parseKey getInMemoryBlockMsBeforeExpire isWhiteListed isBlackListed toJSON": "pure",
    },
  },
  redlock: service(">=4", undefined, { "disposer default.disposer": "pure" }),
  "better-sqlite3": { range: ">=7", rest: "pure", rows: { "default Database": "!sqlite ->type:Database" } },
  sqlite3: { range: ">=5", rest: "pure", rows: { "Database cached.Database": "!sqlite ->type:Database", verbose: "->self" } },
  sqlite: { range: ">=4", rest: "pure", rows: { "open Database": "!sqlite ->type:Database" } },
  ...Object.fromEntries(
    LIBSQL_BUILDS.flatMap((build) => [
      [`@libsql/client${build}`, database(">=0.3", { createClient: "->type:LibSql" })],
      [`drizzle-orm/libsql${build}`, libsqlDrizzle],
    ]),
  ),
  lowdb: files(">=2", { "JSONFile JSONFileSync JSONFilePreset": "fs.read@0 fs.write@0" }),
  typesense: database(">=1"),
  "@electric-sql/pglite": { range: ">=0.1", rest: "fs.read fs.write", rows: { "on once off": "pure" } },
};
