# syntax=docker/dockerfile:1

FROM node:24.21.0-bookworm-slim AS build
# sqlite3 is compiled where its makers have nothing ready.
RUN apt-get update \
    && apt-get install -y --no-install-recommends python3 make g++ ca-certificates \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Of the scripts that packages bring only the one of sqlite3 is needed here, and esbuild finds its program without.
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
# Nothing is installed in a container that runs.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn-* \
    /usr/local/bin/yarn /usr/local/bin/yarnpkg \
    && ln -s /app/build/src/cli.js /usr/local/bin/footfall \
    && mkdir /data && chown node:node /data
WORKDIR /app
COPY LICENSE README.md package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/build ./build
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 DATA_DIR=/data
USER node
VOLUME /data
EXPOSE 4000
# Without a shell, so that it also holds where there is none. It asks for the process alone: restarting this one does not bring a
# database back.
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 \
    CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# The service handles its signals and has no children to look after but its own workers, so it may be the first process.
ENTRYPOINT ["node", "/app/build/src/cli.js"]
CMD ["serve"]
