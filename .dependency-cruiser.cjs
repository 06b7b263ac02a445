/*
 * Enforces the table of allowed imports in CONTRIBUTING.md. Domain is in the middle, contexts around it, thin shells
 * outside, and imports go one way, so that the inner parts can be read and tested without the outer ones. `import type`
 * counts like `import`: a type that leaks couples as much as a function.
 */

const CONTEXTS = ['accounts', 'websites', 'collect', 'fold', 'stats', 'imports', 'forget', 'reports'];

/** Folder -> the folders of src that it may import besides itself, errors.ts, log.ts and process; and why not more. */
const LAYERS = {
  process: { may: [], why: 'Wraps Node and the system. Everything may use it, so it depends on nothing.' },
  domain: {
    may: [],
    why: 'The words of the field are pure and synchronous: they can be tested on their own, and everything else may depend on them.',
  },
  messages: {
    may: ['domain'],
    why: 'The texts that people read, in every language; pages, the app and e-mails draw them, so they know nothing of those.',
  },
  counting: {
    may: ['domain'],
    why: 'The counting rules are defined once and are pure; the fold, filters and verify apply them to what they read.',
  },
  db: {
    may: ['counting', 'domain'],
    why: 'The database layer knows tables and engines, not what accounts or websites mean; contexts use it, never the other way.',
  },
  spool: { may: ['db'], why: 'The durable log knows hits only as text; from db it uses only SQLite files.' },
  backup: { may: ['db', 'spool'], why: 'A backup copies tables regardless of their meaning.' },
  accounts: {
    may: ['db', 'domain'],
    why: 'The caller must be identified before, and so without, knowing what the request is for.',
  },
  websites: {
    may: ['accounts', 'db', 'domain'],
    why: 'The one gate to a website depends on the viewer; collecting and statistics come after the gate, not before it.',
  },
  collect: {
    may: ['websites', 'spool', 'db', 'domain'],
    why: 'Only what a hit needs comes between it and its acknowledgement; the spool is the only link to the fold.',
  },
  fold: {
    may: ['counting', 'spool', 'db', 'domain'],
    why: 'The fold reads the log and writes rollups; it must not know how hits arrive or how statistics are read.',
  },
  stats: {
    may: ['websites', 'counting', 'db', 'messages', 'domain'],
    why: 'The read path depends on what the fold stored, never on its code, so that either can change alone. It searches the labels that people read.',
  },
  imports: {
    may: ['accounts', 'websites', 'collect', 'fold', 'stats', 'counting', 'db', 'domain', 'config'],
    why: 'An import takes rows through the steps of the collector and the fold, and reads back what it has counted.',
  },
  forget: {
    may: ['accounts', 'websites', 'fold', 'stats', 'counting', 'db', 'domain'],
    why: 'What is forgotten is chosen as statistics choose visits, and taken out as the fold has counted it.',
  },
  reports: {
    may: ['accounts', 'websites', 'stats', 'db', 'messages', 'domain'],
    why: 'A report reads statistics like any other reader; it has no separate access to the numbers.',
  },
  jobs: {
    may: ['backup', 'fold', 'db', 'domain'],
    why: 'The schedule runs any work it is given; the list of jobs is in service.',
  },
  http: {
    may: ['accounts', 'websites', 'collect', 'db', 'messages', 'domain'],
    why: 'The parts that all surfaces share: the server, the caller, limits, health, metrics and the collector endpoints. It knows no surface.',
  },
  graphql: {
    may: ['http', 'jobs', ...CONTEXTS.filter(context => context !== 'fold'), 'db', 'messages', 'domain'],
    why: 'Resolvers call contexts, which enforce the rules; they only pass the database handle on.',
  },
  rest: {
    may: ['graphql', 'http', 'domain'],
    why: 'Every REST response is an executed GraphQL operation, so that both surfaces have the same rights, rules and numbers.',
  },
  pages: {
    may: [
      'rest',
      'graphql',
      'http',
      'accounts',
      'websites',
      'collect',
      'imports',
      'reports',
      'db',
      'messages',
      'domain',
    ],
    why: 'The HTML pages call the contexts like the other surfaces; they only pass the database handle on.',
  },
  tracker: { may: [], why: 'The tracker runs in the browsers of strangers, so it must not contain any server code.' },
  dashboard: {
    may: ['messages', 'domain'],
    why: 'The dashboard uses GraphQL like any other client; it shares only the words of the field with the server, so that nothing is copied.',
  },
};

