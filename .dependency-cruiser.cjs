/*
 * Who may import whom: the table of CONTRIBUTING.md, enforced. Domain in the middle, contexts around it, thin shells outside,
 * imports one way, so that the inner parts can be read and tested without the outer ones. `import type` counts like `import`:
 * a type that leaks couples as much as a function.
 */

/** Folder -> the folders of src that it may import besides itself, errors.ts, log.ts and process; and why no more. */
const LAYERS = {
  process: { may: [], why: 'Asks Node and the system for things; everyone may use it, so it stands on nothing.' },
  domain: {
    may: [],
    why: 'The words of the field are pure and synchronous: they can be tested without anything else, and all else may lean on them.',
  },
  counting: {
    may: ['domain'],
    why: 'What counts is defined once and is pure; the fold, filters and verify apply it to what they read.',
  },
  db: {
    may: ['counting', 'domain'],
    why: 'The database layer knows tables and engines, not what accounts or websites mean; contexts use it, never the other way.',
  },
  spool: { may: ['db'], why: 'The durable log knows hits only as text; of the database it uses the SQLite file.' },
  backup: { may: ['db', 'spool'], why: 'A backup copies tables whatever they mean.' },
  accounts: {
    may: ['db', 'domain'],
    why: 'Who is asking must be settled before, and so without, knowing what is asked for.',
  },
  websites: {
    may: ['accounts', 'db', 'domain'],
    why: 'The one gate to a website asks who the viewer is; collecting and statistics come after the gate, not before it.',
  },
  collect: {
    may: ['websites', 'spool', 'db', 'domain'],
    why: 'Between a hit and its acknowledgement stands only what a hit needs; the spool is all that ties it to the fold.',
  },
  fold: {
    may: ['counting', 'spool', 'db', 'domain'],
    why: 'The fold reads the log and writes rollups; it must not know how hits arrive or how statistics are read.',
  },
  stats: {
    may: ['websites', 'counting', 'db', 'domain'],
    why: 'The read path depends on what the fold stored, never on its code, so that either can change alone.',
  },
  reports: {
    may: ['accounts', 'websites', 'stats', 'db', 'domain'],
    why: 'A report reads statistics like any other reader; it has no way of its own to the numbers.',
  },
  jobs: {
    may: ['backup', 'fold', 'db', 'domain'],
    why: 'The schedule runs whatever work it is given; the list of the work is in service.',
  },
  http: {
    may: ['accounts', 'websites', 'collect', 'db', 'domain'],
    why: 'What every surface shares: the server, the caller, limits, health, metrics and the collector endpoints. It knows no surface.',
  },
  graphql: {
    may: ['http', 'jobs', 'accounts', 'websites', 'collect', 'stats', 'reports', 'db', 'domain'],
    why: 'Resolvers ask contexts, which keep the rules; of the database they only hand the handle on.',
  },
  rest: {
    may: ['graphql', 'http', 'domain'],
    why: 'Every REST response is an executed GraphQL operation, so that both surfaces have the same rights, rules and numbers.',
  },
  pages: {
    may: ['rest', 'graphql', 'http', 'accounts', 'websites', 'collect', 'reports', 'db', 'domain'],
    why: 'The HTML pages ask the contexts like the other surfaces; of the database they only hand the handle on.',
  },
  tracker: { may: [], why: 'The tracker runs in the browsers of strangers: not a byte of the server belongs in it.' },
  dashboard: {
    may: ['domain'],
    why: 'The dashboard speaks GraphQL like anyone else; of the server it shares only the words of the field, so that nothing is copied.',
  },
};

const CONTEXTS = ['accounts', 'websites', 'collect', 'fold', 'stats', 'reports'];

