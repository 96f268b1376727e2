/**
 * The arrows of the architecture, as errors.
 *
 *   app ──► components ──► engine, steps/<kind>/definition    app (routes) ──► api, runtime
 *   api, workers ──► runtime ──► store, connectors, steps ──► engine, platform
 */
const TESTS = '\\.test\\.tsx?$';

/** @param {string[]} folders */
const server = (...folders) => `^server/(${folders.join('|')})/`;

/** What a folder may import of our own code; npm packages are governed separately. */
const onlyOurs = (name, comment, from, allowed) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: TESTS },
  to: { path: '^(app|bin|components|e2e|server|workers)/', pathNot: allowed },
});

const PURE_STEPS = '^server/steps/(?!.*(execute|executor)[^/]*\\.ts$)';

export default {
  forbidden: [
    {
      name: 'no-cycle',
      comment: 'A cycle has no bottom: nothing in it can be understood alone.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-unresolved',
      comment: 'What cannot be resolved cannot be checked.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^server/generated/' },
    },
    {
      name: 'engine-is-pure',
      comment:
        'The core imports itself, zod and pure libraries for time and sha256. It runs in workers, browsers, tests.',
      severity: 'error',
      from: { path: '^server/engine/', pathNot: TESTS },
      to: {
        pathNot: [
          '^server/engine/',
          '^node_modules/(@types/)?(zod|luxon|croner|rrule-temporal|@noble/hashes)/',
        ],
      },
    },
    {
      name: 'definitions-are-pure',
      comment: 'What a step means is also read by the browser.',
      severity: 'error',
      from: { path: ['^server/steps/[^/]+/definition\\.ts$', '^server/steps/catalogue\\.ts$'] },
      to: {
        pathNot: [
          '^server/engine/',
          PURE_STEPS,
          '^node_modules/(@types/)?(zod|luxon|liquidjs|@noble/hashes)/',
        ],
      },
    },
    onlyOurs(
      'simulate-pure',
      'The simulator is the core, with the world played by a person.',
      server('simulate'),
      [
        server('simulate', 'engine', 'steps', 'templates'),
        // Types of requests and results.
        '^server/connectors/[a-z]+\\.ts$',
      ],
    ),
    {
      name: 'simulate-calls-nobody',
      comment: 'Of a connector the simulator knows the shape of requests; it never calls one.',
      severity: 'error',
      from: { path: '^server/simulate/', pathNot: TESTS },
      to: { path: '^server/connectors/', dependencyTypesNot: ['type-only'] },
    },
    onlyOurs('gallery-is-data', 'Documents to start from know the core only.', server('gallery'), [
      server('gallery', 'engine'),
    ]),
    onlyOurs('store-below', 'SQL knows the core and the plumbing.', server('store'), [
      server('store', 'engine', 'platform'),
    ]),
    onlyOurs('connectors-below', 'A connector knows no store.', server('connectors'), [
      server('connectors', 'engine', 'platform'),
    ]),
    onlyOurs('steps-below', 'A step knows no store and no runtime.', server('steps'), [
      server('steps', 'connectors', 'engine', 'platform', 'templates'),
    ]),
    onlyOurs('templates-below', 'Templates know the core only.', server('templates'), [
      server('templates', 'engine'),
    ]),
    onlyOurs('platform-below', 'Plumbing knows no business.', server('platform'), [
      server('platform', 'generated'),
    ]),
    onlyOurs('auth-below', 'Sign-in knows no runtime.', server('auth'), [
      server('auth', 'store', 'platform'),
    ]),
    onlyOurs('sandbox-apart', 'Stand-ins for the outside know nothing of us.', server('sandbox'), [
      server('sandbox', 'platform'),
    ]),
    onlyOurs('runtime-below', 'The shell knows no API.', server('runtime'), [
      server('runtime', 'store', 'connectors', 'steps', 'templates', 'auth', 'engine', 'platform'),
    ]),
    onlyOurs('api-thin', 'The API calls use cases; it has no SQL of its own.', server('api'), [
      server(
        'api',
        'auth',
        'gallery',
        'runtime',
        'steps',
        'store',
        'templates',
        'engine',
        'platform',
      ),
    ]),
    onlyOurs('components-pure', 'Screens share the pure parts with the server.', '^components/', [
      '^components/',
      '^server/engine/',
      PURE_STEPS,
      '^server/simulate/',
      '^server/templates/',
      '^server/api/',
    ]),
    {
      name: 'components-take-types-only',
      comment: 'Of the API, a screen sees view schemas and the router’s type.',
      severity: 'error',
      from: { path: '^components/', pathNot: TESTS },
      to: {
        path: '^server/api/',
        pathNot: '^server/api/views/',
        dependencyTypesNot: ['type-only'],
      },
    },
    onlyOurs('app-thin', 'Routes call the API and the runtime.', '^app/', [
      '^app/',
      '^components/',
      server('api', 'auth', 'runtime', 'sandbox', 'engine', 'platform'),
    ]),
    onlyOurs('workers-small', 'Processes boot what others wrote.', '^workers/', [
      '^workers/',
      server('runtime', 'sandbox', 'platform'),
    ]),
    {
      name: 'nobody-imports-the-top',
      comment: 'app, workers, bin and e2e are where programs begin.',
      severity: 'error',
      from: { pathNot: '^(app|bin|workers|e2e)/' },
      to: { path: '^(app|bin|workers|e2e)/' },
    },
    {
      name: 'tops-stay-apart',
      severity: 'error',
      from: { path: '^(app|bin|workers|e2e)/' },
      to: { path: '^(app|bin|workers|e2e)/', pathNot: '^$1/' },
    },
    {
      name: 'testing-is-for-tests',
      severity: 'error',
      from: {
        pathNot: [TESTS, '^server/testing/', '^server/crashlab/', '^e2e/', '^bin/', '^\\.config/'],
      },
      to: { path: '^server/testing/' },
    },
    {
      name: 'drivers-in-few-places',
      comment: 'SQL is written in the store; the plumbing opens connections.',
      severity: 'error',
      from: { pathNot: server('store', 'platform', 'testing', 'sandbox') },
      to: { path: '^node_modules/(@types/)?pg/' },
    },
    {
      name: 'no-node-in-the-browser',
      severity: 'error',
      from: { path: ['^components/', '^server/simulate/'], pathNot: TESTS },
      to: { dependencyTypes: ['core'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^\\.next/', '^server/generated/(?!prisma/client\\.ts$)'] },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: 'specify',
    parser: 'tsc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts'],
    },
    moduleSystems: ['es6', 'cjs'],
    cache: { folder: 'node_modules/.cache/dependency-cruiser', strategy: 'content' },
  },
};
