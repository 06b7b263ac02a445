# syntax=docker/dockerfile:1

FROM node:24.21.0-bookworm-slim AS build
# sqlite3 is compiled on platforms without a prebuilt binary.
RUN apt-get update \
    && apt-get install -y --no-install-recommends python3 make g++ ca-certificates \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Of all install scripts, only sqlite3's is needed here; esbuild finds its binary without one.
RUN npm ci --ignore-scripts && npm rebuild sqlite3
COPY tsconfig.json ./
COPY schema ./schema
COPY scripts ./scripts
COPY seeds ./seeds
COPY src ./src
RUN npm run -s build \
    && node --disable-warning=ExperimentalWarning scripts/build-package.ts \
    && npm prune --omit=dev --ignore-scripts

FROM node:24.21.0-bookworm-slim
# A running container installs nothing, so package managers are removed.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn-* \
    /usr/local/bin/yarn /usr/local/bin/yarnpkg \
    && ln -s /app/build/src/cli.js /usr/local/bin/footfall \
    && mkdir /data && chown node:node /data
WORKDIR /app
COPY LICENSE README.md package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/build ./build
# With a heap for each thread, the C library would keep more memory.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 DATA_DIR=/data MALLOC_ARENA_MAX=2
USER node
VOLUME /data
EXPOSE 4000
# Uses no shell, so it also works without one. It checks only the process, because restarting it does not bring a database back.
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 \
    CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# The service handles signals and has no child processes except its own workers, so it can run as PID 1.
ENTRYPOINT ["node", "--max-semi-space-size=16", "/app/build/src/cli.js"]
CMD ["serve"]