/** Package -> the parts of src that may import it; and why there only. */
const PACKAGES = [
  {
    npm: 'express',
    in: ['rest', 'pages', 'service'],
    why: 'Only the shells know what a request looks like; all else can be called without one.',
  },
  {
    npm: 'graphql|graphql-yoga|@pothos/[^/]+|@graphql-tools/[^/]+|@envelop/[^/]+',
    in: ['graphql', 'rest'],
    why: 'GraphQL is a surface; the contexts must not know that they are asked through it.',
  },
  {
    npm: 'sequelize',
    in: ['db', 'backup', ...CONTEXTS, 'jobs'],
    why: 'A Sequelize instance never leaves the context or the jobs that loaded it: beyond are plain readonly objects.',
  },
  {
    npm: 'sqlite3|mysql2|mariadb|umzug',
    in: ['db'],
    why: 'All that differs between databases sits behind one interface in db; a driver elsewhere would be a second place.',
  },
  {
    npm: '@node-rs/argon2',
    in: ['accounts'],
    why: 'Hashing has one thread and one queue before it, so that guesses never take what commits and the disk wait for.',
  },
  {
    npm: 'pino',
    in: ['log'],
    why: 'What never may stand in a log is decided in log.ts; a second logger would not know it.',
  },
  { npm: 'commander', in: ['cli'], why: 'Only the command line has commands.' },
  {
    npm: 'maxmind|@ip-location-db/[^/]+',
    in: ['collect'],
    why: 'Where an address lies is asked once, before the spool; beyond it there are no addresses.',
  },
];

/** The folder of that name, or the file. */
function pathOf(part) {
  return `^src/${part}(/|\\.ts$)`;
}

const layers = Object.entries(LAYERS).map(([folder, { may, why }]) => ({
  name: `${folder}-imports`,
  comment: why,
  severity: 'error',
  // A build script runs on a developer's machine and only lives beside what it builds.
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
        'The dashboard takes words of the field from domain, not its rules for input: zod is larger than half the app, and ipaddr.js no page needs.',
      severity: 'error',
      from: { path: '^src/dashboard/', pathNot: '/build\\.ts$' },
      to: { path: '(^|/)node_modules/(zod|ipaddr\\.js)/', reachable: true },
    },
    {
      name: 'sqlite-of-node',
      comment: 'node:sqlite would be a second driver beside the one in db; its calls also stop the event loop.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/db/' },
      to: { path: '^(node:)?sqlite$' },
    },
    {
      name: 'root-files',
      comment: 'errors.ts and log.ts are everyone’s; they stand on nothing of the project.',
      severity: 'error',
      from: { path: '^src/(errors|log)\\.ts$' },
      to: { path: '^src/' },
    },
    {
      name: 'config-imports',
      comment:
        'The configuration is read before anything else runs; a rule that others have too is said once, in the domain.',
      severity: 'error',
      from: { path: '^src/config(/|\\.ts$)' },
      to: { path: '^src/', pathNot: '^src/(config|domain)/' },
    },
    {
      name: 'nothing-from-tests',
      comment: 'What ships must run without tests, demo data and benchmarks. The demo command alone needs the seeds.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/cli' },
      to: { path: '^(test|bench|seeds)/' },
    },
    {
      name: 'no-unresolved',
      comment: 'An import that leads nowhere fails at run time at the latest.',
      severity: 'error',
      // What codegen writes imports types that no code stands behind.
      from: { pathNot: '/__generated__/' },
      to: { couldNotResolve: true },
    },
    {
      name: 'no-development-packages',
      comment: 'An installation without development packages must run; only build scripts need them.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: ['/build\\.ts$', '^src/dashboard/', '^src/graphql/graphiql/main\\.ts$', '/__generated__/'],
      },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg'], pathNot: 'node_modules/@types/' },
    },
  ],
  options: {
    // TypeScript 7 has no API that a checker could call; swc reads the same syntax.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    // swc reads no JSX here; the dashboard's pages are held to the same rule by Biome's noRestrictedImports.
    exclude: { path: '^dist/|\\.tsx$' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.js', '.json'],
    },
  },
};