/** Package -> the parts of src that may import it; and why only those. */
const PACKAGES = [
  {
    npm: 'express',
    in: ['rest', 'pages', 'service'],
    why: 'Only the shells know what a request looks like; everything else can be called without one.',
  },
  {
    npm: 'graphql|graphql-yoga|@pothos/[^/]+|@graphql-tools/[^/]+|@envelop/[^/]+',
    in: ['graphql', 'rest'],
    why: 'GraphQL is a surface; the contexts must not know that they are called through it.',
  },
  {
    npm: 'sequelize',
    in: ['db', 'backup', ...CONTEXTS, 'jobs'],
    why: 'A Sequelize instance never leaves the context or the job that loaded it; everything else gets plain readonly objects.',
  },
  {
    npm: 'sqlite3|mysql2|mariadb|umzug',
    in: ['db'],
    why: 'All differences between databases are behind one interface in db; a driver elsewhere would be a second place for them.',
  },
  {
    npm: '@node-rs/argon2',
    in: ['accounts'],
    why: 'Hashing has one thread with one queue, so that guesses never occupy the threads that commits and the disk need.',
  },
  {
    npm: 'pino',
    in: ['log'],
    why: 'log.ts decides what must never appear in a log; a second logger would not know that.',
  },
  { npm: 'commander', in: ['cli'], why: 'Only the command line has commands.' },
  {
    npm: 'maxmind|@ip-location-db/[^/]+',
    in: ['collect'],
    why: 'Addresses are located once, before the spool; nothing after it has addresses.',
  },
];

/** Returns a pattern for the folder or the file of that name. */
function pathOf(part) {
  return `^src/${part}(/|\\.ts$)`;
}

const layers = Object.entries(LAYERS).map(([folder, { may, why }]) => ({
  name: `${folder}-imports`,
  comment: why,
  severity: 'error',
  // A build script runs on a developer's machine; it is only stored beside what it builds.
  from: { path: `^src/${folder}/`, pathNot: '/build\\.ts$' },
  to: {
    path: '^(src|seeds|bench|test|schema)/',
    pathNot: [`^src/${folder}/`, '^src/(errors\\.ts$|log\\.ts$|process/)', ...may.map(pathOf)],
  },
}));

const packages = PACKAGES.map(({ npm, in: parts, why }) => ({
  name: `${npm.split('|')[0]}-only-in-${parts.join('-')}`,
  comment: why,
  severity: 'error',
  from: { path: '^src/', pathNot: parts.map(pathOf) },
  to: { path: `(^|/)node_modules/(@types/)?(${npm})/` },
}));

module.exports = {
  forbidden: [
    ...layers,
    ...packages,
    {
      name: 'no-circles',
      comment: 'Files that import each other, even for a type, can only be read together.',
      severity: 'error',
      from: { pathNot: '/__generated__/' },
      to: { circular: true },
    },
    {
      name: 'no-zod-in-browsers',
      comment:
        'The dashboard takes the words of the field from domain, but not its input rules: zod is larger than half the app, and no page needs ipaddr.js.',
      severity: 'error',
      from: { path: '^src/dashboard/', pathNot: '/build\\.ts$' },
      to: { path: '(^|/)node_modules/(zod|ipaddr\\.js)/', reachable: true },
    },
    {
      name: 'sqlite-of-node',
      comment: 'node:sqlite would be a second driver beside the one in db; its calls also block the event loop.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/db/' },
      to: { path: '^(node:)?sqlite$' },
    },
    {
      name: 'root-files',
      comment: 'Everything may use errors.ts and log.ts, so they depend on nothing in the project.',
      severity: 'error',
      from: { path: '^src/(errors|log)\\.ts$' },
      to: { path: '^src/' },
    },
    {
      name: 'config-imports',
      comment:
        'The configuration is read before anything else runs; rules that others share are defined once, in the domain.',
      severity: 'error',
      from: { path: '^src/config(/|\\.ts$)' },
      to: { path: '^src/', pathNot: '^src/(config|domain)/' },
    },
    {
      name: 'nothing-from-tests',
      comment:
        'The shipped code must run without tests, demo data and benchmarks. Only commands such as demo need the seeds.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/cli' },
      to: { path: '^(test|bench|seeds)/' },
    },
    {
      name: 'no-unresolved',
      comment: 'An import that cannot be resolved fails at run time at the latest.',
      severity: 'error',
      // Generated files import types from a package without code.
      from: { pathNot: '/__generated__/' },
      to: { couldNotResolve: true },
    },
    {
      name: 'no-development-packages',
      comment: 'The service must run without development packages; only build scripts need them.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: ['/build\\.ts$', '^src/dashboard/', '^src/graphql/graphiql/main\\.ts$', '/__generated__/'],
      },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg'], pathNot: 'node_modules/@types/' },
    },
  ],
  options: {
    // TypeScript 7 has no API for tools; swc parses the same syntax.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    // swc does not parse JSX here; Biome's noRestrictedImports enforces the same rule for the dashboard's pages.
    exclude: { path: '^dist/|\\.tsx$' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.js', '.json'],
    },
  },
};
