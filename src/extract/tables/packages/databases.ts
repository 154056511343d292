import type { PackageModel } from "./kinds.ts";
import { NET, database, files, service } from "./kinds.ts";

/** Databases. */
export const databasesModels: Readonly<Record<string, PackageModel>> = {
  pg: database(">=7", { "release escapeIdentifier escapeLiteral": "pure" }),
  postgres: { range: ">=3", rest: NET, rows: { default: "->type:Service" } },
  mysql2: database(">=2", { "createPool createConnection escape format promise": "->self" }),
  mysql: database(">=2", { "createPool createConnection escape format": "->self" }),
  mssql: database(">=6"),
  mongodb: database(">=4", { "db collection": "->self", "ObjectId isValid": "pure" }),
  mongoose: database(">=5", { "Schema model": "->self" }),
  redis: database(">=3", { createClient: "->self" }),
  ioredis: database(">=4"),
  "@prisma/client": database(">=3"),
  "drizzle-orm": database(">=0.20", { "eq and or sql desc asc drizzle": "->self" }),
  "@mongosh/service-provider-node-driver": database(">=2"),
  "@mongodb-js/atlas-local": { range: ">=0.1", rest: "net.connect code.native", rows: {} },
  "@mongodb-js/devtools-connect": database(">=3"),
  "openapi-fetch": service(">=0.9", undefined, { "default createClient": "->self", "use eject": "pure" }),
  mem0ai: service(">=1"),
  knex: database(">=0.90"),
  typeorm: database(">=0.3"),
  sequelize: database(">=6"),
  "cassandra-driver": database(">=4"),
  "neo4j-driver": database(">=4"),
  "@clickhouse/client": database(">=0.2", { createClient: "->self" }),
  "snowflake-sdk": database(">=1"),
  "better-sqlite3": { range: ">=7", rest: "pure", rows: { default: "!sqlite ->type:Stream" } },
  sqlite3: { range: ">=5", rest: "pure", rows: { "Database cached.Database": "!sqlite ->type:Stream", verbose: "->self" } },
  sqlite: { range: ">=4", rest: "pure", rows: { open: "fs.read fs.write ->type:Stream" } },
  "@libsql/client": database(">=0.3", { createClient: "->self" }),
  lowdb: files(">=2", { "JSONFile JSONFileSync JSONFilePreset": "fs.read@0 fs.write@0" }),
};
