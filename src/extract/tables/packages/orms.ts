import type { PackageModel } from "./kinds.ts";
import { database, each, hooked } from "./kinds.ts";

const SEQUELIZE_EVENTS =
  "Validate Create Update Save Upsert Destroy Restore BulkCreate BulkUpdate BulkDestroy BulkRestore Find FindAfterOptions Count Query Define Init Sync Connect".split(
    " ",
  );

/** What keeps a function that a query runs. */
const SEQUELIZE_HOOKS = ["addHook", "hook", ...["before", "after"].flatMap((when) => SEQUELIZE_EVENTS.map((event) => when + event))].join(
  " ",
);

/** What sequelize-typescript adds to sequelize: decorators, and models that are found by their paths. */
const SEQUELIZE_DECORATORS =
  "AllowNull AutoIncrement BelongsTo BelongsToMany Column Comment Contains CreatedAt DataType Default DefaultScope DeletedAt Equals ForeignKey HasMany HasOne Index Is IsAfter IsAlpha IsAlphanumeric IsArray IsBefore IsCreditCard IsDate IsDecimal IsEmail IsFloat IsIP IsIPv4 IsIPv6 IsIn IsInt IsLowercase IsNull IsNumeric IsUUID IsUppercase IsUrl Length Max Min Not NotContains NotEmpty NotIn NotNull PrimaryKey Scopes Table Unique UpdatedAt Validate Validator createIndexDecorator addAttribute addAttributeOptions addFieldToIndex addForeignKey addOptions addScopeOptions addAssociation getModelName getAttributes getOptions";

/** Decorators, types and helpers of MikroORM, and what of an entity manager stays in memory. */
const MIKRO_PURE =
  "Check Embeddable Embedded Entity Enum Filter Formula Index Unique ManyToMany ManyToOne OneToMany OneToOne PrimaryKey Property SerializedPrimaryKey CreateRequestContext EnsureRequestContext Transactional BeforeCreate AfterCreate BeforeUpdate AfterUpdate BeforeUpsert AfterUpsert BeforeDelete AfterDelete OnInit OnLoad EntitySchema defineEntity defineConfig p t wrap helper raw ref rel sql quote createSqlFunction serialize assign parseJsonSafe getReference persist remove canPopulate getEntityName getItems contains exists indexBy toArray toJSON toObject toPOJO isInitialized isDirty isEmpty unwrap getProperty addFilter setFilterParams getFilterParams setLoggerContext getLoggerContext setFlushMode getMetadata isInTransaction getValidator getPlatform getHydrator getEntityFactory getComparator Collection.add Collection.remove Collection.removeAll Collection.set Collection.slice Collection.find Collection.filter Collection.map Collection.reduce Collection.count";

const mikro = (range: string): PackageModel =>
  hooked(
    database(range, {
      [MIKRO_PURE]: "pure",
      "getRepository repo fork getContext getConnection getDriver getKnex getKysely createQueryBuilder queryBuilder qb getUnitOfWork":
        "->self",
      "initSync discoverEntities discoverEntity discoverEntitiesSync ConfigurationLoader.getConfiguration":
        "net.connect fs.read code.load ->self",
      "getMigrator getSchemaGenerator getSeeder getEntityGenerator schema migrator seeder": "->self",
      // The generator of schemas has names of its own for what it does to the database.
      [each("getSchemaGenerator schema SchemaGenerator", "create update drop refresh clear ensureDatabase execute")]: "net.connect",
      [each("getMigrator migrator Migrator getSeeder seeder SeedManager", "create createInitial")]: "net.connect fs.read fs.write.create",
      "createMigration createInitial createInitialMigration createSeeder": "net.connect fs.read fs.write.create",
      "getMigrator.up getMigrator.down getSeeder.seed getSeeder.seedString migrator.up migrator.down seeder.seed seeder.seedString":
        "net.connect fs.read code.load",
      "getEntityGenerator.generate": "net.connect fs.write",
    }),
    "MikroORM init MikroORM.init",
    "registerSubscriber",
  );

/** Mappers of objects to rows. */
export const ormModels: Readonly<Record<string, PackageModel>> = {
  sequelize: hooked(database(">=6"), "default Sequelize define init", SEQUELIZE_HOOKS),
  "sequelize-typescript": hooked(
    database(">=2", { [SEQUELIZE_DECORATORS]: "pure", addModels: "fs.read code.load ->self" }),
    "Sequelize define init",
    SEQUELIZE_HOOKS,
  ),
  ...Object.fromEntries(["core", "postgresql", "mysql", "mongodb", "sql"].map((name) => [`@mikro-orm/${name}`, mikro(">=5")])),
  // Its database is a file.
  "@mikro-orm/sqlite": { ...mikro(">=5"), rest: "net.connect fs.read fs.write runs" },
};
