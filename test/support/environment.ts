/*
 * Runs before every test file: removes the variables that vitest adds for `import.meta.env`, so that the sources and the
 * processes that tests start see the environment of the machine. BASE_URL is also a variable of Footfall. Libraries run
 * as in production, because the service sets the same variable.
 */
for (const name of ['BASE_URL', 'DEV', 'MODE', 'NODE_ENV', 'PROD', 'SSR', 'TEST']) delete process.env[name];
process.env.NODE_ENV = 'production';
